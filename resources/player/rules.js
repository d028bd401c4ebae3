// The rules of every family: the moves of a puzzle that a page has read from an ID, in the form in
// which the program writes them into pages (book_page.py). The tests compare them.
"use strict";
const rules = (() => {
  const MOST_SIDE = 30;
  /** @type {Record<string, number>} */
  const MOST_CELLS = { permutation: 400 };
  const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

  /** @template T @param {T[][]} rows */
  const flat = (rows) => rows.flat();
  /** @param {(number | null)[][]} rows */
  const valuesOf = (rows) => flat(rows).map((value) => (value === null ? -1 : value)); // -1: a hole
  /** @param {number[]} numbers */
  const ordered = (numbers) => [...numbers].sort((one, other) => one - other);

  /** @param {unknown} holds */
  function check(holds) { if (!holds) throw new Error("not a puzzle"); }

  /**
   * @param {any} rows @param {number | undefined} most @param {(value: any) => boolean} isValue
   * @returns {[number, number]}
   */
  function checkedGrid(rows, most, isValue) {
    check(Array.isArray(rows) && rows.length && rows.every(Array.isArray));
    const columns = rows[0].length;
    check(columns && Math.max(rows.length, columns) <= MOST_SIDE
      && rows.length * columns <= (most || MOST_SIDE ** 2));
    check(rows.every((/** @type {any[]} */ row) => row.length === columns && row.every(isValue)));
    return [rows.length, columns];
  }

  /** @param {any} name @param {number} rows @param {number} columns */
  function cellOf(name, rows, columns) { // "B3", row by row
    const match = /^([A-Z]{1,2})([1-9][0-9]?)$/.exec(name) || [];
    check(match.length);
    const column = [...match[1]].reduce(
      (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const row = Number(match[2]) - 1;
    check(row < rows && column < columns);
    return row * columns + column;
  }

  // --- moves: {name, says, of, from, to, ...} with absolute cells, of: what the text is about ---

  /** @param {any} puzzle @param {number} rows @param {number} columns @returns {Move[]} */
  function blockTurns({ turns }, rows, columns) {
    check(["both", "clockwise", "counterclockwise"].includes(turns));
    const ways = [1, -1].filter((way) => (
      turns === "both" || turns === (way > 0 ? "clockwise" : "counterclockwise")));
    const found = [];
    for (let row = 0; row + 1 < rows; row += 1) {
      for (let column = 0; column + 1 < columns; column += 1) {
        const cell = row * columns + column;
        const around = [cell, cell + 1, cell + columns, cell + columns + 1];
        for (const way of ways) {
          const centre = [row + 1, column + 1];
          found.push({
            cell, turn: [...centre, way], arrow: [...centre, way], from: around,
            to: (way > 0 ? [1, 3, 0, 2] : [2, 0, 3, 1]).map((place) => around[place]), frames: [[row, column, 2, 2]],
            name: boards.cellName(cell, columns) + (way < 0 ? "'" : ""),
            says: way < 0 ? "'" : "", of: boards.cellName(cell, columns),
          });
        }
      }
    }
    return found;
  }

  /** @param {any} _ @param {number} rows @param {number} columns @returns {Move[]} */
  function slides(_, rows, columns) { // for each cell of the gap
    /** @type {[string, number, number][]} */
    const steps = [["U", -1, 0], ["D", 1, 0], ["L", 0, -1], ["R", 0, 1]];
    const found = [];
    for (let gap = 0; gap < rows * columns; gap += 1) {
      const [row, column] = [Math.floor(gap / columns), gap % columns];
      for (const [name, down, right] of steps) {
        const [tileRow, tileColumn] = [row - down, column - right];
        if (tileRow < 0 || tileRow >= rows || tileColumn < 0 || tileColumn >= columns) continue;
        const cell = tileRow * columns + tileColumn;
        /** @param {number} reach */
        const at = (reach) => [row + 0.5 + reach * down, column + 0.5 + reach * right];
        found.push({
          cell, gap, from: [cell, gap], to: [gap, cell], go: [down, right],
          arrow: [...at(-0.224), ...at(0.224), 1], frames: [[tileRow, tileColumn, 1, 1]],
          name, says: name, of: "",
        });
      }
    }
    return found;
  }

  /** @param {any} _ @param {number} rows @param {number} columns @returns {Move[]} */
  function lineShifts(_, rows, columns) {
    const found = [];
    for (const vertical of [false, true]) {
      const length = vertical ? rows : columns;
      for (let line = 0; line < (vertical ? columns : rows); line += 1) {
        for (const forward of [true, false]) {
          if (length === 2 && forward === vertical) continue;
          const from = Array.from({ length },
            (_, i) => (vertical ? i * columns + line : line * columns + i));
          const way = forward ? 1 : -1;
          const shown = vertical ? boards.cellName(line, columns).slice(0, -1) : String(line + 1);
          const side = vertical ? (forward ? "D" : "U") : (forward ? "R" : "L");
          found.push({
            cell: from[0], from, to: from.map((_, i) => from[(i + way + length) % length]),
            go: vertical ? [way, 0] : [0, way], around: [from[forward ? length - 1 : 0]],
            frames: [vertical ? [0, line, rows, 1] : [line, 0, 1, columns]],
            routes: Array.from({ length: length - 1 }, (_, i) => (forward
              ? [i + 0.83, 0.17, i + 1.17, 0.17] : [i + 1.17, 0.83, i + 0.83, 0.83]))
              .map(([from_, side_, to_, end]) => (vertical
                ? [from_, line + 1 - side_, to_, line + 1 - end]
                : [line + side_, from_, line + end, to_])),
            name: shown + side, says: side, of: shown,
          });
        }
      }
    }
    return found;
  }

  /** @param {any} puzzle @param {number} rows @param {number} columns @returns {Move[]} */
  function jumps({ numbers, directions }, rows, columns) {
    const straight = [[-1, 0], [1, 0], [0, -1], [0, 1]];
    const ways = directions === "all"
      ? [...straight, [-1, -1], [-1, 1], [1, -1], [1, 1]] : straight;
    /** @type {Move[]} */
    const found = [];
    flat(numbers).forEach((/** @type {number} */ number, cell) => {
      const far = Math.abs(number);
      if (!far) return;
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      for (const [down, right] of ways) {
        const [toRow, toColumn] = [row + down * far, column + right * far];
        if (toRow < 0 || toRow >= rows || toColumn < 0 || toColumn >= columns) continue;
        const walk = toRow * columns + toColumn;
        /** @param {number} reach */
        const at = (reach) => [row + 0.5 + down * reach / Math.hypot(down, right),
          column + 0.5 + right * reach / Math.hypot(down, right)];
        const name = boards.cellName(walk, columns);
        found.push({
          cell, leave: cell, walk, from: [], to: [], go: [down * far, right * far],
          arrow: [...at(0.32), ...at(0.62), 0], name, says: "", of: name,
        });
      }
    });
    return found;
  }

  /** @param {number[]} from @param {number[]} to */
  const nextOf = (from, to) => new Map(from.map((cell, i) => [cell, to[i]]));

  /** @param {number[]} from @param {number[]} to */
  function isOwnInverse(from, to) {
    const next = nextOf(from, to);
    return from.every((cell) => next.get(next.get(cell) ?? -1) === cell);
  }

  /** @param {number[][]} cycles */
  const around = (cycles) => cycles.flatMap((cycle) => [...cycle.slice(1), cycle[0]]);

  /** @param {number[]} from @param {number[]} to */
  function cyclesOf(from, to) {
    const next = nextOf(from, to);
    const found = [];
    while (next.size) {
      const cycle = [];
      let [cell] = next.keys();
      while (next.has(cell)) {
        cycle.push(cell);
        const after = next.get(cell) ?? -1;
        next.delete(cell);
        cell = after;
      }
      found.push(cycle);
    }
    return found;
  }

  const STRAIGHT = [0, 0];
  const HIGHEST_ARC = 1.25; // in cells

  /** @param {number[]} cycle @param {number} columns */
  function bulges(cycle, columns) { // how far the way of each tile bulges: see core/motion.py
    const places = cycle.map((cell) => [Math.floor(cell / columns), cell % columns]);
    const centre = [0, 1].map((axis) => (
      places.reduce((sum, place) => sum + place[axis], 0) / places.length));
    /** @param {number[]} place */
    const radius = ([down, right]) => Math.hypot(down - centre[0], right - centre[1]);
    return places.flatMap((from, i) => {
      const to = places[(i + 1) % places.length];
      const [down, right] = [to[0] - from[0], to[1] - from[1]];
      const distance = Math.abs(down) + Math.abs(right);
      if (!distance || (distance === 1 && cycle.length > 2)) return STRAIGHT;
      const middle = [from[0] + down / 2, from[1] + right / 2];
      const near = radius(middle);
      const height = Math.min((radius(from) + radius(to)) / 2 - near, HIGHEST_ARC);
      const length = Math.hypot(down, right);
      return near > 1e-9 // else straight across the centre: clockwise
        ? middle.map((at, axis) => height * (at - centre[axis]) / near)
        : [-height * right / length, height * down / length];
    });
  }

  /** @param {Move[]} moves @param {number} rows @param {number} columns */
  function roomOf(moves, rows, columns) { // above and below the board, for tiles on arcs
    const tops = [0];
    const bottoms = [rows - 1];
    for (const { from, to, arcs } of moves) {
      for (let i = 0; arcs && i < from.length; i += 1) {
        const start = Math.floor(from[i] / columns);
        const way = Math.floor(to[i] / columns) - start;
        const bulge = arcs[2 * i];
        if (Math.PI * Math.abs(bulge) <= Math.abs(way)) continue; // no farther than its ends
        const share = Math.acos(-way / (Math.PI * bulge));
        const turn = start + way * share / Math.PI + bulge * Math.sin(share);
        tops.push(turn);
        bottoms.push(turn);
      }
    }
    return [-Math.min(...tops), Math.max(...bottoms) + 1 - rows];
  }

  /** @param {any} puzzle @param {number} rows @param {number} columns @returns {Move[]} */
  function permutations({ moves, inverses, start }, rows, columns) {
    check(moves && typeof moves === "object");
    const holes = new Set(flat(start).flatMap((value, cell) => (value === null ? [cell] : [])));
    /** @type {Move[]} */
    const found = [];
    /** @param {string} name @param {number[]} from @param {number[]} to @param {boolean} back */
    const add = (name, from, to, back) => {
      const cycles = cyclesOf(from, to);
      const sources = flat(cycles);
      const targets = around(cycles);
      found.push({
        cell: sources[0], from: sources, to: targets,
        arcs: cycles.flatMap((cycle) => bulges(cycle, columns)),
        routes: sources.map((cell, i) => route(cell, targets[i], columns)), frames: [],
        name: name + (back ? "'" : ""), says: back ? "'" : "", of: name,
      });
    };
    for (const [name, cycles] of Object.entries(moves)) {
      check(/^[A-Za-z][A-Za-z0-9_]{0,7}$/.test(name) && Array.isArray(cycles)
        && cycles.length && cycles.every((cycle) => Array.isArray(cycle) && cycle.length));
      const cells = cycles.map((/** @type {any[]} */ cycle) => (
        cycle.map((cell) => cellOf(cell, rows, columns))));
      /** @type {number[]} */
      const from = flat(cells);
      check(new Set(from).size === from.length && !from.some((cell) => holes.has(cell)));
      const to = around(cells);
      add(name, from, to, false);
      if (inverses !== false && !isOwnInverse(from, to)) add(name, to, from, true);
    }
    return found;
  }

  /** @param {number} cell @param {number} to @param {number} columns */
  function route(cell, to, columns) { // from near the edge of a cell, so that no number is crossed
    const from = [Math.floor(cell / columns), cell % columns];
    const by = [Math.floor(to / columns) - from[0], to % columns - from[1]];
    const length = Math.hypot(...by) || 1;
    const along = by.map((part) => part / length);
    const beside = [-along[1] * 0.33, along[0] * 0.33];
    /** @param {number} place */
    const at = (place) => [from[0] + 0.5 + beside[0] + along[0] * place,
      from[1] + 0.5 + beside[1] + along[1] * place];
    return [...at(length / 2 - 0.17), ...at(length / 2 + 0.17)];
  }

  /**
   * @param {Move[]} moves @param {string[]} names
   * @returns {Record<string, (number | null)[]>}
   */
  function keysOf(moves, names) { // the letter key of each move, and with Shift of its inverse
    const letters = new Map();
    for (const name of names) if (name.length === 1) letters.set(name.toUpperCase(), name);
    const free = LETTERS.filter((letter) => !letters.has(letter));
    for (const name of names) {
      if (name.length === 1) continue;
      const own = name[0].toUpperCase();
      const letter = letters.has(own) ? free.find((each) => !letters.has(each)) : own;
      if (letter) letters.set(letter, name);
    }
    /** @param {string} name */
    const number = (name) => moves.findIndex((move) => move.name === name);
    return Object.fromEntries([...letters].map(([letter, name]) => {
      const forward = number(name);
      const move = moves[forward];
      const back = number(`${name}'`);
      const other = isOwnInverse(move.from, move.to) ? forward : null;
      return [letter, [forward, back >= 0 ? back : other]];
    }));
  }

  /** @type {Record<string, (puzzle: any, rows: number, columns: number) => Move[]>} */
  const MAKERS = {
    rotation: blockTurns, sliding: slides, shift: lineShifts, maze: jumps, permutation: permutations,
  };

  // --- the data of a puzzle, as on the page of a book ---

  /** @param {number[]} corner */
  const rectangle = ([row, column, down, right]) => [row, column, row, column + right, row + down,
    column + right, row + down, column];

  /** @param {Move} move @param {number} columns @returns {Form} */
  function formOf(move, columns) { // relative to its first cell
    const [row, column] = [Math.floor(move.cell / columns), move.cell % columns];
    /** @param {number[]} found */
    const cells = (found) => found.map((cell) => cell - move.cell);
    /** @param {number} [found] */
    const cell = (found) => (found === undefined ? undefined : found - move.cell);
    /** @param {number[]} found */
    const points = (found) => found.map((n, i) => n - (i % 2 ? column : row));
    const arrow = move.arrow && [...points(move.arrow.slice(0, move.arrow.length === 3 ? 2 : 4)),
      ...move.arrow.slice(move.arrow.length === 3 ? 2 : 4)];
    return {
      from: cells(move.from), to: cells(move.to), go: move.go,
      around: move.around && cells(move.around),
      turn: move.turn && [...points(move.turn.slice(0, 2)), move.turn[2]], arcs: move.arcs, arrow,
      frames: (move.frames || []).map(rectangle).map(points),
      routes: (move.routes || []).map(points), both: (move.routes || []).map(() => 0),
      walk: cell(move.walk), leave: cell(move.leave), gap: cell(move.gap),
    };
  }

  /** @param {any} puzzle */
  function kindOf(puzzle) { // the key of its texts: all that is neither grid nor moves
    const { family, turns, directions } = puzzle;
    return [family, turns, directions].filter(Boolean).join(" ");
  }

  /** @param {any} puzzle @param {LinkTables["texts"]} texts */
  function game(puzzle, texts) {
    const { family } = puzzle;
    check(Object.hasOwn(MAKERS, family));
    const walks = family === "maze";
    const most = MOST_CELLS[family];
    /** @param {any} value */
    const isNumber = (value) => Number.isSafeInteger(value) && (walks || value >= 0);
    /** @type {(value: any) => boolean} */
    const isValue = family === "permutation"
      ? (value) => value === null || isNumber(value) : isNumber;
    const grid = walks ? puzzle.numbers : puzzle.start;
    const [rows, columns] = checkedGrid(grid, most, isValue);
    if (!walks) {
      const size = checkedGrid(puzzle.goal, most, isValue);
      check(size[0] === rows && size[1] === columns);
    }
    const start = valuesOf(grid);
    const goal = walks ? null : valuesOf(puzzle.goal);
    if (goal) {
      check(String(ordered(start)) === String(ordered(goal)));
      check(start.every((value, cell) => (value === -1) === (goal[cell] === -1)));
    }
    if (family === "sliding") check(start.filter((value) => value === 0).length === 1);
    const found = MAKERS[family](puzzle, rows, columns);
    check(found.length);
    const { rule, how, says } = texts[kindOf(puzzle)];
    const templates = Object.values(says);
    const moves = new Map(); // by name
    const which = found.map((move) => {
      const known = move.says in says;
      const text = templates.indexOf(says[known ? move.says : ""]);
      if (!moves.has(move.name)) {
        moves.set(move.name, [moves.size, [move.name, text, known ? move.of : move.name]]);
      }
      return moves.get(move.name)[0];
    });
    const gap = family === "sliding" ? 0 : !walks && start.includes(-1) ? -1 : null;
    const target = walks ? cellOf(puzzle.target, rows, columns) : null;
    const trail = walks ? [cellOf(puzzle.start, rows, columns)] : [];
    const wanted = walks && puzzle.sum !== undefined ? puzzle.sum : null;
    check(wanted === null || Number.isSafeInteger(wanted));
    return {
      rows, columns, room: roomOf(found, rows, columns),
      forms: found.map((move) => formOf(move, columns)),
      motions: found.flatMap((move, number) => [number, move.cell]),
      labels: family === "permutation" ? found.map((move) => move.name) : null,
      moves: [...moves.values()].map(([, move]) => move), says: templates, which,
      arrows: family === "sliding" || walks,
      letters: family === "permutation" ? keysOf(found, Object.keys(puzzle.moves)) : {},
      rule, how, start, goal, gap, names: {}, target, trail, wanted,
      signed: walks && (wanted !== null || start.some((value) => value < 0)),
    };
  }

  return { game };
})();
