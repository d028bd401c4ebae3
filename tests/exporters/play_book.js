// Plays boards of an exported page of puzzles without a browser, as a test tells on standard input:
// for each board its data and what a player does, and answers with what comes of it.
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const folder = process.argv[2];
const context = {
  document: { documentElement: { lang: "en", dataset: {} }, getElementById: () => ({ textContent: '{"tile": "{tile}"}' }) },
  matchMedia: () => ({ matches: false }),
};
vm.createContext(context);
context.TextEncoder = TextEncoder;
context.TextDecoder = TextDecoder;
for (const name of ["board.js", "play.js", "ids.js", "rules.js"]) {
  vm.runInContext(fs.readFileSync(path.join(folder, name), "utf8"), context);
}
const Game = vm.runInContext("play.Game", context);
const Painter = vm.runInContext("boards.Painter", context);

const ids = vm.runInContext("ids", context);
const rules = vm.runInContext("rules", context);

function ruled(game) { // all that decides how the board is played
  const { data } = game;
  const moves = data.which.map((_, number) => {
    const { from, to, arcs, turn, go, around, walk, leave, gap, first } = game.numbered(number);
    const pairs = from.map((cell, i) => [cell, to[i]]).sort((a, b) => a[0] - b[0]);
    return {
      pairs, turn: turn || null, go: go || null, around: around || [], walk, leave, gap, first,
      text: [game.nameOf(number), game.describe(number)],
      arcs: arcs ? from.map((cell, i) => [cell, arcs[2 * i], arcs[2 * i + 1]])
        .sort((a, b) => a[0] - b[0]) : [],
    };
  });
  const {
    rows, columns, room, start, goal, gap, signed, target, trail, wanted, letters, arrows,
  } = data;
  return {
    rows, columns, room, start, goal, gap, signed, target, trail, wanted, letters, arrows, moves,
    rule: data.rule,
  };
}

function ways(game, number, share) { // of the tiles of a move, where they are drawn
  const found = [];
  const pen = { save() {}, restore() {}, translate: (x, y) => found.push([y, x]) };
  const painter = Object.create(Painter.prototype);
  Object.assign(painter, { data: game.data, pitch: 1, left: 0, top: 0, pen, carried() {} });
  const motion = game.numbered(number);
  painter.paintMotion(game.cells, motion, share);
  return motion.from.map((cell, i) => [cell, ...found[i]]);
}

function drawnTrail(game, trail) { // the lines of a path, and the cells that they cross
  const painter = Object.create(Painter.prototype);
  Object.assign(painter, { data: game.data, pitch: 1, left: 0, top: 0 });
  return { lines: painter.ways(trail), crossed: [...painter.crossed(trail)] };
}

function played({ data: given, id, tables, actions }) {
  let data = given;
  try {
    data = data || rules.game(ids.read(id, tables.dictionary), tables.texts);
  } catch (error) {
    return actions.map(() => error.message);
  }
  const game = new Game(data);
  const text = (number) => game.nameOf(number);
  return actions.map(([name, ...values]) => {
    if (name === "ruled") return ruled(game);
    if (name === "ways") return ways(game, ...values);
    if (name === "trail") return drawnTrail(game, ...values);
    if (name === "back") {
      if (game.at) game.back();
      return { cells: game.cells.slice(), trail: game.trail.slice() };
    }
    const numbers = game[name](...values);
    const legal = game.legal();
    const motion = numbers.length ? game.joint(numbers) : null;
    const before = game.cells.slice();
    const made = game.play(numbers);
    const jointly = before.slice();
    if (motion) motion.from.forEach((cell, i) => { jointly[motion.to[i]] = before[cell]; });
    return {
      moves: numbers.map(text), legal: legal.map(text).sort(), made, solved: game.solved(),
      cells: game.cells.slice(), trail: game.trail.slice(), jointly,
    };
  });
}

const games = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(games.map(played)));
