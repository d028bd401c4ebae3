// Plays solutions in a page. One player for each section.
"use strict";
(() => {
  const {
    Painter, Walk, cellName, filled, followTheme, language, part, read, still, style, valuesInWords,
    watchWidth, words,
  } = boards;
  const ROW = 28; // pixels of a row in the list of moves
  const STEP_MS = 220;
  /** @type {Player[]} */
  const players = [];
  /** @type {Player | undefined} */
  let active; // the player that keys go to

  // --- one section of the page ---

  /** @param {Segment[]} segments */
  function grouped(segments) {
    /** @type {Segment[]} */
    const found = [];
    for (const [name, start, stop] of segments) {
      const group = name.split(":")[0];
      const last = found[found.length - 1];
      if (last && last[0] === group) last[2] = stop;
      else found.push([group, start, stop]);
    }
    return found;
  }

  /** @param {HTMLElement} section */
  function player(section) {
    /** @param {string} name */
    const find = (name) => part(section, `.${name}`, HTMLElement);
    /** @param {string} name */
    const button = (name) => part(section, `button.${name}`, HTMLButtonElement);
    /** @param {string} name */
    const canvas = (name) => part(section, `canvas.${name}`, HTMLCanvasElement);
    /** @type {WalkData} */
    const data = read(find("data"));
    const walk = new Walk(data);
    const total = walk.length;
    // What the list shows: a text and how many moves are made after it.
    const written = (find("moves").textContent || "").split(data.lines ? "\n" : /\s+/).filter(Boolean);
    const lead = data.terms ? 0 : written.length - total;
    /** @type {Term[]} */
    const terms = data.terms || written.map((text, i) => [text, Math.max(0, i + 1 - lead)]);
    // Where there are many segments, neighbours with the same words before a colon are one part.
    const parts = data.segments.length > 60 ? grouped(data.segments) : data.segments;
    const board = new Painter(canvas("board"), data, true);
    const goal = data.goal ? new Painter(canvas("goal"), data, false) : null;
    const slider = part(section, ".slider", HTMLInputElement);
    const list = find("list");
    const speed = part(section, ".speed", HTMLSelectElement);
    const loop = part(section, ".loop", HTMLInputElement);
    const segments = part(section, ".segments", HTMLSelectElement);
    let position = 0; // may lie between two moves
    let playing = false;
    /** @type {{ from: number, to: number, begun: number } | null} */
    let aim = null; // a step that is shown
    let last = 0;
    let drawn = -1; // the position that is on the screen
    let pending = false;

    const scout = new Walk(data); // goes to what is spoken of
    /** @param {number} number */
    const said = (number) => {
      const motion = walk.step(number - 1);
      const words = data.words[data.says ? data.says[motion] : motion];
      if (!words.includes(data.tile)) return words;
      scout.seek(number - 1);
      return words.replace(data.tile, String(scout.cells[scout.numbered(motion).first]));
    };
    /** @param {number} number */
    const saysMore = (number) => said(number) !== written[number - 1 + lead];
    /** @param {number} number */
    const wordsOf = (number) => (data.terms || data.lines || !saysMore(number) ? said(number)
      : `${written[number - 1 + lead]} \u00b7 ${said(number)}`);

    /** @param {number} number */
    const segmentAt = (number, among = data.segments) => {
      let low = 0;
      let high = among.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (among[middle][1] <= number) low = middle; else high = middle - 1;
      }
      return low;
    };

    /** @param {number} number */
    const termAt = (number) => { // the term that the next move belongs to
      let low = 0;
      let high = terms.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (terms[middle][1] <= number) low = middle + 1; else high = middle;
      }
      return low;
    };

    function ask() {
      if (!pending) {
        pending = true;
        requestAnimationFrame(frame);
      }
    }

    /** @param {number} now */
    function frame(now) {
      pending = false;
      const passed = last ? Math.min(200, now - last) : 0;
      if (aim) {
        aim.begun = aim.begun || now;
        const share = Math.min(1, (now - aim.begun) / STEP_MS);
        position = share < 1 ? aim.from + (aim.to - aim.from) * share : aim.to;
        if (share >= 1) aim = null;
      } else if (playing) {
        position = Math.min(total, position + passed / 1000 * Number(speed.value));
        if (position >= total) {
          if (loop.checked) position = 0;
          else pause();
        }
      }
      draw();
      if (aim || playing) {
        last = now;
        ask();
      } else last = 0;
    }

    function draw() {
      const whole = Math.floor(position);
      let share = position - whole;
      const pace = Number(speed.value);
      if (still.matches || (playing && pace > 30)) share = 0;
      // As long as there is time for it, playback rests with the next move pointed out.
      const rest = playing && !aim && pace <= 5 ? 0.3 : 0;
      share = Math.max(0, share - rest) / (1 - rest);
      walk.seek(whole);
      board.paint(walk, share && share * share * (3 - 2 * share));
      if (drawn !== whole || !playing) tell(whole);
      drawn = whole;
    }

    /** @param {number} whole */
    function tell(whole) {
      slider.value = String(whole);
      const coming = whole < total
        ? filled(words.next, { number: whole + 1, move: wordsOf(whole + 1) })
        : filled(data.after, { count: total.toLocaleString(language) });
      const along = filled(words.of, { done: whole, all: total });
      slider.setAttribute("aria-valuetext", `${along}, ${coming}`);
      find("count").textContent = filled(words.of, {
        done: whole.toLocaleString(language), all: total.toLocaleString(language),
      });
      let text = coming;
      if (data.segments.length > 1) {
        text += ` (${data.segments[segmentAt(whole)][0]})`;
        segments.value = String(segmentAt(whole, parts));
      }
      if (data.tallies.length) {
        const values = { now: data.tallies[whole], wanted: data.wanted };
        const sum = filled(data.wanted === null ? words.sum : words.sum_of, values);
        text += ` \u00b7 ${sum.replaceAll("-", "\u2212")}`;
      }
      find("what").textContent = text;
      button("first").disabled = button("back").disabled = whole === 0;
      button("step").disabled = button("last").disabled = whole === total;
      if (playing || aim) {
        follow(whole);
        return;
      }
      find("board").setAttribute("aria-label", describe(whole));
      find("said").textContent = `${along}: ${text}`;
      follow(whole);
    }

    /** @param {number} whole */
    function describe(whole) {
      const walks = walk.trail.length > 0;
      const form = (walks ? "walk" : "board") + (whole === total ? "_solved" : "");
      const cell = walks ? cellName(walk.trail[walk.trail.length - 1], data.columns) : "";
      const rows = valuesInWords(walk.cells, data);
      return filled(words[form], { done: whole, all: total, cell, rows });
    }

    // --- the list: only the rows in sight are in the page ---

    const spacer = document.createElement("div");
    spacer.style.height = `${terms.length * ROW}px`;
    list.append(spacer);
    let chosen = -1;

    /** @param {number} index */
    function rowOf(index) {
      const [text, stop] = terms[index];
      const before = index ? terms[index - 1][1] : 0;
      const row = document.createElement("div");
      row.className = index < chosen ? "row past" : "row";
      row.id = `${list.id}-${index}`;
      row.style.top = `${index * ROW}px`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-setsize", String(terms.length));
      row.setAttribute("aria-posinset", String(index + 1));
      row.setAttribute("aria-selected", String(index === chosen));
      /** @param {string} name @param {string | number} content */
      const add = (name, content) => {
        const span = document.createElement("span");
        span.className = name;
        span.textContent = String(content);
        row.append(span);
      };
      add("number", stop);
      add("move", text);
      if (data.segments.length > 1 && stop) {
        const segment = data.segments[segmentAt(stop - 1)];
        if (before <= segment[1]) add("part", segment[0]);
      } else if (stop && !data.terms && !data.lines && saysMore(stop)) add("part", said(stop));
      row.addEventListener("click", () => { pause(); go(before); });
      return row;
    }

    function fill() {
      const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
      const count = Math.ceil((list.clientHeight || 420) / ROW) + 8;
      const rows = [];
      for (let i = first; i < Math.min(terms.length, first + count); i += 1) rows.push(rowOf(i));
      spacer.replaceChildren(...rows);
    }

    /** @param {number} whole */
    function follow(whole) {
      const index = termAt(whole);
      if (index === chosen) return;
      chosen = index;
      const top = Math.min(index, terms.length - 1) * ROW;
      const high = list.clientHeight;
      if (top < list.scrollTop || top + ROW > list.scrollTop + high) {
        list.scrollTop = Math.max(0, top - high / 2);
      }
      fill();
      if (index < terms.length) list.setAttribute("aria-activedescendant", `${list.id}-${index}`);
      else list.removeAttribute("aria-activedescendant");
    }

    // --- what the user does ---

    function pause() {
      playing = false;
      find("play").classList.remove("on");
      find("play").setAttribute("aria-label", words.play);
      if (!aim) position = Math.round(position);
      ask();
    }

    function play() {
      if (!total) return;
      if (position >= total) position = 0;
      aim = null;
      playing = true;
      find("play").classList.add("on");
      find("play").setAttribute("aria-label", words.pause);
      ask();
    }

    const toggle = () => (playing ? pause() : play());

    /** @param {number} to */
    function go(to) {
      aim = null;
      position = Math.max(0, Math.min(total, to));
      ask();
    }

    /** @param {number} way */
    function step(way) {
      const from = aim ? aim.to : position;
      pause();
      const to = way > 0 ? Math.floor(from) + 1 : Math.ceil(from) - 1;
      if (to < 0 || to > total) return;
      position = from;
      if (still.matches) go(to);
      else aim = { from, to, begun: 0 };
      ask();
    }

    /** @param {number} way */
    function segment(way) {
      const edges = [0, ...parts.map((part) => part[2])];
      const here = Math.round(position);
      const to = way > 0 ? edges.find((edge) => edge > here)
        : edges.reverse().find((edge) => edge < here);
      pause();
      go(to === undefined ? here : to);
    }

    /** @type {Record<string, () => void>} */
    const keys = {
      " ": toggle,
      k: toggle,
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => { pause(); go(0); },
      End: () => { pause(); go(total); },
      PageDown: () => segment(1),
      PageUp: () => segment(-1),
      l: () => { loop.checked = !loop.checked; },
    };

    const self = {
      id: section.id,
      /** @param {KeyboardEvent} event */
      key(event) {
        const target = event.target;
        const typed = target instanceof HTMLElement ? target : document.body;
        if (event.ctrlKey || event.altKey || event.metaKey || typed.matches("select, pre")) return;
        if (section.hidden) return;
        if (typed.matches("button, summary, input[type=checkbox]") && event.key === " ") return;
        const action = keys[event.key];
        if (action) {
          event.preventDefault();
          action();
        }
      },
      resize,
    };

    function marks() {
      const marked = canvas("marks");
      const width = marked.clientWidth;
      const ratio = window.devicePixelRatio || 1;
      marked.width = width * ratio;
      marked.height = 8 * ratio;
      const pen = /** @type {CanvasRenderingContext2D} */ (marked.getContext("2d"));
      pen.scale(ratio, ratio);
      pen.fillStyle = style().faint;
      const thumb = 8;
      for (const part of parts.slice(1)) {
        pen.fillRect(thumb + part[1] / total * (width - 2 * thumb) - 0.5, 0, 1, 8);
      }
    }

    function resize() {
      board.fit(find("stage").clientWidth, Math.max(240, Math.min(window.innerHeight - 310, 860)));
      if (goal) {
        goal.fit(132, 132);
        goal.paintGoal();
      }
      marks();
      fill();
      draw();
    }

    find("play").addEventListener("click", toggle);
    find("first").addEventListener("click", keys.Home);
    find("last").addEventListener("click", keys.End);
    find("back").addEventListener("click", () => step(-1));
    find("step").addEventListener("click", () => step(1));
    find("board").addEventListener("click", toggle);
    slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
    list.addEventListener("scroll", fill, { passive: true });
    section.addEventListener("focusin", () => { active = self; });
    section.addEventListener("pointerdown", () => { active = self; });
    slider.max = String(total);
    if (parts.length > 1) {
      parts.slice(0, 2000).forEach(([name], i) => segments.append(new Option(name, String(i))));
      segments.addEventListener("change", () => {
        pause();
        go(parts[Number(segments.value)][1]);
        segments.blur();
      });
    } else segments.hidden = true;
    if (!total) button("play").disabled = slider.disabled = true;
    watchWidth(find("stage"), resize);
    window.addEventListener("resize", resize);
    resize();
    players.push(self);
  }

  // --- the page ---

  followTheme(() => {
    for (const one of players) one.resize();
  });
  document.addEventListener("keydown", (event) => {
    const one = active || players[0];
    if (one) one.key(event);
  });
  for (const section of document.querySelectorAll("section")) {
    if (section.querySelector(".data")) player(section);
  }
  for (const which of document.querySelectorAll("select")) { // of several solutions
    if (!which.matches(".which")) continue;
    const show = () => {
      for (const { value } of which.options) {
        part(document, `[id="${value}"]`, HTMLElement).hidden = value !== which.value;
      }
      active = players.find((each) => each.id === which.value);
      active?.resize();
    };
    which.addEventListener("change", show);
    which.selectedIndex = 0; // a browser may remember another from before
  }
})();
