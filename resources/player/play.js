// Play by hand: what clicks, drags and arrow keys mean, and the moves made. Which moves there are,
// and what each needs, comes with the puzzle: see book_page.py.
"use strict";
const play = (() => {
  const { Position, words } = boards;
  /** @template T @param {T[]} list */
  const last = (list) => list[list.length - 1];
  /** @param {number[]} [one] @param {number[]} [other] */
  const same = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];
  /** @param {Motion} motion */
  const direction = (motion) => motion.go?.map(Math.sign);

  /** @extends {Position<GameData>} */
  class Game extends Position {
    /** @param {GameData} data */
    constructor(data) {
      super(data);
      /** @type {number[]} */
      this.history = []; // numbers of the moves made, and after them of those taken back
      this.at = 0; // number of moves made
      /** @type {Motion | null} */
      this.aim = null; // the motion pointed out on the board
      this.total = data.motions.length / 2;
      /** @type {Map<number | null, number[]>} */
      this.byCell = new Map(); // numbers of moves by the cell that must be empty or be left
      this.needsGap = false;
      for (let number = 0; number < this.total; number += 1) {
        const { gap, leave } = this.numbered(number);
        this.needsGap = this.needsGap || gap !== null;
        const cell = gap === null ? leave : gap;
        const there = this.byCell.get(cell);
        if (there) there.push(number);
        else this.byCell.set(cell, [number]);
      }
    }

    motion() { return this.aim; }

    /** @param {number} number */
    nameOf(number) { return this.data.moves[this.data.which[number]][0]; }

    /** @param {number} number */
    describe(number) { // in words, before the move is made
      const [, text, of] = this.data.moves[this.data.which[number]];
      const tile = String(this.cells[this.numbered(number).first]);
      return this.data.says[text].replace("{of}", of)
        .replace(words.tile, this.data.names[tile] || tile);
    }

    /** @returns {number[]} */
    legal() { // numbers of the moves that can be made now
      const { gap, trail } = this.data;
      if (trail.length) {
        return (this.byCell.get(last(this.trail)) || []).filter(
          (number) => !this.trail.includes(this.numbered(number).walk ?? -1));
      }
      return this.byCell.get(this.needsGap ? this.cells.indexOf(gap ?? -1) : null) || [];
    }

    /** @param {Motion} motion */
    make(motion) {
      super.make(motion);
      this.at += 1;
    }

    /** @param {Motion} motion */
    unmake(motion) {
      super.unmake(motion);
      this.at -= 1;
    }

    /** @param {number[]} numbers */
    play(numbers) { // false if a move is not legal; those before it are made
      for (const number of numbers) {
        if (!this.legal().includes(number)) return false;
        this.history.length = this.at;
        this.history.push(number);
        this.make(this.numbered(number));
      }
      return true;
    }

    back() { this.unmake(this.numbered(this.history[this.at - 1])); }

    forward() { this.make(this.numbered(this.history[this.at])); }

    sum() { return this.trail.reduce((sum, cell) => sum + this.data.start[cell], 0); }

    solved() {
      const { goal, target, wanted } = this.data;
      if (goal) return goal.every((value, cell) => value === this.cells[cell]);
      return last(this.trail) === target && (wanted === null || this.sum() === wanted);
    }

    // --- what the player means: lists of numbers of moves ---

    /** @param {number} down @param {number} right */
    cellAt(down, right) { // -1 outside of the board
      const { rows, columns } = this.data;
      const row = Math.floor(down);
      const column = Math.floor(right);
      const inside = row >= 0 && row < rows && column >= 0 && column < columns;
      return inside ? row * columns + column : -1;
    }

    /** @param {number} down @param {number} right */
    nearestCell(down, right) {
      const { rows, columns } = this.data;
      return this.cellAt(Math.min(Math.max(down, 0), rows - 0.5),
        Math.min(Math.max(right, 0), columns - 0.5));
    }

    /** @param {number} number */
    turnOf(number) { return this.numbered(number).turn || [0, 0, 0]; }

    /** @param {number} down @param {number} right */
    turns(down, right) { // those about the nearest centre, counter-clockwise first
      let least = Infinity;
      let found = [];
      for (const number of this.legal()) {
        const { turn } = this.numbered(number);
        if (!turn) continue;
        const far = Math.hypot(turn[0] - down, turn[1] - right);
        if (far < least) found = [];
        else if (far > least || !same(turn, this.numbered(found[0]).turn)) continue;
        least = far;
        found.push(number);
      }
      return found.sort((a, b) => this.turnOf(a)[2] - this.turnOf(b)[2]);
    }

    /** @param {Motion} motion @param {number[]} way */
    goes(motion, way) { // shifted around, two cells go either way
      const opposite = way.map((n) => -n);
      return same(direction(motion), way)
        || (motion.around && motion.from.length === 2 && same(direction(motion), opposite));
    }

    /** @param {number} cell @param {number[]} way */
    lineMoves(cell, way) { // of the line through a cell
      const found = this.legal().find((number) => {
        const motion = this.numbered(number);
        return motion.around && this.goes(motion, way) && motion.from.includes(cell);
      });
      return found === undefined ? [] : [found];
    }

    /** @param {Motion} motion @param {number} cell */
    way(motion, cell) { // of the tile in a cell, down and to the right
      if (motion.go) return motion.go;
      const { columns } = this.data;
      const to = motion.to[motion.from.indexOf(cell)];
      return [Math.floor(to / columns) - Math.floor(cell / columns), to % columns - cell % columns];
    }

    /** @param {number} cell @param {number} down @param {number} right */
    cycles(cell, down, right, least = -Infinity) { // of the tile in a cell, by how near to a way
      const found = [];
      for (const number of this.legal()) {
        const motion = this.numbered(number);
        if (!motion.arcs || !motion.from.includes(cell)) continue;
        const [toDown, toRight] = this.way(motion, cell);
        const along = (toDown * down + toRight * right) / Math.hypot(toDown, toRight);
        if (along > least) found.push([-Math.round(along * 1e6), motion.from.length, number]);
      }
      found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      return found.map(last);
    }

    /** @param {number} cell @param {number} byDown @param {number} byRight */
    dragged(cell, byDown, byRight) { // of the tile in a cell, by how near its way is to the drag
      const found = [];
      /** @param {number} number */
      const rounded = (number) => Math.round(number * 1e6);
      for (const number of this.legal()) {
        const motion = this.numbered(number);
        if (!motion.arcs || !motion.from.includes(cell)) continue;
        const [down, right] = this.way(motion, cell);
        const share = (byDown * down + byRight * right) / (down * down + right * right);
        const along = Math.min(Math.max(share, 0), 1);
        const beside = Math.hypot(byDown - along * down, byRight - along * right);
        const beyond = Math.hypot(byDown - down, byRight - right);
        found.push([rounded(beside), rounded(beyond), motion.from.length, number]);
      }
      found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
      return found.map(last);
    }

    /** @param {number} cell */
    slides(cell) { // of the tile in a cell into the gap, with all between them
      for (const first of this.legal()) {
        const found = [];
        const way = direction(this.numbered(first));
        /** @type {number | undefined} */
        let number = first;
        let there = false;
        while (number !== undefined && !there) {
          const motion = this.numbered(number);
          found.push(number);
          there = motion.first === cell;
          this.make(motion);
          number = this.legal().find((other) => same(direction(this.numbered(other)), way));
        }
        for (const made of found.slice().reverse()) this.unmake(this.numbered(made));
        if (there) return found;
      }
      return [];
    }

    /** @param {number} down @param {number} right @param {boolean} other */
    click(down, right, other) { // other: with the secondary button
      const turns = this.turns(down, right);
      if (turns.length) return [other ? last(turns) : turns[0]];
      const cell = this.nearestCell(down, right);
      const row = Math.floor(cell / this.data.columns);
      const apart = this.cycles(cell, down - row - 0.5, right - cell % this.data.columns - 0.5);
      if (apart.length) return [other ? last(apart) : apart[0]];
      const below = Math.floor(cell / this.data.columns) + 1 - down;
      const beside = cell % this.data.columns + 1 - right;
      /** @type {[number, number[]][]} */
      const edges = [[below, [1, 0]], [1 - below, [-1, 0]], [beside, [0, 1]], [1 - beside, [0, -1]]];
      const [, way] = edges.reduce((one, two) => (two[0] < one[0] ? two : one));
      const found = this.lineMoves(cell, other ? way.map((n) => -n) : way);
      if (found.length) return found;
      const pointed = this.cellAt(down, right);
      if (pointed < 0) return [];
      if (this.needsGap) return this.slides(pointed);
      const walk = this.legal().find((number) => this.numbered(number).walk === pointed);
      return walk === undefined ? [] : [walk];
    }

    /**
     * @param {number} down @param {number} right @param {number} byDown @param {number} byRight
     */
    drag(down, right, byDown, byRight) { // at least as far, if possible; none if a press acts
      const apart = this.dragged(this.nearestCell(down, right), byDown, byRight);
      if (apart.length) return apart.slice(0, 1);
      if (this.needsGap) {
        const pointed = this.cellAt(down, right);
        return pointed < 0 ? [] : this.slides(pointed);
      }
      const { rows, columns } = this.data;
      const vertical = Math.abs(byDown) > Math.abs(byRight);
      const far = vertical ? byDown : byRight;
      const sign = far < 0 ? -1 : 1;
      const found = this.lineMoves(this.nearestCell(down, right), vertical ? [sign, 0] : [0, sign]);
      const times = Math.min(Math.max(1, Math.ceil(Math.abs(far))), vertical ? rows : columns);
      return found.length ? Array(times).fill(found[0]) : [];
    }

    /**
     * @param {number} down @param {number} right @param {number} byDown @param {number} byRight
     */
    stroke(down, right, byDown, byRight) { // around the centre of the nearest turn
      const turns = this.turns(down, right);
      if (!turns.length) return [];
      const [centreDown, centreRight] = this.turnOf(turns[0]);
      const along = (right - centreRight) * byDown - (down - centreDown) * byRight;
      return turns.filter((number) => this.turnOf(number)[2] * along > 0);
    }

    /** @param {number} cell @param {number} down @param {number} right */
    arrow(cell, down, right) {
      const apart = this.cycles(cell, down, right, 0);
      if (apart.length) return apart.slice(0, 1);
      const found = this.legal().find((number) => {
        const motion = this.numbered(number);
        return motion.go && this.goes(motion, [down, right])
          && (!motion.around || motion.from.includes(cell));
      });
      return found === undefined ? [] : [found];
    }

    /** @param {number[]} numbers @returns {Motion} */
    joint(numbers) { // the single motion of moves in a straight line
      const motions = numbers.map((number) => this.numbered(number));
      if (motions.length === 1) return motions[0];
      const { gap, rows, columns } = this.data;
      const from = [...new Set(motions.flatMap((motion) => motion.from))];
      const to = from.map((cell) => motions.reduce((at, motion) => {
        const place = motion.from.indexOf(at);
        return place < 0 ? at : motion.to[place];
      }, cell));
      const times = gap === null ? motions.length : 1;
      const go = (motions[0].go || [0, 0]).map((n) => n * times);
      const around = motions[0].around && from.filter((cell) => {
        const row = Math.floor(cell / columns) + go[0];
        const column = cell % columns + go[1];
        return row < 0 || row >= rows || column < 0 || column >= columns;
      });
      const outlined = from.filter((cell) => gap === null || this.cells[cell] !== gap);
      const first = Math.min(...outlined);
      const last = Math.max(...outlined);
      const [top, left] = [Math.floor(first / columns), first % columns];
      const [bottom, right] = [Math.floor(last / columns) + 1, last % columns + 1];
      return {
        ...motions[0], from, to, go, around, first,
        frames: [[top, left, top, right, bottom, right, bottom, left]],
      };
    }
  }

  return { Game };
})();
