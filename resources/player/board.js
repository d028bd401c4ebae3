// Positions and their drawing, for every page with boards: no library, nothing loaded, no rules.
"use strict";
const boards = (() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /** @param {Element | null} element */
  const read = (element) => JSON.parse(element?.textContent || "{}");

  /** @type {Record<string, Record<string, string>>} */
  const STYLES = read(document.getElementById("styles"));
  /** @type {Record<string, string>} */
  const words = read(document.getElementById("words"));
  const language = root.lang;
  /** @param {string} text @param {Record<string, string | number | null>} fields */
  const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
  const style = () => STYLES[root.dataset.theme || "light"];

  /**
   * @template {Element} T
   * @param {ParentNode} within @param {string} selector @param {new () => T} type
   * @returns {T}
   */
  function part(within, selector, type) { // of a page, which must be there
    const found = within.querySelector(selector);
    if (found instanceof type) return found;
    throw new Error(`no ${selector}`);
  }

  /** @param {number} size */
  const font = (size) => `600 ${size}px Inter, system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;

  /** @param {number} column */
  function columnName(column) {
    let letters = "";
    for (column += 1; column; column = Math.floor((column - 1) / 26)) {
      letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
    }
    return letters;
  }

  /** @param {string} one @param {string} other @param {number} share */
  function mix(one, other, share) {
    let found = "#";
    for (let i = 1; i < 7; i += 2) {
      const a = parseInt(one.slice(i, i + 2), 16);
      const b = parseInt(other.slice(i, i + 2), 16);
      found += Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
    }
    return found;
  }

  /** @param {number} cell @param {number} columns */
  const cellName = (cell, columns) => (
    columnName(cell % columns) + (Math.floor(cell / columns) + 1));

  /** @param {number[]} cells @param {BoardData} data */
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

  // A motion says what is carried from which cell to which, along what, and which frames and arrows
  // point at it. Nothing here knows why.

  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

  /** @template {MotionData} Data */
  class Position {
    /** @param {Data} data */
    constructor(data) {
      this.data = data;
      /** @type {Motion[]} */
      this.motions = []; // each made when it is first wanted
      this.cells = data.start.slice();
      this.trail = data.trail.slice(); // of a walker, up to where it stands
      /** @type {number[][]} */
      this.branches = []; // steps of other walkers: pairs of cells
    }

    /** @param {number} number @returns {Motion} */
    numbered(number) { // the motion with that number
      this.motions[number] = this.motions[number] || this.made(number);
      return this.motions[number];
    }

    /** @param {number} number @returns {Motion} */
    made(number) {
      const { forms, motions, labels, columns } = this.data;
      const form = forms[motions[2 * number]];
      const first = motions[2 * number + 1];
      /** @param {number[]} [found] */
      const cells = (found) => found?.map((cell) => cell + first);
      /** @param {number} [found] */
      const cell = (found) => (found === undefined ? null : found + first);
      /** @param {number[]} [found] */
      const places = (found) => found?.map((n, i) => {
        const offset = i % 2 ? first % columns : Math.floor(first / columns);
        return i < 2 || found.length === 5 && i < 4 ? n + offset : n;
      });
      /** @param {number[][]} [found] */
      const lines = (found) => (found || []).map((points) => points.map(
        (n, i) => n + (i % 2 ? first % columns : Math.floor(first / columns))));
      return {
        ...form, from: form.from.map((each) => each + first), to: form.to.map((each) => each + first),
        around: cells(form.around), first, both: form.both || [],
        turn: places(form.turn), arrow: places(form.arrow),
        walk: cell(form.walk), leave: cell(form.leave), gap: cell(form.gap),
        frames: lines(form.frames), routes: lines(form.routes), name: labels && labels[number],
      };
    }

    /** @returns {Motion | null} */
    motion() { return null; } // the one that is pointed out or under way

    /** @param {number[]} from @param {number[]} to */
    carry(from, to) {
      const values = from.map((cell) => this.cells[cell]);
      to.forEach((cell, i) => { this.cells[cell] = values[i]; });
    }

    /** @param {Motion} motion */
    make(motion) {
      this.carry(motion.from, motion.to);
      if (motion.walk !== null) this.trail.push(motion.walk);
    }

    /** @param {Motion} motion */
    unmake(motion) {
      this.carry(motion.to, motion.from);
      if (motion.walk !== null) this.trail.pop();
    }
  }

  /** @extends {Position<WalkData>} */
  class Walk extends Position { // can be moved along a solution, of which a step is a motion
    /** @param {WalkData} data */
    constructor(data) {
      super(data);
      this.at = 0;
      this.length = data.steps.length / data.digits;
    }

    /** @param {number} at */
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

    /** @param {number} to */
    seek(to) {
      while (this.at < to) {
        this.make(this.numbered(this.step(this.at)));
        this.at += 1;
      }
      while (this.at > to) {
        this.at -= 1;
        this.unmake(this.numbered(this.step(this.at)));
      }
    }
  }

  // --- drawing ---

  class Painter {
    /**
     * @param {HTMLCanvasElement} canvas @param {BoardData & Partial<MotionData>} data
     * @param {boolean} axes
     */
    constructor(canvas, data, axes) {
      this.canvas = canvas;
      this.data = data;
      this.axes = axes;
      this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      this.pitch = this.left = this.top = 0; // of the tiles
      /** @type {Map<number, string>} */
      this.inks = new Map(); // what is legible on the colour of a value
      for (const [ink, values] of Object.entries(data.inks)) {
        for (const value of values) this.inks.set(value, ink);
      }
    }

    /** @param {number} width @param {number} height @param {number} ratio */
    fit(width, height, ratio = window.devicePixelRatio || 1) {
      const { rows, columns } = this.data;
      const strip = this.axes ? 26 : 0;
      const pitch = Math.max(this.axes ? 4 : 1, Math.floor(
        Math.min((width - strip - 12) / columns, (height - strip - 12) / rows)));
      const board = pitch * rows + strip + 12;
      const [above, below] = this.axes && this.data.room || [0, 0]; // for tiles on arcs
      const room = Math.min((above + below) * pitch, Math.max(0, height - board));
      const over = Math.floor(room * above / (above + below || 1));
      const high = board + Math.floor(room);
      this.left = Math.max(strip + 6, Math.floor((width - pitch * columns + strip) / 2));
      this.top = strip + 6 + over;
      this.pitch = pitch;
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(high * ratio);
      this.canvas.style.height = `${high}px`;
      this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.pen.textAlign = "center";
      this.pen.textBaseline = "middle";
    }

    /** @param {number} cell */
    x(cell) { return this.left + (cell % this.data.columns) * this.pitch; }
    /** @param {number} cell */
    y(cell) { return this.top + Math.floor(cell / this.data.columns) * this.pitch; }
    /** @param {number} cell @returns {[number, number]} */
    middle(cell) { return [this.x(cell) + this.pitch / 2, this.y(cell) + this.pitch / 2]; }

    /**
     * @param {number} x @param {number} y @param {number} width @param {number} height
     * @param {number} radius
     */
    box(x, y, width, height, radius) {
      this.pen.beginPath();
      this.pen.roundRect(x, y, width, height, radius);
    }

    /**
     * @param {string} text @param {number} x @param {number} y @param {number} size
     * @param {string} ink @param {number} [width]
     */
    text(text, x, y, size, ink, width) {
      if (size < 4) return;
      this.pen.font = font(size);
      this.pen.fillStyle = ink;
      this.pen.fillText(text, x, y + size * 0.06, width);
    }

    /** @param {number} value @param {string} plain */
    ink(value, plain) {
      return this.inks.get(value) || plain;
    }

    /** @param {number} value */
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

    /** @param {number} value @param {number} x @param {number} y */
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

    /** @param {number[]} cells @param {number[]} moving */
    tiles(cells, moving) {
      for (let cell = 0; cell < cells.length; cell += 1) {
        if (cells[cell] !== this.data.gap && !moving.includes(cell)) {
          this.tile(cells[cell], this.x(cell), this.y(cell));
        }
      }
    }

    /** @param {Position<MotionData>} walk @param {number} share */
    paint(walk, share) {
      this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.tray();
      const motion = walk.motion();
      if (this.data.target !== null) this.paintFloor(walk, share, this.data.target);
      else {
        this.tiles(walk.cells, motion && share ? motion.from : []);
        if (motion && share) this.paintMotion(walk.cells, motion, share);
      }
      if (motion && !share) this.paintComing(motion);
    }

    paintGoal() {
      this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.tray();
      this.tiles(this.data.goal || [], []);
    }

    /** @param {number[]} at @returns {[number, number]} */
    point([down, right]) {
      return [this.left + right * this.pitch, this.top + down * this.pitch];
    }

    /** @param {number[]} cells @param {number[]} which */
    carried(cells, which, turned = 0) {
      for (const cell of which) {
        if (cells[cell] !== this.data.gap) {
          this.tile(cells[cell], this.x(cell), this.y(cell), turned);
        }
      }
    }

    /** @param {number[]} cells @param {Motion} motion @param {number} share */
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
      } else if (motion.arcs) {
        const { arcs } = motion; // each tile on an arc of its own to where it goes
        const height = Math.sin(Math.PI * share) * this.pitch;
        motion.from.forEach((cell, i) => {
          const to = motion.to[i];
          pen.save();
          pen.translate((this.x(to) - this.x(cell)) * share + arcs[2 * i + 1] * height,
            (this.y(to) - this.y(cell)) * share + arcs[2 * i] * height);
          this.carried(cells, [cell]);
          pen.restore();
        });
      } else {
        const [down, right] = motion.go || [0, 0];
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
      return Math.min(8, Math.max(1.5, Math.min(3, this.pitch * 0.12), this.pitch * 0.045));
    }

    /** @param {Motion} motion */
    paintComing(motion) {
      const { pen } = this;
      for (const [tone, thick] of this.tones()) {
        pen.strokeStyle = tone;
        pen.lineWidth = thick;
        if (motion.walk !== null) {
          pen.beginPath();
          pen.arc(...this.middle(motion.walk), this.pitch * 0.43, 0, 2 * Math.PI);
          pen.stroke();
        }
        for (const corners of motion.frames) {
          this.rounded(corners, 0.16, true);
          pen.stroke();
        }
      }
      motion.routes.forEach((points, i) => this.route(points, 0.13, motion.both[i]));
      if (motion.name) this.moveName(motion, motion.name);
      if (!motion.arrow) return;
      if (motion.arrow.length === 3) {
        this.roundArrow(motion.arrow[0], motion.arrow[1], motion.arrow[2]);
      } else this.route(motion.arrow.slice(0, 4), motion.arrow[4] ? 0.169 : 0.13, 0);
    }

    /** @returns {[string, number][]} */
    tones() { // two, so that a line is visible on any colour
      const line = this.line();
      return [[style().page, line * 2.3], [style().accent, line]];
    }

    /** @param {number[]} numbers @param {number} radius @param {boolean} closed */
    rounded(numbers, radius, closed) { // a line through points with rounded corners
      const points = [];
      for (let i = 0; i < numbers.length; i += 2) points.push(this.point(numbers.slice(i, i + 2)));
      const { pen } = this;
      const { length } = points;
      pen.beginPath();
      if (closed) {
        const [x, y] = points[length - 1];
        const [toX, toY] = points[0];
        pen.moveTo((x + toX) / 2, (y + toY) / 2);
      } else pen.moveTo(...points[0]);
      for (let i = closed ? 0 : 1; i < (closed ? length : length - 1); i += 1) {
        const [x, y] = points[i];
        const sides = [points[(i + length - 1) % length], points[(i + 1) % length]];
        const half = Math.min(...sides.map(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y)));
        pen.arcTo(x, y, ...sides[1], Math.min(radius * this.pitch, half / 2));
      }
      if (closed) pen.closePath();
      else pen.lineTo(...points[length - 1]);
    }

    /** @param {number[]} numbers @param {number} size @param {number} both */
    route(numbers, size, both) { // an arrow between the tiles
      const p = this.pitch;
      const { pen } = this;
      const line = this.line();
      const head = Math.max(p * size, line * 1.5) / p;
      const heads = [];
      let points = numbers;
      for (let end = 0; end <= both; end += 1) { // the line ends in the middle of a head
        const [beforeDown, beforeRight, down, right] = points.slice(-4);
        const length = Math.hypot(down - beforeDown, right - beforeRight) || 1;
        const along = [(down - beforeDown) / length, (right - beforeRight) / length];
        const back = Math.min(head, length) / 2;
        heads.push([down, right, ...along]);
        points = [...points.slice(0, -2), down - along[0] * back, right - along[1] * back];
        points = points.map((_, i) => points[points.length - 2 - i + 2 * (i % 2)]); // reversed
      }
      for (const [tone, thick] of this.tones()) {
        pen.strokeStyle = tone;
        pen.lineWidth = thick;
        this.rounded(points, 0.12, false);
        pen.stroke();
        for (const [down, right, alongDown, alongRight] of heads) {
          /** @param {number} back @param {number} beside */
          const corner = (back, beside) => this.point(
            [down - alongDown * back + alongRight * beside,
              right - alongRight * back - alongDown * beside]);
          pen.fillStyle = tone;
          pen.lineWidth = thick - line;
          pen.beginPath();
          pen.moveTo(...corner(0, 0));
          pen.lineTo(...corner(head, head * 0.7));
          pen.lineTo(...corner(head, -head * 0.7));
          pen.closePath();
          if (thick > line) pen.stroke();
          pen.fill();
        }
      }
    }

    /** @param {Motion} motion @param {string} name */
    moveName(motion, name) { // on the longest arrow along a row, or at its first cell
      const p = this.pitch;
      const height = p * 0.26;
      if (height < 9) return;
      const first = Math.min(...motion.from);
      const top = Math.floor(first / this.data.columns);
      let place = [top, first % this.data.columns + 0.5];
      let longest = 1;
      for (const points of motion.routes) {
        for (let i = 0; i + 3 < points.length; i += 2) {
          const [down, right, toDown, toRight] = points.slice(i, i + 4);
          if (down === toDown && Math.abs(toRight - right) >= longest) {
            longest = Math.abs(toRight - right);
            place = [down, right + (toRight - right) * 0.3];
          }
        }
      }
      const [x, y] = this.point([place[0] - top < 0.13 ? top + 0.13 : place[0], place[1]]);
      this.pen.font = font(height * 0.85);
      const width = this.pen.measureText(name).width + height * 0.6;
      this.pen.fillStyle = style().accent;
      this.box(x - width / 2, y - height / 2, width, height, height * 0.3);
      this.pen.fill();
      this.text(name, x, y, height * 0.85, style().on_accent);
    }

    /** @param {number} down @param {number} right @param {number} way */
    roundArrow(down, right, way) {
      const p = this.pitch;
      const [x, y] = this.point([down, right]);
      const pen = this.pen;
      pen.fillStyle = style().page;
      pen.beginPath();
      pen.arc(x, y, p * 0.26, 0, 2 * Math.PI);
      pen.fill();
      pen.strokeStyle = style().accent;
      pen.lineWidth = Math.max(1.2, p * 0.05);
      const begin = way > 0 ? -Math.PI * 5 / 6 : -Math.PI / 6;
      const end = begin + way * Math.PI * 25 / 18;
      pen.beginPath();
      pen.arc(x, y, p * 0.17, begin, end, way < 0);
      pen.stroke();
      this.head(x + Math.cos(end) * p * 0.17, y + Math.sin(end) * p * 0.17,
        -Math.sin(end) * way, Math.cos(end) * way, p * 0.1, style().accent);
    }

    /**
     * @param {number} x @param {number} y @param {number} right @param {number} down
     * @param {number} size @param {string} ink
     */
    head(x, y, right, down, size, ink) {
      this.pen.fillStyle = ink;
      this.pen.beginPath();
      this.pen.moveTo(x + right * size, y + down * size);
      this.pen.lineTo(x - down * size, y + right * size);
      this.pen.lineTo(x + down * size, y - right * size);
      this.pen.fill();
    }

    /** @param {Position<MotionData>} walk @param {number} share @param {number} target */
    paintFloor(walk, share, target) {
      const pen = this.pen;
      const p = this.pitch;
      const look = style();
      const { trail } = walk;
      const motion = walk.motion();
      const here = this.middle(trail[trail.length - 1]);
      const walker = this.middle(trail[trail.length - 1]);
      const next = motion && share ? motion.walk : null;
      if (next !== null) {
        const to = this.middle(next);
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
        pen.arc(...this.middle(target), p * radius, 0, 2 * Math.PI);
        pen.stroke();
      }
      const [startX, startY] = this.middle(trail[0]);
      pen.strokeRect(startX - p * 0.38, startY - p * 0.38, p * 0.76, p * 0.76);
      pen.setLineDash([p * 0.1, p * 0.08]);
      for (const [from, to] of walk.branches) {
        pen.strokeStyle = look.faint;
        pen.lineWidth = p * 0.03;
        pen.beginPath();
        pen.moveTo(...this.middle(from));
        pen.lineTo(...this.middle(to));
        pen.stroke();
      }
      pen.setLineDash([]);
      const ways = this.ways(next !== null ? [...trail, next] : trail);
      if (next !== null) { // as far as the walker has come
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
      const crossed = new Set([trail, ...walk.branches].flatMap((each) => [...this.crossed(each)]));
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

    /** @param {number[]} trail */
    ways(trail) { // a line for each step; those that overlap lie beside each other
      const n = this.data.columns;
      const p = this.pitch;
      /** @type {Map<string, number[][]>} */
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
        const line = taken.get(key) || [];
        taken.set(key, line);
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

    /** @param {number[]} trail */
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

  /** @param {Element} element @param {() => void} redraw */
  function watchWidth(element, redraw) { // in a frame of its own, since drawing may resize again
    let wide = element.clientWidth;
    const compare = () => {
      if (element.clientWidth === wide) return;
      wide = element.clientWidth;
      redraw();
    };
    new ResizeObserver(() => requestAnimationFrame(compare)).observe(element);
  }

  // --- light and dark ---

  /** @param {() => void} redraw */
  function followTheme(redraw) {
    /** @param {string} name */
    const set = (name) => {
      root.dataset.theme = name;
      redraw();
    };
    const follow = () => set(dark.matches ? "dark" : "light");
    follow();
    document.fonts.load(font(16)).then(redraw, () => {}); // of the page, which is read aside
    dark.addEventListener("change", follow);
    part(document, "#theme", HTMLButtonElement).addEventListener("click", () => {
      set(root.dataset.theme === "dark" ? "light" : "dark");
    });
    return set;
  }

  return {
    Painter, Position, Walk, cellName, filled, followTheme, language, part, read, still, style,
    valuesInWords, watchWidth, words,
  };
})();
