// Plays searches that were recorded, in step; it knows no rules, see search_page.py.
"use strict";
(() => {
  const { Painter, Position, followTheme, language, style } = boards;
  const section = document.getElementById("search");
  const find = (name) => section.querySelector(name);
  const data = JSON.parse(find(".data").textContent);
  const [NODE, FIGURES, SENTENCE, ANSWER, PARTS, NEXT] = [0, 3, 4, 5, 6, 7];
  const slider = find(".slider");
  let at = 0;
  let timer = 0;

  function prepared(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    return pen;
  }

  // One search: its board, its tree, and what is said of it.
  function searchIn(article, search) {
    const part = (name) => article.querySelector(name);
    const board = part(".board");
    const tree = part(".tree");
    const painter = new Painter(board, data, false);
    const goals = new Set(search.goals);
    let index = 0, chosen = null, places = new Map();

    function way(node) {
      const found = [];
      for (; node !== -1; node = search.before[node]) found.push(node);
      return found.reverse();
    }

    function drawBoard(node) {
      const shown = new Position(data);
      if (data.trail.length) {
        const [, first, met] = search.steps[index];
        shown.trail = way(node).map((each) => search.boards[each]);
        for (let each = first + 1; each < met; each += 1) {
          shown.branches.push([search.boards[search.before[each]], search.boards[each]]);
        }
      } else shown.cells = search.boards[node];
      painter.fit(board.clientWidth, Infinity);
      painter.paint(shown, 0);
    }

    // Leaves stand one after the other, all others above the middle of theirs.
    function layOut(first, met, width, height) {
      const below = new Map();
      for (let node = first + 1; node < met; node++) {
        const before = search.before[node];
        if (!below.has(before)) below.set(before, []);
        below.get(before).push(node);
      }
      const slot = new Map(), depth = new Map([[first, 0]]);
      let leaf = 0, deepest = 0;
      const pending = [first];
      while (pending.length) {
        const node = pending[pending.length - 1], children = below.get(node) || [];
        if (!children.length) slot.set(node, leaf++);
        else if (slot.has(children[children.length - 1])) {
          slot.set(node, (slot.get(children[0]) + slot.get(children[children.length - 1])) / 2);
        } else {
          for (const child of [...children].reverse()) {
            depth.set(child, depth.get(node) + 1);
            deepest = Math.max(deepest, depth.get(child));
            pending.push(child);
          }
          continue;
        }
        pending.pop();
      }
      const across = (width - 24) / Math.max(1, leaf), down = (height - 24) / (deepest + 1);
      places = new Map();
      for (const [node, x] of slot) {
        places.set(node, [12 + (x + 0.5) * across, 12 + (depth.get(node) + 0.5) * down]);
      }
      return Math.max(1, Math.min(8, across * 0.4, down * 0.3));
    }

    function drawTree() {
      const width = tree.clientWidth, height = tree.clientHeight, s = style();
      const pen = prepared(tree, width, height), [node, first, met] = search.steps[index];
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
      const line = (end, tone) => {
        const seen = way(end).filter((one) => places.has(one)).map((one) => places.get(one));
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
        const place = places.get(one), size = Math.max(6, radius * 1.2);
        if (!place) continue;
        pen.fillStyle = s.ink;
        pen.beginPath();
        pen.moveTo(place[0], place[1] - size);
        pen.lineTo(place[0] + size, place[1]);
        pen.lineTo(place[0], place[1] + size);
        pen.lineTo(place[0] - size, place[1]);
        pen.fill();
      }
      dot(places.get(node), Math.max(4.5, radius * 1.15), s.accent);
    }

    function draw() {
      drawTree();
      drawBoard(chosen === null ? search.steps[index][NODE] : chosen);
    }

    // One that has ended stays at its last step.
    function show(number) {
      index = Math.min(number, search.steps.length - 1);
      chosen = null;
      const step = search.steps[index];
      for (const [name, field] of [[".figures", FIGURES], [".sentence", SENTENCE],
        [".answer", ANSWER], [".parts", PARTS]]) {
        part(name).textContent = data.texts[step[field]];
      }
      part(".next").replaceChildren(...step[NEXT].map((text) => {
        const row = document.createElement("li");
        row.textContent = data.texts[text];
        return row;
      }));
      draw();
    }

    tree.addEventListener("click", (event) => {
      let near = null, least = 144;
      for (const [node, [x, y]] of places) {
        const away = (x - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
        if (away < least) { near = node; least = away; }
      }
      chosen = near;
      draw();
    });
    return { draw, show };
  }

  const searches = [...section.querySelectorAll(".search")]
    .map((article, number) => searchIn(article, data.searches[number]));

  function goTo(step) {
    at = Math.max(0, Math.min(step, data.count - 1));
    slider.value = at;
    find(".count").textContent = [data.first + at + 1, data.first + data.count]
      .map((number) => number.toLocaleString(language)).join(" / ");
    searches.forEach((search) => search.show(at));
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    find(".play").classList.remove("on");
  }

  function play() {
    if (timer) { pause(); return; }
    if (at === data.count - 1) goTo(0);
    find(".play").classList.add("on");
    let due = 0, before = performance.now();
    timer = setInterval(() => {
      const now = performance.now();
      due += ((now - before) * Number(find(".speed").value)) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps) goTo(at + steps);
      if (at === data.count - 1) pause();
    }, 33);
  }

  const go = (step) => { pause(); goTo(step); };
  find(".first").addEventListener("click", () => go(0));
  find(".back").addEventListener("click", () => go(at - 1));
  find(".play").addEventListener("click", play);
  find(".step").addEventListener("click", () => go(at + 1));
  find(".last").addEventListener("click", () => go(data.count - 1));
  slider.max = data.count - 1;
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, button") && event.key === " ") return;
    const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), " ": play,
      Home: () => go(0), End: () => go(data.count - 1) };
    if (keys[event.key] && !event.target.matches("select")) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  const redraw = () => searches.forEach((search) => search.draw());
  window.addEventListener("resize", redraw);
  goTo(0);
  followTheme(redraw);
})();
