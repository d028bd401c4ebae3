// Plays searches that were recorded, in step; it knows no rules, see search_page.py.
"use strict";
(() => {
  const { Painter, Position, followTheme, language, part, read, style } = boards;
  const section = part(document, "#search", HTMLElement);
  /** @param {string} name */
  const find = (name) => part(section, name, HTMLElement);
  /** @type {SearchData} */
  const data = read(part(section, ".data", HTMLScriptElement));
  const still = { ...data, room: [0, 0], forms: [], motions: [], labels: null };
  const slider = part(section, ".slider", HTMLInputElement);
  const speed = part(section, ".speed", HTMLSelectElement);
  let at = 0;
  let timer = 0;

  /** @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
  function prepared(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.scale(ratio, ratio);
    return pen;
  }

  // One search: its board, its tree, and what is said of it.
  /** @param {HTMLElement} article @param {Search} search */
  function searchIn(article, search) {
    const board = part(article, ".board", HTMLCanvasElement);
    const tree = part(article, ".tree", HTMLCanvasElement);
    const painter = new Painter(board, still, false);
    const goals = new Set(search.goals);
    let index = 0;
    /** @type {number | null} */
    let chosen = null;
    /** @type {Map<number, [number, number]>} */
    let places = new Map();

    /** @param {number} node */
    function way(node) {
      const found = [];
      for (; node !== -1; node = search.before[node]) found.push(node);
      return found.reverse();
    }

    /** @param {number} node */
    function drawBoard(node) {
      const shown = new Position(still);
      /** @param {number} each */
      const cellOf = (each) => Number(search.boards[each]);
      if (data.trail.length) {
        const [, first, met] = search.steps[index];
        shown.trail = way(node).map(cellOf);
        for (let each = first + 1; each < met; each += 1) {
          shown.branches.push([cellOf(search.before[each]), cellOf(each)]);
        }
      } else shown.cells = [search.boards[node]].flat();
      painter.fit(board.clientWidth, Infinity);
      painter.paint(shown, 0);
    }

    // Leaves stand one after the other, all others above the middle of theirs.
    /** @param {number} first @param {number} met @param {number} width @param {number} height */
    function layOut(first, met, width, height) {
      /** @type {Map<number, number[]>} */
      const below = new Map();
      for (let node = first + 1; node < met; node++) {
        const before = search.before[node];
        const there = below.get(before);
        if (there) there.push(node);
        else below.set(before, [node]);
      }
      /** @type {Map<number, number>} */
      const slot = new Map();
      const depth = new Map([[first, 0]]);
      let leaf = 0;
      let deepest = 0;
      const pending = [first];
      while (pending.length) {
        const node = pending[pending.length - 1];
        const children = below.get(node) || [];
        const end = slot.get(children[children.length - 1]);
        if (!children.length) slot.set(node, leaf++);
        else if (end !== undefined) slot.set(node, ((slot.get(children[0]) ?? end) + end) / 2);
        else {
          for (const child of [...children].reverse()) {
            const down = (depth.get(node) || 0) + 1;
            depth.set(child, down);
            deepest = Math.max(deepest, down);
            pending.push(child);
          }
          continue;
        }
        pending.pop();
      }
      const across = (width - 24) / Math.max(1, leaf);
      const down = (height - 24) / (deepest + 1);
      places = new Map();
      for (const [node, x] of slot) {
        places.set(node, [12 + (x + 0.5) * across, 12 + ((depth.get(node) || 0) + 0.5) * down]);
      }
      return Math.max(1, Math.min(8, across * 0.4, down * 0.3));
    }

    function drawTree() {
      const [width, height] = [tree.clientWidth, tree.clientHeight];
      const s = style();
      const pen = prepared(tree, width, height);
      const [node, first, met] = search.steps[index];
      const radius = layOut(first, met, width, height);
      pen.strokeStyle = s.faint;
      pen.globalAlpha = places.size > 400 ? 0.35 : 0.8;
      pen.beginPath();
      for (const [one, [x, y]] of places) {
        const before = places.get(search.before[one]);
        if (before) { pen.moveTo(...before); pen.lineTo(x, y); }
      }
      pen.stroke();
      pen.globalAlpha = 1;
      /** @param {[number, number]} place @param {number} size @param {string} tone */
      const dot = (place, size, tone) => {
        pen.fillStyle = tone;
        pen.beginPath();
        pen.arc(place[0], place[1], size, 0, 2 * Math.PI);
        pen.fill();
      };
      const step = search.first + index;
      for (const [one, place] of places) {
        const taken = search.taken[one] !== -1 && search.taken[one] <= step;
        dot(place, radius, taken && radius <= 2.5 ? s.ink : s.faint);
        if (!taken && radius > 2.5) dot(place, radius - 1.2, s.page);
      }
      /** @param {number} end @param {string} tone */
      const line = (end, tone) => {
        const seen = way(end).flatMap((each) => { // those drawn
          const place = places.get(each);
          return place ? [place] : [];
        });
        pen.strokeStyle = tone;
        pen.lineWidth = 2.4;
        pen.beginPath();
        seen.forEach((place, index) => pen[index ? "lineTo" : "moveTo"](...place));
        pen.stroke();
        pen.lineWidth = 1;
        for (const place of seen) dot(place, Math.max(2.2, radius * 0.8), tone);
      };
      if (chosen !== null) line(chosen, s.ink);
      line(node, s.accent);
      for (const one of goals) {
        const place = places.get(one);
        const size = Math.max(6, radius * 1.2);
        if (!place) continue;
        pen.fillStyle = s.ink;
        pen.beginPath();
        pen.moveTo(place[0], place[1] - size);
        pen.lineTo(place[0] + size, place[1]);
        pen.lineTo(place[0], place[1] + size);
        pen.lineTo(place[0] - size, place[1]);
        pen.fill();
      }
      dot(places.get(node) || [0, 0], Math.max(4.5, radius * 1.15), s.accent);
    }

    function draw() {
      drawTree();
      drawBoard(chosen === null ? search.steps[index][0] : chosen);
    }

    /** @param {number} number */
    function show(number) { // a search that has ended stays at its last step
      index = Math.min(number, search.steps.length - 1);
      chosen = null;
      const step = search.steps[index];
      const [, , , figures, sentence, answer, parts, next] = step;
      for (const [name, text] of Object.entries({ figures, sentence, answer, parts })) {
        part(article, `.${name}`, HTMLElement).textContent = data.texts[text];
      }
      part(article, ".next", HTMLElement).replaceChildren(...next.map((text) => {
        const row = document.createElement("li");
        row.textContent = data.texts[text];
        return row;
      }));
      draw();
    }

    tree.addEventListener("click", (event) => {
      chosen = null;
      let least = 144;
      for (const [node, [x, y]] of places) {
        const away = (x - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
        if (away < least) [chosen, least] = [node, away];
      }
      draw();
    });
    return { draw, show };
  }

  const searches = data.searches.map((search, number) => searchIn(
    part(section, `.search:nth-child(${number + 1})`, HTMLElement), search));

  /** @param {number} step */
  function goTo(step) {
    at = Math.max(0, Math.min(step, data.count - 1));
    slider.value = String(at);
    find(".count").textContent = [data.first + at + 1, data.first + data.count]
      .map((number) => number.toLocaleString(language)).join(" / ");
    searches.forEach((search) => search.show(at));
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    find(".play").classList.remove("on");
  }

  function play() {
    if (timer) { pause(); return; }
    if (at === data.count - 1) goTo(0);
    find(".play").classList.add("on");
    let due = 0;
    let before = performance.now();
    timer = setInterval(() => {
      const now = performance.now();
      due += ((now - before) * Number(speed.value)) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps) goTo(at + steps);
      if (at === data.count - 1) pause();
    }, 33);
  }

  /** @param {number} step */
  const go = (step) => { pause(); goTo(step); };
  find(".first").addEventListener("click", () => go(0));
  find(".back").addEventListener("click", () => go(at - 1));
  find(".play").addEventListener("click", play);
  find(".step").addEventListener("click", () => go(at + 1));
  find(".last").addEventListener("click", () => go(data.count - 1));
  slider.max = String(data.count - 1);
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const on = event.target instanceof Element ? event.target : section;
    if (on.matches("input, select, button") && event.key === " ") return;
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), " ": play,
      Home: () => go(0), End: () => go(data.count - 1) };
    if (keys[event.key] && !on.matches("select")) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  const redraw = () => searches.forEach((search) => search.draw());
  window.addEventListener("resize", redraw);
  goTo(0);
  followTheme(redraw);
})();
