// Drives the players of an exported page as a user would; its value is what it saw.
(async () => {
  const seen = [];
  const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const key = (name, on = document.body) => on.dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

  async function until(condition, what) {
    for (let i = 0; i < 600; i += 1) {
      if (condition()) return;
      await wait(20);
    }
    throw new Error(`waited for ${what}`);
  }

  async function drive(section) {
    const find = (name) => section.querySelector(`.${name}`);
    const all = (name) => section.querySelectorAll(`.${name}`);
    const count = () => Number(find("slider").value);
    const told = () => find("board").getAttribute("aria-label");
    const total = Number(find("slider").max);
    const saw = { title: section.querySelector("h1").textContent, total, start: told() };
    const which = document.querySelector(`.which option[value="${section.id}"]`);
    if (which) {
      which.parentElement.value = section.id;
      which.parentElement.dispatchEvent(new Event("change"));
      if (section.hidden || document.querySelectorAll("section[id]:not([hidden])").length !== 1) {
        throw new Error("the wrong solution is shown");
      }
    }
    section.dispatchEvent(new Event("pointerdown", { bubbles: true }));

    find("step").click();
    await until(() => count() === 1 && told().includes(`after 1 of`), "a step");
    saw.one = told();
    saw.said = find("said").textContent;
    key("ArrowRight");
    await until(() => told().includes("after 2 of"), "a step by key");
    key("ArrowLeft");
    key("ArrowLeft");
    await until(() => told().includes("after 0 of"), "two steps back");
    saw.back = told() === saw.start;

    key("End");
    await until(() => count() === total, "the end");
    saw.end = told();
    saw.chosen = section.querySelectorAll(".row[aria-selected=true]").length;
    saw.past = [...all("row")].every((row) => row.classList.contains("past"));
    key("Home");
    await until(() => count() === 0, "the start");

    find("slider").value = Math.floor(total / 2);
    find("slider").dispatchEvent(new Event("input"));
    await until(() => told().includes(`after ${Math.floor(total / 2)} of`), "the slider");
    const rows = [...all("row")].filter((row) => row.querySelector(".number").textContent !== "0");
    const row = rows[rows.length - 1];
    const number = Number(row.querySelector(".number").textContent);
    const before = rows.length > 1 ? rows[rows.length - 2].querySelector(".number").textContent : 0;
    const wanted = Number(before); // the move that is clicked is the next one
    row.click();
    await until(() => told().includes(`after ${wanted} of`), "a click on a move");
    saw.next = section.querySelector(".row[aria-selected=true] .number").textContent === `${number}`;
    saw.clicked = wanted;
    saw.rows = all("row").length;
    saw.listed = Number(row.getAttribute("aria-setsize"));
    key("PageDown");
    await wait(60);
    saw.part = count();

    key("Home");
    find("speed").value = "1000";
    find("loop").checked = false;
    key(" ");
    await until(() => find("play").getAttribute("aria-label") === "Pause", "playing");
    if (total > 5000) { // a stretch of it, then the rest
      await until(() => count() > 300, "playback");
      saw.most = Math.max(saw.rows, all("row").length);
      key("k");
      await wait(60);
      find("slider").value = total - 100;
      find("slider").dispatchEvent(new Event("input"));
      await wait(60);
      key("k");
    }
    await until(() => count() === total && find("play").getAttribute("aria-label") === "Play",
      "the end of playback");
    saw.played = told();
    saw.done = find("count").textContent;
    document.getElementById("theme").click();
    saw.theme = document.documentElement.dataset.theme;
    const pen = find("board").getContext("2d");
    const { width, height } = find("board");
    const data = pen.getImageData(0, 0, width, height).data;
    const found = new Set();
    for (let i = 0; i < data.length; i += 4 * 97) {
      found.add((data[i] << 16) + (data[i + 1] << 8) + data[i + 2]);
    }
    saw.colours = found.size;
    return saw;
  }

  try {
    for (const section of document.querySelectorAll("section")) {
      if (section.querySelector(".data")) seen.push(await drive(section));
    }
  } catch (error) {
    seen.push({ failed: String(error) });
  }
  return seen;
})();
