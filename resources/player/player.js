// Plays solutions in a page: no library, nothing loaded. One player for each section.
"use strict";
(() => {
  const ROW = 28; // pixels of a row in the list of moves
  const STEP_MS = 220;
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const STYLES = JSON.parse(document.getElementById("styles").textContent);
  const words = JSON.parse(document.getElementById("words").textContent);
  const language = root.lang;
  const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
  const players = [];
  let active = null; // the player that keys go to

  const style = () => STYLES[root.dataset.theme];

  function columnName(column) {
    let letters = "";
    for (column += 1; column; column = Math.floor((column - 1) / 26)) {
      letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
    }
    return letters;
  }

  function mix(one, other, share) {
    let found = "#";
    for (let i = 1; i < 7; i += 2) {
      const a = parseInt(one.slice(i, i + 2), 16);
      const b = parseInt(other.slice(i, i + 2), 16);
      found += Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
    }
    return found;
  }

  // --- a position that can be moved along the solution ---

  // A step is the number of a motion: what is carried from which cell to which, along what, and
  // what outline and arrow point at it. Nothing here knows why.

  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

  class Walk {
    constructor(data) {
      this.data = data;
      this.motions = []; // each made when it is first wanted
      this.at = 0;
      this.cells = data.start.slice();
      this.length = data.steps.length / data.digits;
      this.trail = data.trail.slice(); // of a walker, up to where it stands
    }

    step(at) { // the number of the motion that a move is
      const { steps, digits } = this.data;
      let number = 0;
      for (let i = at * digits; i < (at + 1) * digits; i += 1) {
        number = number * 64 + DIGITS.indexOf(steps[i]);
      }
      return number;
    }

    motion() {
      if (this.at >= this.length) return null;
      const number = this.step(this.at);
      this.motions[number] = this.motions[number] || this.made(number);
      return this.motions[number];
    }

    made(number) {
      const { forms, motions, columns } = this.data;
      const form = forms[motions[2 * number]];
      const first = motions[2 * number + 1];
      const cells = (found) => found && found.map((cell) => cell + first);
      const places = (found) => found && found.map((n, i) => {
        const offset = i % 2 ? first % columns : Math.floor(first / columns);
        return i < 2 || found.length === 5 && i < 4 ? n + offset : n;
      });
      return {
        ...form, from: cells(form.from), to: cells(form.to), around: cells(form.around),
        first, last: first + form.last, turn: places(form.turn), arrow: places(form.arrow),
        walk: form.walk === undefined ? null : first + form.walk,
        framed: cells(form.framed), arrows: (form.arrows || []).map((arrow) => arrow.map(
          (n, i) => n + (i % 2 ? first % columns : Math.floor(first / columns)))),
      };
    }

    carry(from, to) {
      const values = from.map((cell) => this.cells[cell]);
      to.forEach((cell, i) => { this.cells[cell] = values[i]; });
    }

    seek(to) {
      while (this.at < to) {
        const motion = this.motion();
        this.carry(motion.from, motion.to);
        if (motion.walk !== null) this.trail.push(motion.walk);
        this.at += 1;
      }
      while (this.at > to) {
        this.at -= 1;
        const motion = this.motion();
        this.carry(motion.to, motion.from);
        if (motion.walk !== null) this.trail.pop();
      }
    }
  }

  // --- drawing ---

  class Painter {
    constructor(canvas, data, axes) {
      this.canvas = canvas;
      this.data = data;
      this.axes = axes;
      this.inks = new Map(); // what is legible on the colour of a value
      for (const [ink, values] of Object.entries(data.inks)) {
        for (const value of values) this.inks.set(value, ink);
      }
    }

    fit(width, height) {
      const { rows, columns } = this.data;
      const strip = this.axes ? 26 : 0;
      const pitch = Math.max(4, Math.floor(
        Math.min((width - strip - 12) / columns, (height - strip - 12) / rows)));
      const ratio = window.devicePixelRatio || 1;
      const high = pitch * rows + strip + 12;
      this.left = Math.max(strip + 6, Math.floor((width - pitch * columns + strip) / 2));
      this.top = strip + 6;
      this.pitch = pitch;
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(high * ratio);
      this.canvas.style.height = `${high}px`;
      this.pen = this.canvas.getContext("2d");
      this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.pen.textAlign = "center";
      this.pen.textBaseline = "middle";
    }

    x(cell) { return this.left + (cell % this.data.columns) * this.pitch; }
    y(cell) { return this.top + Math.floor(cell / this.data.columns) * this.pitch; }
    middle(cell) { return [this.x(cell) + this.pitch / 2, this.y(cell) + this.pitch / 2]; }

    box(x, y, width, height, radius) {
      this.pen.beginPath();
      this.pen.roundRect(x, y, width, height, radius);
    }

    text(text, x, y, size, ink, width) {
      if (size < 4) return;
      this.pen.font = `600 ${size}px Inter, system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
      this.pen.fillStyle = ink;
      this.pen.fillText(text, x, y + size * 0.06, width);
    }

    ink(value, plain) {
      return this.inks.get(value) || plain;
    }

    label(value) {
      const sign = this.data.signed && value > 0 ? "+" : "";
      return `${sign}${value}`.replace("-", "\u2212");
    }

    tray() {
      const { rows, columns } = this.data;
      const margin = Math.min(6, Math.max(2, this.pitch * 0.06));
      this.pen.fillStyle = style().tray;
      this.box(this.left - margin, this.top - margin, this.pitch * columns + 2 * margin,
        this.pitch * rows + 2 * margin, margin + Math.min(12, this.pitch * 0.13));
      this.pen.fill();
      if (!this.axes) return;
      const size = Math.min(14, this.pitch * 0.56);
      for (let c = 0; c < columns; c += 1) {
        this.text(columnName(c), this.left + (c + 0.5) * this.pitch, this.top - 18, size,
          style().faint);
      }
      for (let r = 0; r < rows; r += 1) {
        this.text(String(r + 1), this.left - 19, this.top + (r + 0.5) * this.pitch, size,
          style().faint);
      }
    }

    tile(value, x, y, turned = 0) { // on a pen that is turned, upright what stands on it
      const p = this.pitch;
      const half = Math.max(1, Math.round(p * 0.07)) / 2;
      const side = p - 2 * half;
      const face = this.data.colours[value] || "#cccccc";
      const depth = p * 0.035 >= 0.8 ? p * 0.035 : 0;
      const across = depth * Math.sin(turned);
      const down = depth * Math.cos(turned);
      if (depth) {
        this.pen.fillStyle = mix(face, "#000000", 0.22);
        this.box(x + half, y + half, side, side, p * 0.13);
        this.pen.fill();
      }
      this.pen.fillStyle = face;
      this.box(x + half - Math.min(across, 0), y + half - Math.min(down, 0),
        side - Math.abs(across), side - Math.abs(down), p * 0.13);
      this.pen.fill();
      const text = this.data.names[value] || String(value);
      const size = Math.max(p * 0.12, Math.min(p * 0.42, p * 1.28 / text.length));
      this.pen.save();
      this.pen.translate(x + (p - across) / 2, y + (p - down) / 2);
      this.pen.rotate(-turned);
      this.text(text, 0, 0, size, this.ink(value, "#101418"), side * 0.9);
      this.pen.restore();
    }

    tiles(cells, moving) {
      for (let cell = 0; cell < cells.length; cell += 1) {
        if (cells[cell] !== this.data.gap && !moving.includes(cell)) {
          this.tile(cells[cell], this.x(cell), this.y(cell));
        }
      }
    }

    paint(walk, share) {
      this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.tray();
      const motion = walk.motion();
      if (this.data.target !== null) this.paintFloor(walk, share);
      else {
        this.tiles(walk.cells, motion && share ? motion.from : []);
        if (motion && share) this.paintMotion(walk.cells, motion, share);
      }
      if (motion && !share) this.paintComing(motion);
    }

    paintGoal() {
      this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.tray();
      this.tiles(this.data.goal, []);
    }

    point([down, right]) {
      return [this.left + right * this.pitch, this.top + down * this.pitch];
    }

    carried(cells, which, turned = 0) {
      for (const cell of which) {
        if (cells[cell] !== this.data.gap) {
          this.tile(cells[cell], this.x(cell), this.y(cell), turned);
        }
      }
    }

    paintMotion(cells, motion, share) {
      const pen = this.pen;
      pen.save();
      if (motion.turn) {
        const [x, y] = this.point(motion.turn);
        const lift = 1 - 0.2 * Math.sin(Math.PI * share);
        pen.translate(x, y);
        const turned = motion.turn[2] * share * Math.PI / 2;
        pen.rotate(turned);
        pen.scale(lift, lift);
        pen.translate(-x, -y);
        this.carried(cells, motion.from, turned);
      } else if (motion.apart) { // each tile straight to where it goes
        motion.from.forEach((cell, i) => {
          const to = motion.to[i];
          pen.save();
          pen.translate((this.x(to) - this.x(cell)) * share, (this.y(to) - this.y(cell)) * share);
          this.carried(cells, [cell]);
          pen.restore();
        });
      } else {
        const [down, right] = motion.go;
        const { rows, columns } = this.data;
        if (motion.around) {
          pen.beginPath();
          pen.rect(this.left, this.top, columns * this.pitch, rows * this.pitch);
          pen.clip();
        }
        pen.translate(right * this.pitch * share, down * this.pitch * share);
        this.carried(cells, motion.from);
        if (motion.around) { // once more what has left the board, where it comes in again
          pen.translate(-Math.sign(right) * columns * this.pitch,
            -Math.sign(down) * rows * this.pitch);
          this.carried(cells, motion.around);
        }
      }
      pen.restore();
    }

    line() { // the width of what is to be seen
      return Math.min(8, Math.max(1.5, Math.min(3, this.pitch * 0.12), this.pitch * 0.05));
    }

    outline(x, y, width, height, radius) {
      const line = this.line();
      for (const [tone, thick] of [[style().page, line * 2.3], [style().ink, line]]) {
        this.pen.strokeStyle = tone;
        this.pen.lineWidth = thick;
        this.box(x, y, width, height, radius);
        this.pen.stroke();
      }
    }

    paintComing(motion) {
      const p = this.pitch;
      if (motion.framed) {
        const edge = p * 0.035;
        for (const cell of motion.framed) {
          this.outline(this.x(cell) + edge, this.y(cell) + edge, p - 2 * edge, p - 2 * edge,
            p * 0.13);
        }
        for (const arrow of motion.arrows) this.straightArrow(...arrow, false);
        return;
      }
      const { first, last } = motion;
      const inset = { block: 0, tiles: p * 0.035, ring: p * 0.12 }[motion.shape];
      const radius = { block: p * 0.16, tiles: p * 0.13, ring: p * 0.38 }[motion.shape];
      this.outline(this.x(first) + inset, this.y(first) + inset,
        this.x(last) - this.x(first) + p - 2 * inset,
        this.y(last) - this.y(first) + p - 2 * inset, radius);
      if (motion.arrow.length === 3) this.roundArrow(...motion.arrow);
      else this.straightArrow(...motion.arrow);
    }

    roundArrow(down, right, way) {
      const p = this.pitch;
      const [x, y] = this.point([down, right]);
      const pen = this.pen;
      pen.fillStyle = style().page;
      pen.beginPath();
      pen.arc(x, y, p * 0.3, 0, 2 * Math.PI);
      pen.fill();
      pen.strokeStyle = style().ink;
      pen.lineWidth = Math.max(1.2, p * 0.05);
      const begin = way > 0 ? -Math.PI * 5 / 6 : -Math.PI / 6;
      const end = begin + way * Math.PI * 25 / 18;
      pen.beginPath();
      pen.arc(x, y, p * 0.2, begin, end, way < 0);
      pen.stroke();
      this.head(x + Math.cos(end) * p * 0.2, y + Math.sin(end) * p * 0.2,
        -Math.sin(end) * way, Math.cos(end) * way, p * 0.11, style().ink);
    }

    straightArrow(down, right, toDown, toRight, bold) {
      const p = this.pitch;
      const [x, y] = this.point([down, right]);
      const [toX, toY] = this.point([toDown, toRight]);
      const length = Math.hypot(toX - x, toY - y) || 1;
      const line = bold ? Math.max(1.5, p * 0.06) : this.line();
      const tones = bold ? [[style().ink, line]] : [[style().page, line * 2.3], [style().ink, line]];
      for (const [tone, thick] of tones) {
        this.pen.strokeStyle = tone;
        this.pen.lineWidth = thick;
        this.pen.beginPath();
        this.pen.moveTo(x, y);
        this.pen.lineTo(toX, toY);
        this.pen.stroke();
        const size = p * (bold ? 0.15 : 0.11) + (thick - line) / 2;
        this.head(toX, toY, (toX - x) / length, (toY - y) / length, size, tone);
      }
    }

    head(x, y, right, down, size, ink) {
      this.pen.fillStyle = ink;
      this.pen.beginPath();
      this.pen.moveTo(x + right * size, y + down * size);
      this.pen.lineTo(x - down * size, y + right * size);
      this.pen.lineTo(x + down * size, y - right * size);
      this.pen.fill();
    }

    paintFloor(walk, share) {
      const pen = this.pen;
      const p = this.pitch;
      const look = style();
      const { trail } = walk;
      const motion = walk.motion();
      const here = this.middle(trail[trail.length - 1]);
      const walker = here.slice();
      if (motion && share) {
        const to = this.middle(motion.walk);
        walker[0] += (to[0] - here[0]) * share;
        walker[1] += (to[1] - here[1]) * share;
      }
      const half = Math.max(1, Math.round(p * 0.07)) / 2;
      const steps = new Map(trail.map((cell, number) => [cell, number]));
      const faces = walk.cells.map((value, cell) => this.data.colours[value]
        || (steps.has(cell) ? look.floor_stepped : look.floor));
      faces.forEach((face, cell) => {
        pen.fillStyle = face;
        this.box(this.x(cell) + half, this.y(cell) + half, p - 2 * half, p - 2 * half, p * 0.13);
        pen.fill();
      });
      pen.strokeStyle = look.accent;
      pen.lineWidth = Math.max(1, p * 0.045);
      for (const radius of [0.42, 0.34]) {
        pen.beginPath();
        pen.arc(...this.middle(this.data.target), p * radius, 0, 2 * Math.PI);
        pen.stroke();
      }
      const [startX, startY] = this.middle(trail[0]);
      pen.strokeRect(startX - p * 0.38, startY - p * 0.38, p * 0.76, p * 0.76);
      const moving = motion && share;
      const ways = this.ways(moving ? [...trail, motion.walk] : trail);
      if (moving) { // as far as the walker has come
        const way = ways[ways.length - 1];
        way[2] = way[0] + (way[2] - way[0]) * share;
        way[3] = way[1] + (way[3] - way[1]) * share;
      }
      pen.lineCap = "round";
      for (const [x, y, toX, toY] of ways) {
        pen.strokeStyle = mix(look.accent, look.floor_stepped, 0.35);
        pen.lineWidth = Math.max(1, p * 0.05);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(toX, toY);
        pen.stroke();
        const length = Math.hypot(toX - x, toY - y);
        if (length >= p * 0.9) {
          const right = (toX - x) / length;
          const down = (toY - y) / length;
          this.head(toX - right * p * 0.5, toY - down * p * 0.5, right, down, p * 0.1, look.accent);
        }
      }
      const crossed = this.crossed(trail);
      walk.cells.forEach((value, cell) => {
        if (steps.get(cell)) { // how many steps led to it, small in its corner
          const number = String(steps.get(cell));
          const side = p * 0.26;
          const width = side * Math.max(1, number.length * 0.6);
          pen.fillStyle = faces[cell];
          this.box(this.x(cell) + half, this.y(cell) + half, width, side, p * 0.13);
          pen.fill();
          this.text(number, this.x(cell) + half + width / 2, this.y(cell) + half + side / 2,
            side * 0.75, this.ink(value, look.ink));
        }
        if (!share && cell === trail[trail.length - 1]) return; // under the walker
        const [x, y] = this.middle(cell);
        if (crossed.has(cell)) {
          pen.fillStyle = faces[cell];
          pen.beginPath();
          pen.arc(x, y, p * 0.25, 0, 2 * Math.PI);
          pen.fill();
        }
        const label = this.label(value);
        this.text(label, x, y, Math.min(p * 0.42, p * 1.28 / label.length),
          this.ink(value, look.ink));
      });
      pen.fillStyle = look.accent;
      pen.strokeStyle = look.floor;
      pen.lineWidth = Math.max(1, p * 0.04);
      pen.beginPath();
      pen.arc(...walker, p * 0.28, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
      if (share) return;
      const label = this.label(walk.cells[trail[trail.length - 1]]);
      this.text(label, ...here, Math.min(p * 0.32, p * 0.96 / label.length), look.on_accent);
    }

    ways(trail) { // a line for each step; those that overlap lie beside each other
      const n = this.data.columns;
      const p = this.pitch;
      const taken = new Map();
      return trail.slice(1).map((to, i) => {
        const from = trail[i];
        const across = Math.floor(from / n) === Math.floor(to / n);
        const key = across ? `row ${Math.floor(from / n)}` : `column ${from % n}`;
        const place = (cell) => (across ? cell % n : Math.floor(cell / n));
        const first = Math.min(place(from), place(to));
        const last = Math.max(place(from), place(to));
        if (!taken.has(key)) taken.set(key, []);
        const line = taken.get(key);
        const beside = line.filter((one) => one[0] < last && first < one[1]).map((one) => one[2]);
        let lane = 0;
        while (beside.includes(lane)) lane += 1;
        line.push([first, last, lane]);
        const at = lane % 5;
        const apart = p * 0.1 * Math.floor((at + 1) / 2) * (at % 2 ? 1 : -1);
        const [x, y] = this.middle(from);
        const [toX, toY] = this.middle(to);
        return across ? [x, y + apart, toX, toY + apart] : [x + apart, y, toX + apart, toY];
      });
    }

    crossed(trail) {
      const found = new Set();
      const n = this.data.columns;
      for (let i = 1; i < trail.length; i += 1) {
        const low = Math.min(trail[i - 1], trail[i]);
        const high = Math.max(trail[i - 1], trail[i]);
        const step = (high - low) % n === 0 ? n : 1;
        for (let cell = low; cell <= high; cell += step) found.add(cell);
      }
      return found;
    }
  }

  // --- one section of the page ---

  function grouped(segments) {
    const found = [];
    for (const [name, start, stop] of segments) {
      const group = name.split(":")[0];
      const last = found[found.length - 1];
      if (last && last[0] === group) last[2] = stop;
      else found.push([group, start, stop]);
    }
    return found;
  }

  function player(section) {
    const find = (name) => section.querySelector(`.${name}`);
    const data = JSON.parse(find("data").textContent);
    const walk = new Walk(data);
    const total = walk.length;
    // What the list shows: a text and how many moves are made after it.
    const written = find("moves").textContent.split(data.lines ? "\n" : /\s+/).filter(Boolean);
    const lead = data.terms ? 0 : written.length - total;
    const terms = data.terms || written.map((text, i) => [text, Math.max(0, i + 1 - lead)]);
    // Where there are many segments, neighbours with the same words before a colon are one part.
    const parts = data.segments.length > 60 ? grouped(data.segments) : data.segments;
    const board = new Painter(find("board"), data, true);
    const goal = data.goal ? new Painter(find("goal"), data, false) : null;
    const slider = find("slider");
    const list = find("list");
    const speed = find("speed");
    const segments = find("segments");
    let position = 0; // may lie between two moves
    let playing = false;
    let aim = null; // {from, to, begun} of a step that is shown
    let last = 0;
    let drawn = -1; // the position that is on the screen
    let pending = false;
    let wide = 0; // of the stage, when it was last laid out

    const scout = new Walk(data); // goes to what is spoken of
    const said = (number) => {
      const motion = walk.step(number - 1);
      const words = data.words[data.says ? data.says[motion] : motion];
      if (!words.includes(data.tile)) return words;
      scout.seek(number - 1);
      return words.replace(data.tile, scout.cells[scout.motion().first]);
    };
    const wordsOf = (number) => (data.terms || data.lines ? said(number)
      : `${written[number - 1 + lead]} \u00b7 ${said(number)}`);

    const segmentAt = (number, among = data.segments) => {
      let low = 0;
      let high = among.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (among[middle][1] <= number) low = middle; else high = middle - 1;
      }
      return low;
    };

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
          if (find("loop").checked) position = 0;
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

    function tell(whole) {
      slider.value = whole;
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
        segments.value = segmentAt(whole, parts);
      }
      if (data.tallies.length) {
        const values = { now: data.tallies[whole], wanted: data.wanted };
        const sum = filled(data.wanted === null ? words.sum : words.sum_of, values);
        text += ` \u00b7 ${sum.replaceAll("-", "\u2212")}`;
      }
      find("what").textContent = text;
      find("first").disabled = find("back").disabled = whole === 0;
      find("step").disabled = find("last").disabled = whole === total;
      if (playing || aim) {
        follow(whole);
        return;
      }
      find("board").setAttribute("aria-label", describe(whole));
      find("said").textContent = `${along}: ${text}`;
      follow(whole);
    }

    const cellName = (cell) => (
      columnName(cell % data.columns) + (Math.floor(cell / data.columns) + 1));

    function describe(whole) {
      const rows = [];
      const n = data.columns;
      for (let r = 0; r < data.rows; r += 1) {
        const row = walk.cells.slice(r * n, r * n + n);
        const values = row.map((v) => (v === data.gap ? words.gap : data.names[v] || v)).join(" ");
        rows.push(filled(words.row, { number: r + 1, values }));
      }
      const walks = walk.trail.length > 0;
      const form = (walks ? "walk" : "board") + (whole === total ? "_solved" : "");
      const cell = walks ? cellName(walk.trail[walk.trail.length - 1]) : "";
      return filled(words[form], { done: whole, all: total, cell, rows: rows.join("; ") });
    }

    // --- the list: only the rows in sight are in the page ---

    const spacer = document.createElement("div");
    spacer.style.height = `${terms.length * ROW}px`;
    list.append(spacer);
    let chosen = -1;

    function rowOf(index) {
      const [text, stop] = terms[index];
      const before = index ? terms[index - 1][1] : 0;
      const row = document.createElement("div");
      row.className = index < chosen ? "row past" : "row";
      row.id = `${list.id}-${index}`;
      row.style.top = `${index * ROW}px`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-setsize", terms.length);
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-selected", index === chosen);
      const add = (name, content) => {
        const span = document.createElement("span");
        span.className = name;
        span.textContent = content;
        row.append(span);
      };
      add("number", stop);
      add("move", text);
      if (data.segments.length > 1 && stop) {
        const segment = data.segments[segmentAt(stop - 1)];
        if (before <= segment[1]) add("part", segment[0]);
      } else if (stop && !data.terms && !data.lines) add("part", said(stop));
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

    function go(to) {
      aim = null;
      position = Math.max(0, Math.min(total, to));
      ask();
    }

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

    function segment(way) {
      const edges = [0, ...parts.map((part) => part[2])];
      const here = Math.round(position);
      const to = way > 0 ? edges.find((edge) => edge > here)
        : edges.reverse().find((edge) => edge < here);
      pause();
      go(to === undefined ? here : to);
    }

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
      l: () => { find("loop").checked = !find("loop").checked; },
    };

    const self = {
      id: section.id,
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
      const canvas = find("marks");
      const width = canvas.clientWidth;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = width * ratio;
      canvas.height = 8 * ratio;
      const pen = canvas.getContext("2d");
      pen.scale(ratio, ratio);
      pen.fillStyle = style().faint;
      const thumb = 8;
      for (const part of parts.slice(1)) {
        pen.fillRect(thumb + part[1] / total * (width - 2 * thumb) - 0.5, 0, 1, 8);
      }
    }

    function resize() {
      wide = find("stage").clientWidth;
      board.fit(wide, Math.max(240, Math.min(window.innerHeight - 310, 860)));
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
    slider.max = total;
    if (parts.length > 1) {
      parts.slice(0, 2000).forEach(([name], i) => segments.append(new Option(name, i)));
      segments.addEventListener("change", () => {
        pause();
        go(parts[Number(segments.value)][1]);
        segments.blur();
      });
    } else segments.hidden = true;
    if (!total) find("play").disabled = slider.disabled = true;
    new ResizeObserver(() => {
      if (find("stage").clientWidth !== wide) resize();
    }).observe(find("stage"));
    window.addEventListener("resize", resize);
    resize();
    players.push(self);
  }

  // --- the page ---

  function setTheme(name) {
    root.dataset.theme = name;
    for (const one of players) one.resize();
  }

  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () => {
    setTheme(root.dataset.theme === "dark" ? "light" : "dark");
  });
  document.addEventListener("keydown", (event) => {
    const one = active || players[0];
    if (one) one.key(event);
  });
  for (const section of document.querySelectorAll("section")) {
    if (section.querySelector(".data")) player(section);
  }
  for (const which of document.querySelectorAll(".which")) { // of several solutions
    const show = () => {
      for (const { value } of which.options) {
        document.getElementById(value).hidden = value !== which.value;
      }
      active = players.find((one) => one.id === which.value);
      active.resize();
    };
    which.addEventListener("change", show);
    which.selectedIndex = 0; // a browser may remember another from before
  }
})();
