// Plays the puzzles of an exported page as a user would, and sends what it saw to the test, which
// says in `window.wanted` what to do with each puzzle: taps, drags and keys, in cells of the board.
(async () => {
  const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const find = (name) => document.querySelector(`#puzzle .${name}`);
  const board = find("board");

  async function until(condition, what) {
    for (let i = 0; i < 600; i += 1) {
      if (condition()) return;
      await wait(20);
    }
    throw new Error(`waited for ${what}`);
  }

  function place(rows, columns, [down, right]) { // see Painter.fit
    const box = board.getBoundingClientRect();
    const pitch = (box.height - 38) / rows;
    const left = Math.max(32, Math.floor((box.width - pitch * columns + 26) / 2));
    return { clientX: box.left + left + right * pitch, clientY: box.top + 32 + down * pitch };
  }

  function point(type, at, button, pointerType) {
    board.dispatchEvent(new PointerEvent(type, {
      ...at, button, pointerType, pointerId: 1, bubbles: true, cancelable: true,
    }));
  }

  function act({ rows, columns, pointer }, { tap, drag, button = 0, key, shift = false, named }) {
    if (named) {
      const found = [...find("moves").children].filter((each) => each.textContent === named);
      if (found.length !== 1 || !found[0].offsetParent) throw new Error(`no button ${named}`);
      if (!found[0].getAttribute("aria-label").startsWith(`${named}: `)) throw new Error("unnamed");
      found[0].click();
      return;
    }
    if (key) {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
        { key, shiftKey: shift, bubbles: true, cancelable: true }));
      return;
    }
    const [from, to] = drag || [tap, tap];
    const [begin, end] = [place(rows, columns, from), place(rows, columns, to)];
    point("pointerdown", begin, button, pointer);
    if (drag) point("pointermove", end, 0, pointer);
    point("pointerup", end, button, pointer);
  }

  async function play(index, wanted) {
    location.hash = wanted.hash || `#${index + 1}`;
    const heading = wanted.hash ? wanted.title : `${index + 1}. `;
    await until(() => find("count").offsetParent && document.title.startsWith(heading), "the puzzle");
    const saw = {
      error: window.playerError || "", title: document.title, start: board.getAttribute("aria-label"),
      answer: find("listed").textContent,
    };
    for (const action of wanted.actions) act(wanted, action);
    await until(() => !find("won").hidden, `puzzle ${index + 1}: ${find("count").textContent}`);
    saw.won = find("verdict").textContent;
    saw.onward = find("onward").getAttribute("href");
    saw.said = find("said").textContent;
    saw.facts = find("what").textContent;
    saw.time = find("time").textContent;
    saw.told = window.told || null;
    find("back").click();
    await until(() => find("won").hidden, "a move back");
    find("again").click();
    await until(() => !find("won").hidden, "a move forward");
    saw.end = board.getAttribute("aria-label");
    if (wanted.reveal) {
      find("ask").click();
      const sure = document.getElementById("sure");
      saw.asked = sure.open && find("listed").textContent === "";
      sure.querySelector("[value=yes]").click();
      await until(() => find("listed").textContent, "the answer");
      saw.answer = find("listed").textContent;
      find("restart").click();
      find("show").click();
      await until(() => find("verdict").textContent.includes("answer"), "the answer to be played");
      saw.shown = find("verdict").textContent;
    }
    return saw;
  }

  const seen = [];
  try {
    for (const [index, wanted] of window.wanted.entries()) seen.push(await play(index, wanted));
    location.hash = window.last || "";
    await until(() => document.querySelector("#overview").offsetParent, "the overview");
    seen.push({
      progress: document.querySelector(".progress").textContent,
      refused: document.querySelector(".refused").textContent,
      cards: [...document.querySelectorAll(".done")].map((card) => card.textContent),
    });
  } catch (error) {
    seen.push({ failed: `${error} ${window.playerError || ""} ${board.getAttribute("aria-label")}` });
  }
  await fetch("/", { method: "POST", body: JSON.stringify(seen) });
})();
