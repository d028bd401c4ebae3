// A page of puzzles to play: an overview of all, and a puzzle that is played.
"use strict";
(() => {
  const {
    Painter, Position, cellName, filled, followTheme, language, part, read, still, valuesInWords, watchWidth,
    words,
  } = boards;
  const STEP_MS = 160;
  const ANSWER_PAUSE_MS = 450;
  const ENLARGED = 36; // pixels of a cell of an enlarged board
  const CLICK_DISTANCE = 0.15; // in cells, as far as a click may move
  const STROKE_DISTANCE = 0.4;

  const kinds = [...document.querySelectorAll("script.rules")].map(read);
  const scripts = [...document.querySelectorAll("script.data")];
  /** @type {PuzzleData[]} */
  const puzzles = []; // each read when it is first wanted
  const cards = [...document.querySelectorAll("li")].filter((each) => each.matches(".cards li"));
  const overview = part(document, "#overview", HTMLElement);
  const refused = part(overview, ".refused", HTMLElement);
  const section = part(document, "#puzzle", HTMLElement);
  /** @param {string} name */
  const find = (name) => part(section, `.${name}`, HTMLElement);
  /** @param {string} name */
  const button = (name) => part(section, `button.${name}`, HTMLButtonElement);
  const onward = part(section, ".onward", HTMLAnchorElement);
  const previous = part(section, "#previous", HTMLAnchorElement);
  const following = part(section, "#next", HTMLAnchorElement);
  const home = part(document, ".home", HTMLAnchorElement);
  const element = document.getElementById("address");
  /** @type {LinkTables | null} */
  const tables = element && read(element); // with which the board of an address is played
  overview.classList.toggle("empty", !scripts.length);
  const GUEST = scripts.length; // index of that board
  const single = Boolean(tables) && scripts.length < 2; // no overview to go back to
  /** @type {PuzzleData | null} */
  let guest = null;
  const board = part(section, "canvas.board", HTMLCanvasElement);
  const title = document.title;
  /** @param {number} count */
  const number = (count) => count.toLocaleString(language);
  /** @param {number} count */
  const moves = (count) => filled(words[count === 1 ? "move" : "moves"], { count: number(count) });

  /** @param {number} index @returns {PuzzleData} */
  function puzzleAt(index) {
    if (index === GUEST && guest) return guest;
    if (!puzzles[index]) {
      const data = read(scripts[index]);
      puzzles[index] = { ...kinds[data.rules], ...data };
    }
    return puzzles[index];
  }

  // --- progress, kept by the browser for each puzzle ---

  const isAlone = () => current === GUEST || single; // without a number

  /** @param {number} index */
  const key = (index) => (
    index === GUEST ? `puzzlegui/id/${guest?.id}` : `puzzlegui/${words.digest}/${index}`);
  /** @type {Record<string, Kept>} */
  const forgotten = {}; // used where the browser keeps nothing

  /** @param {string} name @returns {Kept} */
  function stored(name) {
    try {
      return JSON.parse(localStorage.getItem(name) || "{}") || {};
    } catch {
      return forgotten[name] || {};
    }
  }

  /** @param {string} name @param {Kept} value */
  function store(name, value) {
    forgotten[name] = value;
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      part(overview, ".unkept", HTMLElement).hidden = false;
    }
  }

  // --- the overview ---

  const lengths = part(overview, "#lengths", HTMLInputElement);

  /** @param {PuzzleData} data */
  function lengthText(data) {
    if (data.length === null || !lengths.checked) return "";
    return filled(data.optimal ? words.shortest : words.known, { count: number(data.length) });
  }

  /** @param {number} index */
  function stateText(index) {
    const { best, seen, at } = stored(key(index));
    if (best) return `\u2713 ${filled(words.done, { moves: moves(best) })}`;
    if (seen) return `\u25cb ${words.seen}`;
    return at ? `\u25cb ${filled(words.begun, { moves: moves(at) })}` : "";
  }

  /** @param {number} index */
  const isDone = (index) => Boolean(stored(key(index)).best);

  function progressText() {
    const done = scripts.filter((_, index) => isDone(index)).length;
    return filled(words.progress, { done: number(done), all: number(scripts.length) });
  }

  /** @param {number} index */
  function showCard(index) {
    const card = cards[index];
    part(card, ".done", HTMLElement).textContent = stateText(index);
    card.classList.toggle("solved", isDone(index));
  }

  /** @param {number} index @param {number} side @param {number} [ratio] */
  function drawCard(index, side, ratio) {
    const data = puzzleAt(index);
    const [start, goal] = cards[index].querySelectorAll("canvas");
    const drawn = new Painter(start, data, false);
    drawn.fit(side, side, ratio);
    drawn.paint(new Position(data), 0);
    goal.hidden = !data.goal;
    if (!data.goal) return;
    const wanted = new Painter(goal, data, false);
    wanted.fit(side * 0.55, side * 0.55, ratio);
    wanted.paintGoal();
  }

  /** @param {number} index */
  function showLength(index) {
    part(cards[index], ".length", HTMLElement).textContent = lengthText(puzzleAt(index));
  }

  /** @type {Set<number>} */
  const seen = new Set(); // cards in sight, whose boards are drawn
  const sight = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const index = cards.findIndex((each) => each === entry.target);
      if (!entry.isIntersecting) continue;
      seen.add(index);
      sight.unobserve(entry.target);
      drawCard(index, 150);
      showLength(index);
    }
  }, { rootMargin: "300px" });
  for (const card of cards) sight.observe(card);

  function showOverview() {
    part(overview, ".progress", HTMLElement).textContent = progressText();
    cards.forEach((_, index) => showCard(index));
    for (const index of seen) showLength(index);
  }

  lengths.checked = stored("puzzlegui/lengths").hidden !== true;
  lengths.addEventListener("change", () => {
    store("puzzlegui/lengths", { hidden: !lengths.checked });
    showOverview();
  });

  // --- the board of the address, if the page plays such ---

  /** @param {string} colour */
  function light(colour) { // relative luminance
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** @param {ReturnType<typeof rules.game>} data @param {Record<string, string>} own @param {LinkTables["colours"]} shades */
  function coloured(data, own, { gradient, distinct, zero, inks }) { // as the program colours boards: a gradient if most values differ
    const values = [...new Set(data.start)].filter((value) => value !== data.gap);
    values.sort((one, other) => one - other);
    const differ = 2 * values.length > data.start.length;
    /** @type {Record<string, string>} */
    const colours = {};
    if (data.target === null) {
      values.forEach((value, index) => {
        colours[value] = value === 0 ? zero : differ
          ? gradient[Math.floor(index * gradient.length / values.length)]
          : distinct[(value - 1) % distinct.length];
      });
    }
    for (const [value, colour] of Object.entries(own)) {
      if (/^#[0-9a-f]{6}$/i.test(colour)) colours[value] = colour;
    }
    /** @type {Record<string, number[]>} */
    const found = { [inks[0]]: [], [inks[1]]: [] };
    for (const [value, colour] of Object.entries(colours)) {
      found[inks[light(colour) > 0.18 ? 0 : 1]].push(Number(value));
    }
    return { colours, inks: found };
  }

  /** @param {unknown} value */
  const asText = (value) => (typeof value === "string" ? value : "");

  /** @param {string | undefined} encoded */
  function texts(encoded) { // title, message and names, which an ID lacks
    if (!encoded) return {};
    try {
      const bytes = Uint8Array.from(atob(encoded.replace(/-/g, "+").replace(/_/g, "/")),
        (letter) => letter.charCodeAt(0));
      const found = JSON.parse(new TextDecoder().decode(bytes));
      return found && typeof found === "object" ? found : {};
    } catch {
      return {};
    }
  }

  /** @param {string} hash @param {LinkTables} tables */
  function readAddress(hash, tables) { // true if there is a board in it
    halt();
    finish(); // while the board before it is still the guest
    refused.hidden = true;
    try {
      const [id, encoded] = decodeURIComponent(hash.slice(1)).split("&x=");
      const game = rules.game(ids.read(id, tables.dictionary), tables.texts);
      const { title: named, message, names, colours } = texts(encoded);
      guest = {
        ...game, ...coloured(game, colours || {}, tables.colours), id: id.slice(4).replace(/\W/g, "").slice(-40),
        names: Object.fromEntries(Object.entries(names || {}).map(
          ([value, name]) => [value, asText(name)])),
        title: asText(named) || words.untitled, about: "", stars: "", stars_label: "", note: "",
        message: asText(message), length: null, optimal: false, unique: false, answer: null,
      };
      return true;
    } catch (error) {
      const reason = error instanceof ids.IdError ? error.message : error instanceof URIError ? "damaged" : "invalid";
      refused.textContent = tables.errors[reason];
      refused.hidden = false;
      return false;
    }
  }

  // --- questions ---

  const sure = part(document, "#sure", HTMLDialogElement);

  /** @param {string} question @param {string} yes @param {() => void} then */
  function confirmed(question, yes, then) {
    part(sure, "#question", HTMLElement).textContent = question;
    part(sure, "[value=yes]", HTMLElement).textContent = yes;
    sure.returnValue = "no";
    sure.onclose = () => { if (sure.returnValue === "yes") then(); };
    sure.showModal();
  }

  part(overview, "#forget", HTMLButtonElement).addEventListener("click", () => {
    confirmed(words.sure_forget, words.yes_forget, () => {
      scripts.forEach((_, index) => {
        try {
          localStorage.removeItem(key(index));
        } catch { /* nothing is kept */ }
        delete forgotten[key(index)];
      });
      showOverview();
    });
  });

  // --- the time from the first move to the last ---

  const clock = { kept: 0, since: 0 };
  const passed = () => clock.kept + (clock.since ? performance.now() - clock.since : 0);

  function stopClock() {
    clock.kept = passed();
    clock.since = 0;
  }

  function showTime() {
    const seconds = Math.floor(passed() / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    find("time").textContent = passed() ? text : "";
  }

  setInterval(() => { if (clock.since) showTime(); }, 250);

  // --- the puzzle that is played ---

  let current = -1; // its index, -1 on the overview
  /** @type {PuzzleData} */
  let data; // this and the next two are set when a puzzle is opened
  /** @type {InstanceType<typeof play.Game>} */
  let game;
  /** @type {InstanceType<typeof Painter>} */
  let painter;
  /** @type {InstanceType<typeof Painter> | null} */
  let goal = null;
  /**
   * @type {{ motion: Motion, from: number, to: number, begun: number, numbers: number[] | null }
   *   | null}
   */
  let run = null; // a move that is shown
  /** @type {{ motion: Motion, numbers: number[], share: number } | null} */
  let shown = null; // a drag
  /** @type {Motion | null} */
  let pointed = null; // the motion that a press would make
  let pending = false;
  let answering = 0; // timer of the next move of the answer
  let cursor = 0; // cell of the keyboard
  let keyed = false; // the keyboard was used last
  let clockwise = false; // a click turns clockwise

  const ended = () => game.solved() && game.at > 0;

  function ask() {
    if (pending) return;
    pending = true;
    requestAnimationFrame(frame);
  }

  /** @param {number} now */
  function frame(now) {
    pending = false;
    if (current < 0) return;
    if (run) {
      run.begun = run.begun || now;
      const passed = Math.min(1, (now - run.begun) / STEP_MS);
      if (passed < 1) {
        const eased = passed * passed * (3 - 2 * passed);
        draw(run.motion, Math.max(1e-6, run.from + (run.to - run.from) * eased));
        ask();
        return;
      }
      finish();
    }
    if (shown) draw(shown.motion, shown.share);
    else draw(pointed, 0);
  }

  /** @param {Motion | null} motion @param {number} share */
  function draw(motion, share) {
    game.aim = motion;
    painter.paint(game, share);
    if (share || ended()) return;
    for (const move of data.trail.length ? game.legal() : []) ring(game.numbered(move).walk ?? -1);
    if (keyed && !data.arrows && document.activeElement === board) ring(cursor, true);
  }

  /** @param {number} cell @param {boolean} [square] */
  function ring(cell, square) { // a cell that a walker can go to, or the keyboard is at
    const { pen, pitch } = painter;
    const inset = pitch * (square ? 0.04 : 0.12);
    for (const [tone, thick] of painter.tones()) {
      pen.strokeStyle = tone;
      pen.lineWidth = thick;
      painter.box(painter.x(cell) + inset, painter.y(cell) + inset, pitch - 2 * inset,
        pitch - 2 * inset, pitch * (square ? 0.1 : 0.38));
      pen.stroke();
    }
  }

  function finish() { // the move that is shown, at once
    if (!run) return;
    const { numbers } = run;
    run = null;
    if (numbers) made(numbers);
  }

  /** @param {number[]} numbers @param {number} [from] */
  function perform(numbers, from = 0) {
    finish();
    if (!numbers.length) {
      say(words.blocked);
      return;
    }
    if (ended()) return;
    pointed = null;
    if (still.matches) made(numbers);
    else run = { motion: game.joint(numbers), from, to: 1, begun: 0, numbers };
    ask();
  }

  /** @param {number[]} numbers */
  function made(numbers) {
    const text = game.describe(numbers[0]);
    if (!game.play(numbers)) return;
    clock.since = clock.since || performance.now();
    say(text);
    save();
    tell(true);
  }

  /** @param {boolean} back */
  function take(back) { // back a move, or forward again
    halt();
    finish();
    if (back ? !game.at : game.at === game.history.length) return;
    say(back ? words.undone : game.describe(game.history[game.at]));
    if (back) game.back();
    else game.forward();
    pointed = null;
    if (back && !still.matches) {
      run = { motion: game.numbered(game.history[game.at]), from: 1, to: 0, begun: 0, numbers: null };
    }
    save();
    tell(!back);
    ask();
  }

  function restart() {
    halt();
    finish();
    while (game.at) game.back();
    pointed = null;
    clock.kept = clock.since = 0;
    say(words.start);
    save();
    tell(false);
    ask();
  }

  const said = find("said");
  /** @param {string} text */
  function say(text) { said.textContent = text; }

  function save() {
    const before = stored(key(current));
    const best = ended() && !before.seen
      ? Math.min(before.best || Infinity, game.at) : before.best;
    store(key(current), { ...before, moves: game.history, at: game.at, best, time: passed() });
  }

  function restore() {
    const { moves: kept, at } = stored(key(current));
    const whole = Array.isArray(kept) && game.play(kept);
    while (game.at > (whole ? at || 0 : 0)) game.back();
    if (!whole) game.history = [];
  }

  function nextUnsolved() { // -1 if there is none but this
    for (let step = 1; current !== GUEST && step < scripts.length; step += 1) {
      const index = (current + step) % scripts.length;
      if (!isDone(index)) return index;
    }
    return -1;
  }

  function wonText() {
    const fields = { moves: moves(game.at), length: data.length && number(data.length) };
    const { seen: helped } = stored(key(current));
    if (helped) return filled(words.won_shown, fields);
    if (data.length === null || game.at < data.length) return filled(words.won, fields);
    if (data.optimal && game.at === data.length) return filled(words.won_shortest, fields);
    if (game.at === data.length || !lengths.checked) return filled(words.won, fields);
    return filled(data.optimal ? words.won_longer : words.won_known, fields);
  }

  /** @param {boolean} news */
  function tell(news) { // news: a move was made, which may have solved the puzzle
    const won = find("won");
    const over = ended();
    const { best } = stored(key(current));
    if (over) stopClock();
    showTime();
    find("count").textContent = moves(game.at);
    const facts = [];
    if (data.wanted !== null || data.trail.length && data.signed) {
      const text = filled(data.wanted === null ? words.sum : words.sum_of,
        { now: game.sum(), wanted: data.wanted });
      facts.push(text.replaceAll("-", "\u2212"));
    }
    if (lengthText(data)) facts.push(lengthText(data));
    if (data.unique && lengths.checked) facts.push(words.unique);
    if (best) facts.push(filled(words.best, { count: number(best) }));
    find("what").textContent = facts.join(" \u00b7 ");
    won.hidden = !over;
    if (over) {
      const next = nextUnsolved();
      const everything = !isAlone() && next < 0 && isDone(current);
      const texts = [`\u2713 ${wonText()}`, data.message, everything ? words.won_all : ""];
      const verdict = texts.filter(Boolean).join(" ");
      find("verdict").textContent = verdict;
      onward.hidden = next < 0;
      link(onward, next);
      if (news) {
        say(verdict);
        const seconds = Math.round(passed() / 1000);
        const event = { puzzlegui: "solved", moves: game.at, seconds };
        if (window.parent !== window) window.parent.postMessage(event, "*");
      }
      won.classList.toggle("fresh", news);
    }
    button("back").disabled = button("restart").disabled = !game.at;
    button("again").disabled = game.at === game.history.length;
    for (const each of find("moves").querySelectorAll("button")) each.disabled = over;
    board.setAttribute("aria-label", describe());
  }

  function describe() {
    const walks = game.trail.length > 0;
    const cell = walks ? cellName(game.trail[game.trail.length - 1], data.columns) : "";
    const [boardText, walkText] = isAlone() ? [words.board_alone, words.walk_alone]
      : [words.board, words.walk];
    return filled(walks ? walkText : boardText, {
      number: current + 1, title: data.title, count: moves(game.at), cell,
      target: cellName(data.target || 0, data.columns),
      rows: valuesInWords(game.cells, data),
    });
  }

  // --- the answer ---

  function answer() { // the reverse of _scrambled in book_page.py
    const text = atob(data.answer || "");
    return Array.from({ length: text.length / 2 }, (_, place) => (
      (text.charCodeAt(2 * place) * 256 + text.charCodeAt(2 * place + 1))
        ^ ((place * 40503 + 12345) % 65536)));
  }

  function showAnswer() {
    const first = data.trail.length ? [cellName(data.trail[0], data.columns)] : [];
    const texts = answer().map((move) => game.nameOf(move));
    find("listed").textContent = [...first, ...texts].join(" ");
    find("answer").hidden = false;
    find("ask").hidden = true;
  }

  function askAnswer() {
    confirmed(words.sure_answer, words.yes_answer, () => {
      store(key(current), { ...stored(key(current)), seen: true });
      showAnswer();
      find("show").focus();
    });
  }

  function halt() {
    clearTimeout(answering);
    answering = 0;
  }

  function playAnswer() {
    restart();
    const rest = answer().reverse();
    const next = () => {
      const move = rest.pop();
      if (move === undefined) return;
      perform([move]);
      answering = setTimeout(next, ANSWER_PAUSE_MS);
    };
    next();
  }

  // --- pointer: mouse, pen and touch ---

  /**
   * @type {{ id: number, down: number, right: number, secondary: boolean, stays: boolean,
   *   dragging: boolean } | null}
   */
  let grip = null;

  /** @param {PointerEvent} event */
  function place(event) {
    const box = board.getBoundingClientRect();
    return [(event.clientY - box.top - painter.top) / painter.pitch,
      (event.clientX - box.left - painter.left) / painter.pitch];
  }

  /** @param {boolean} secondary */
  const other = (secondary) => secondary !== clockwise;
  const enlarged = () => find("zoom").getAttribute("aria-pressed") === "true";

  /** @param {number[]} numbers */
  function point(numbers) { // out the moves that a press makes
    pointed = numbers.length && !ended() ? game.joint(numbers) : null;
    ask();
  }

  document.addEventListener("pointerdown", () => {
    keyed = false;
    ask();
  });

  board.addEventListener("pointerdown", (event) => {
    halt();
    if (grip) { // a second finger: no move, perhaps a zoom
      release();
      return;
    }
    if (event.button !== 0 && event.button !== 2) return;
    finish();
    const [down, right] = place(event);
    grip = {
      id: event.pointerId, down, right, secondary: event.button === 2,
      stays: event.pointerType === "touch" && enlarged(), // it scrolls
      dragging: false,
    };
    if (event.pointerType === "touch" && !game.legal().some((n) => game.numbered(n).turn)) {
      point([]);
    } else point(game.click(down, right, other(event.button === 2)));
    try {
      board.setPointerCapture(event.pointerId);
    } catch { /* it has ended already */ }
  });

  function release() {
    grip = null;
    shown = null;
    point([]);
  }

  board.addEventListener("pointermove", (event) => {
    const [down, right] = place(event);
    if (!grip) {
      keyed = false;
      if (event.pointerType !== "touch" && !run) point(game.click(down, right, other(false)));
      return;
    }
    if (event.pointerId !== grip.id || grip.secondary || grip.stays || ended()) return;
    const by = [down - grip.down, right - grip.right];
    if (!grip.dragging && Math.max(...by.map(Math.abs)) <= CLICK_DISTANCE) return;
    grip.dragging = true;
    const numbers = game.drag(grip.down, grip.right, by[0], by[1]);
    shown = null;
    if (numbers.length) {
      const motion = game.joint(numbers);
      const [goDown, goRight] = game.way(motion, game.nearestCell(grip.down, grip.right));
      const along = (by[0] * goDown + by[1] * goRight) / (goDown ** 2 + goRight ** 2);
      shown = { motion, numbers, share: Math.min(Math.max(along, 0), 1) };
    }
    ask();
  });

  board.addEventListener("pointerup", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { down, right, secondary, dragging, stays } = grip;
    const drag = shown;
    const [toDown, toRight] = place(event);
    const by = [toDown - down, toRight - right];
    release();
    board.focus({ preventScroll: true });
    if (drag) {
      // The distance is rounded to a whole number of moves.
      const steps = drag.motion.go ? Math.max(...drag.motion.go.map(Math.abs)) : 1;
      const whole = Math.round(drag.share * steps);
      const count = whole * drag.numbers.length / steps;
      if (count) perform(drag.numbers.slice(0, count), Math.min(1, drag.share * steps / whole));
      return;
    }
    const far = Math.hypot(...by);
    if (stays && far > CLICK_DISTANCE) return;
    if (dragging && far > STROKE_DISTANCE) {
      const stroke = game.stroke(down, right, by[0], by[1]);
      if (stroke.length) perform(stroke);
      return;
    }
    perform(game.click(down, right, other(secondary)));
  });
  board.addEventListener("pointercancel", release);
  board.addEventListener("pointerleave", () => { if (!grip && !keyed) point([]); });
  board.addEventListener("touchmove", (event) => { // else a quick drag swallows the next tap
    const scrolls = board.style.touchAction === "manipulation";
    if (!scrolls && event.touches.length === 1 && event.cancelable) event.preventDefault();
  }, { passive: false });
  board.addEventListener("contextmenu", (event) => event.preventDefault());

  // --- keys ---

  /** @type {Record<string, [number, number]>} */
  const STEPS = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    Home: [0, -99], End: [0, 99], PageUp: [-99, 0], PageDown: [99, 0],
  };
  /** @type {Record<string, [number, number]>} */
  const DIAGONALS = { Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1] };
  /** @type {Record<string, string>} */
  const KEYPAD = { // with Num Lock
    Numpad1: "End", Numpad2: "ArrowDown", Numpad3: "PageDown", Numpad4: "ArrowLeft",
    Numpad6: "ArrowRight", Numpad7: "Home", Numpad8: "ArrowUp", Numpad9: "PageUp",
  };

  /** @param {boolean} secondary */
  function atCursor(secondary) { // near the centre of the cursor's block
    const row = Math.floor(cursor / data.columns);
    return game.click(row + 0.75, cursor % data.columns + 0.75, other(secondary));
  }

  /** @param {[number, number]} step */
  function moveCursor([down, right]) {
    const { rows, columns } = data;
    const row = Math.min(Math.max(Math.floor(cursor / columns) + down, 0), rows - 1);
    const column = Math.min(Math.max(cursor % columns + right, 0), columns - 1);
    cursor = row * columns + column;
    const value = game.cells[cursor];
    say(filled(words.cursor, {
      cell: cellName(cursor, columns),
      value: value === data.gap ? words.gap : data.names[value] || value,
    }));
    point(atCursor(false));
    if (!enlarged()) return;
    const box = find("frame");
    box.scrollTo(painter.x(cursor) - box.clientWidth / 2, painter.y(cursor) - box.clientHeight / 2);
  }

  /** @param {KeyboardEvent} event @param {string} name */
  function arrow(event, name) {
    const step = (data.arrows && DIAGONALS[name]) || STEPS[name];
    const single = Math.max(...step.map(Math.abs)) === 1;
    finish();
    if (single && (data.arrows || event.shiftKey)) {
      const numbers = game.arrow(cursor, ...step);
      if (numbers.length || data.arrows) {
        perform(numbers);
        return;
      }
    }
    if (!data.arrows) moveCursor(step);
  }

  /** @param {KeyboardEvent} event */
  function enter(event) {
    finish();
    if (!data.arrows) perform(atCursor(event.shiftKey));
  }

  /** @param {string} name */
  const letterOf = (name) => data.letters[name.toUpperCase()]; // its move, and the inverse
  const lettered = () => Object.keys(data.letters).length > 0; // letters are moves and nothing else

  /** @param {KeyboardEvent} event */
  function letter(event) {
    const move = letterOf(event.key)[event.shiftKey ? 1 : 0];
    perform(move === null ? [] : [move]);
  }

  /** @type {Record<string, (event: KeyboardEvent, name: string) => void>} */
  const keys = {
    ...Object.fromEntries(Object.keys(STEPS).map((name) => [name, arrow])),
    Enter: enter,
    " ": enter,
    Backspace: () => take(true),
    y: () => take(false),
    r: restart,
    n: () => { if (current < scripts.length - 1) open(current + 1); },
    p: () => { if (current > 0 && !isAlone()) open(current - 1); },
    Escape: () => open(-1),
  };

  document.addEventListener("keydown", (event) => {
    keyed = true;
    if (current < 0 || sure.open) return;
    const name = (data.arrows && KEYPAD[event.code])
      || (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (event.ctrlKey || event.metaKey) {
      if (name === "z" || name === "y") {
        event.preventDefault();
        take(name === "z" && !event.shiftKey);
      }
      return;
    }
    const on = event.target instanceof Element ? event.target : board;
    const act = lettered() && /^[a-z]$/.test(name) ? letterOf(name) && letter : keys[name];
    if (event.altKey || !act || on.matches("input, select, pre")) return;
    if (on.matches("button, a, summary") && (name === "Enter" || name === " ")) return;
    event.preventDefault();
    halt();
    if (on !== board && (STEPS[name] || name === "Enter" || name === " ")) board.focus();
    act(event, name);
    ask();
  });

  // --- showing a puzzle ---

  const beside = matchMedia("(max-height: 540px) and (min-width: 600px)"); // as in book.css

  function heightLeft() { // for the board, with the buttons below it in sight
    const frame = find("frame");
    const below = beside.matches ? 0
      : find("stage").offsetHeight - frame.offsetHeight - find("won").offsetHeight;
    const above = frame.getBoundingClientRect().top + window.scrollY;
    return Math.max(220, Math.min(window.innerHeight - above - Math.min(below, 150) - 34, 1200));
  }

  function resize() {
    if (current < 0) return;
    const frameWidth = find("frame").clientWidth - 8;
    const { rows, columns } = data;
    const large = enlarged();
    const height = heightLeft();
    if (large) painter.fit(ENLARGED * columns + 40, ENLARGED * rows + 40);
    else painter.fit(frameWidth, height);
    board.style.width = large ? `${ENLARGED * columns + 40}px` : "100%";
    if (!large) find("zoom").hidden = painter.pitch >= 28;
    if (goal) {
      const narrow = beside.matches || window.innerWidth <= 760;
      const [least, whole] = narrow ? [96, frameWidth - 30] : [176, 276];
      const most = find("enlarge").getAttribute("aria-pressed") === "true"
        ? whole : Math.min(Math.max(least, 6 * columns), whole);
      find("goal").style.width = `${most}px`;
      goal.fit(most, most);
      goal.paintGoal();
    }
    if (run || shown) ask();
    else draw(pointed, 0); // at once, since the canvas is empty now
  }

  /** @param {HTMLElement} button @param {boolean} on */
  function press(button, on) { button.setAttribute("aria-pressed", String(on)); }

  /** @param {boolean} way */
  function turnBy(way) {
    clockwise = way;
    press(find("against"), !way);
    press(find("along"), way);
  }

  function named() { // buttons for moves around cycles, which no board shows
    const found = game.legal().filter((move) => game.numbered(move).arcs);
    find("moves").hidden = !found.length;
    find("moves").replaceChildren(...found.map((move) => {
      const button = document.createElement("button");
      const [name, text] = [game.nameOf(move), game.describe(move)];
      button.type = "button";
      button.textContent = name;
      button.title = text;
      button.setAttribute("aria-label", `${name}: ${text}`);
      const aim = () => point([move]);
      button.addEventListener("pointerenter", aim);
      button.addEventListener("focus", aim);
      button.addEventListener("pointerleave", () => point([]));
      button.addEventListener("blur", () => point([]));
      button.addEventListener("click", () => { halt(); perform([move]); });
      return button;
    }));
  }

  /** @param {HTMLAnchorElement} button @param {number} index */
  function link(button, index) {
    const there = index >= 0 && index < scripts.length;
    if (there) button.href = `#${index + 1}`;
    else button.removeAttribute("href");
    button.setAttribute("aria-disabled", String(!there));
  }

  /** @param {string} hash */
  function indexOf(hash) { // -1 for the overview
    if (tables && /^#\s*(pg|%20)/i.test(hash)) return readAddress(hash, tables) ? GUEST : -1;
    if (tables && scripts.length === 1) return 0;
    const index = /^#[1-9]\d*$/.test(hash) ? Number(hash.slice(1)) - 1 : -1;
    return index < scripts.length ? index : -1;
  }

  /** @param {number} index */
  function open(index) {
    if (index < 0 && single && current >= 0) return;
    try {
      history.pushState(null, "", index < 0 ? "#" : `#${index + 1}`);
    } catch { /* as in a frame that may not navigate */ }
    show(index);
  }

  /** @param {number} index */
  function show(index) {
    const before = current;
    halt();
    finish();
    current = index;
    overview.hidden = current >= 0;
    section.hidden = current < 0;
    home.hidden = current < 0 || single;
    part(document, "header", HTMLElement).classList.toggle("alone", home.hidden);
    if (current < 0) {
      document.title = title;
      showOverview();
      if (cards[before]) part(cards[before], "a", HTMLElement).focus();
      return;
    }
    data = puzzleAt(current);
    game = new play.Game(data);
    run = shown = grip = null;
    cursor = 0;
    clock.kept = stored(key(current)).time || 0;
    clock.since = 0;
    restore();
    const heading = isAlone() ? data.title : `${current + 1}. ${data.title}`;
    document.title = heading;
    part(section, "h1", HTMLElement).textContent = heading;
    find("stars").textContent = data.stars;
    find("stars").setAttribute("aria-label", data.stars_label);
    find("stars").hidden = !data.stars;
    find("about").textContent = data.about;
    find("note").textContent = data.note;
    find("rule").textContent = data.rule;
    const turns = game.legal().filter((move) => game.numbered(move).turn);
    const ways = new Set(turns.map((move) => game.turnOf(move)[2] > 0));
    find("turning").hidden = ways.size < 2;
    turnBy(ways.size > 1 && clockwise);
    named();
    const more = turns.length ? words.touch_turn : find("moves").hidden ? "" : words.buttons;
    find("how").textContent = `${data.how} ${more}`;
    const names = lettered() ? "keys_but_letters" : "keys";
    find("keys").textContent = words[isAlone() ? `${names}_alone` : names];
    const { seen: helped } = stored(key(current));
    find("answers").hidden = data.answer === null;
    find("ask").hidden = false;
    find("answer").hidden = true;
    find("listed").textContent = "";
    if (helped && data.answer !== null) showAnswer();
    press(find("zoom"), false);
    press(find("enlarge"), false);
    painter = new Painter(board, data, true);
    goal = data.goal ? new Painter(part(section, "canvas.goal", HTMLCanvasElement), data, false) : null;
    find("enlarge").hidden = !goal;
    if (data.goal) find("goal").setAttribute("aria-label",
      filled(words.goal, { rows: valuesInWords(data.goal, data) }));
    const scrolls = !turns.length && data.trail.length;
    board.style.touchAction = scrolls ? "manipulation" : "pinch-zoom";
    link(previous, current === GUEST ? -1 : current - 1);
    link(following, current === GUEST ? -1 : current + 1);
    previous.hidden = following.hidden = isAlone();
    tell(false);
    resize();
    board.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  for (const [name, action] of Object.entries({
    back: () => take(true), again: () => take(false), restart, ask: askAnswer, show: playAnswer,
    against: () => turnBy(false), along: () => turnBy(true),
  })) find(name).addEventListener("click", action);
  for (const name of ["zoom", "enlarge"]) {
    const button = find(name);
    button.addEventListener("click", () => {
      press(button, button.getAttribute("aria-pressed") !== "true");
      if (name === "zoom") board.style.touchAction = enlarged() ? "manipulation" : "pinch-zoom";
      resize();
    });
  }
  board.addEventListener("focus", ask);
  board.addEventListener("blur", () => { if (current >= 0) point([]); });
  window.addEventListener("popstate", () => show(indexOf(location.hash)));
  document.addEventListener("click", (event) => {
    const to = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(indexOf(to.getAttribute("href") || ""));
  });
  window.addEventListener("resize", resize);
  window.addEventListener("storage", () => { if (current < 0) showOverview(); });
  watchWidth(find("frame"), resize);

  /** @param {number} side @param {number} [ratio] */
  const redraw = (side, ratio) => {
    for (const index of seen) drawCard(index, side, ratio);
    if (current < 0) return;
    resize();
    draw(pointed, 0);
  };
  const setTheme = followTheme(() => redraw(150));
  let shade = "";
  window.addEventListener("beforeprint", () => { // on white, with all boards
    shade = document.documentElement.dataset.theme || "";
    cards.forEach((_, index) => seen.add(index));
    if (current < 0) showOverview();
    setTheme("light");
    redraw(150, 3);
  });
  window.addEventListener("afterprint", () => setTheme(shade));
  show(indexOf(location.hash));
})();
