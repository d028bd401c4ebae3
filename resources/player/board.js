// Positions and their drawing, for every page with boards: no library, nothing loaded, no rules.
"use strict";
const boards = (() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const STYLES = JSON.parse(document.getElementById("styles").textContent);
  const words = JSON.parse(document.getElementById("words").textContent);
  const language = root.lang;
  const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
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

  const cellName = (cell, columns) => (
    columnName(cell % columns) + (Math.floor(cell / columns) + 1));

  function valuesInWords(cells, data) { // row by row, for those who cannot see the board
    const rows = [];
    for (let r = 0; r < data.rows; r += 1) {
      const row = cells.slice(r * data.columns, (r + 1) * data.columns);
      const values = row.map((v) => (v === data.gap ? words.gap : data.names[v] || v)).join(" ");
      rows.push(filled(words.row, { number: r + 1, values }));
    }
    return rows.join("; ");
  }

  // --- positions ---

  // A motion says what is carried from which cell to which, along what, and what outline and arrow
  // point at it. Nothing here knows why.

  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

  class Position {
    constructor(data) {
      this.data = data;
      this.motions = []; // each made when it is first wanted
      this.cells = data.start.slice();
      this.trail = data.trail.slice(); // of a walker, up to where it stands
    }

    numbered(number) { // the motion with that number
      this.motions[number] = this.motions[number] || this.made(number);
      return this.motions[number];
    }

    made(number) {
      const { forms, motions, columns } = this.data;
      const form = forms[motions[2 * number]];
      const first = motions[2 * number + 1];
      const cells = (found) => found && found.map((cell) => cell + first);
      const cell = (found) => (found === undefined ? null : found + first);
      const places = (found) => found && found.map((n, i) => {
        const offset = i % 2 ? first % columns : Math.floor(first / columns);
        return i < 2 || found.length === 5 && i < 4 ? n + offset : n;
      });
      return {
        ...form, from: cells(form.from), to: cells(form.to), around: cells(form.around),
        first, last: first + form.last, turn: places(form.turn), arrow: places(form.arrow),
        walk: cell(form.walk), leave: cell(form.leave), gap: cell(form.gap),
        framed: cells(form.framed), arrows: (form.arrows || []).map((arrow) => arrow.map(
          (n, i) => n + (i % 2 ? first % columns : Math.floor(first / columns)))),
      };
    }

    motion() { return null; } // the one that is pointed out or under way

    carry(from, to) {
      const values = from.map((cell) => this.cells[cell]);
      to.forEach((cell, i) => { this.cells[cell] = values[i]; });
    }

    make(motion) {
      this.carry(motion.from, motion.to);
      if (motion.walk !== null) this.trail.push(motion.walk);
    }

    unmake(motion) {
      this.carry(motion.to, motion.from);
      if (motion.walk !== null) this.trail.pop();
    }
  }

  class Walk extends Position { // can be moved along a solution, of which a step is a motion
    constructor(data) {
      super(data);
      this.at = 0;
      this.length = data.steps.length / data.digits;
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
      return this.at < this.length ? this.numbered(this.step(this.at)) : null;
    }

    seek(to) {
      while (this.at < to) {
        this.make(this.motion());
        this.at += 1;
      }
      while (this.at > to) {
        this.at -= 1;
        this.unmake(this.motion());
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

    fit(width, height, ratio = window.devicePixelRatio || 1) {
      const { rows, columns } = this.data;
      const strip = this.axes ? 26 : 0;
      const pitch = Math.max(this.axes ? 4 : 1, Math.floor(
        Math.min((width - strip - 12) / columns, (height - strip - 12) / rows)));
      const board = pitch * rows + strip + 12;
      const [above, below] = this.axes ? this.data.room : [0, 0]; // for tiles on arcs
      const room = Math.min((above + below) * pitch, Math.max(0, height - board));
      const over = Math.floor(room * above / (above + below || 1));
      const high = board + Math.floor(room);
      this.left = Math.max(strip + 6, Math.floor((width - pitch * columns + strip) / 2));
      this.top = strip + 6 + over;
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
      } else if (motion.arcs) { // each tile on an arc of its own to where it goes
        const height = Math.sin(Math.PI * share) * this.pitch;
        motion.from.forEach((cell, i) => {
          const to = motion.to[i];
          pen.save();
          pen.translate((this.x(to) - this.x(cell)) * share + motion.arcs[2 * i + 1] * height,
            (this.y(to) - this.y(cell)) * share + motion.arcs[2 * i] * height);
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
        for (const arrow of motion.arrows) this.arrow(...arrow, false);
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
      this.arrow(down, right, (down + toDown) / 2, (right + toRight) / 2, toDown, toRight, bold);
    }

    arrow(down, right, midDown, midRight, toDown, toRight, bold) { // bent towards a point
      const p = this.pitch;
      const [x, y] = this.point([down, right]);
      const [midX, midY] = this.point([midDown, midRight]);
      const [toX, toY] = this.point([toDown, toRight]);
      const length = Math.hypot(toX - midX, toY - midY) || 1;
      const line = bold ? Math.max(1.5, p * 0.06) : this.line();
      const tones = bold ? [[style().ink, line]] : [[style().page, line * 2.3], [style().ink, line]];
      for (const [tone, thick] of tones) {
        this.pen.strokeStyle = tone;
        this.pen.lineWidth = thick;
        this.pen.beginPath();
        this.pen.moveTo(x, y);
        this.pen.quadraticCurveTo(midX, midY, toX, toY);
        this.pen.stroke();
        const size = p * (bold ? 0.15 : 0.11) + (thick - line) / 2;
        this.head(toX, toY, (toX - midX) / length, (toY - midY) / length, size, tone);
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
          const inside = p * 0.5 / Math.max(Math.abs(right), Math.abs(down)); // of the last cell
          this.head(toX - right * inside, toY - down * inside, right, down, p * 0.1, look.accent);
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
        const row = Math.floor(from / n);
        const column = from % n;
        const down = Math.floor(to / n) - row;
        const right = to % n - column;
        // At right angles to the step, which follows a row, a column or a diagonal.
        const normal = !down ? [1, 0] : [right ? 1 : 0, down * right > 0 ? -1 : 1];
        const key = `${normal} ${row * normal[0] + column * normal[1]}`;
        const [place, far] = normal[1] ? [row, down] : [column, right];
        const first = Math.min(place, place + far);
        const last = Math.max(place, place + far);
        if (!taken.has(key)) taken.set(key, []);
        const line = taken.get(key);
        const beside = line.filter((one) => one[0] < last && first < one[1]).map((one) => one[2]);
        let lane = 0;
        while (beside.includes(lane)) lane += 1;
        line.push([first, last, lane]);
        const at = lane % 5;
        const apart = p * 0.1 * Math.floor((at + 1) / 2) * (at % 2 ? 1 : -1)
          / Math.hypot(...normal);
        const [x, y] = this.middle(from);
        const [toX, toY] = this.middle(to);
        return [x + apart * normal[1], y + apart * normal[0],
          toX + apart * normal[1], toY + apart * normal[0]];
      });
    }

    crossed(trail) {
      const found = new Set();
      const n = this.data.columns;
      for (let i = 1; i < trail.length; i += 1) {
        const [from, to] = [trail[i - 1], trail[i]];
        const far = Math.max(Math.abs(Math.floor(to / n) - Math.floor(from / n)),
          Math.abs(to % n - from % n));
        for (let at = 0; at <= far; at += 1) found.add(from + (to - from) * at / far);
      }
      return found;
    }
  }

  // --- light and dark ---

  function followTheme(redraw) {
    const set = (name) => {
      root.dataset.theme = name;
      redraw();
    };
    const follow = () => set(dark.matches ? "dark" : "light");
    follow();
    dark.addEventListener("change", follow);
    document.getElementById("theme").addEventListener("click", () => {
      set(root.dataset.theme === "dark" ? "light" : "dark");
    });
    return set;
  }

  return {
    Painter, Position, Walk, cellName, filled, followTheme, language, still, style, valuesInWords,
    words,
  };
})();
