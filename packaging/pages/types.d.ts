// What the scripts of resources/player get: data that the program writes into a page (web_page.py,
// solution_page.py, book_page.py, search_page.py, link_tables.py), and motions made of them.
// Cells are numbered row by row; points are pairs of numbers, down and to the right, in cells.

interface BoardData {
  rows: number;
  columns: number;
  start: number[];
  goal: number[] | null;
  gap: number | null;
  names: Record<string, string>;
  signed: boolean;
  target: number | null;
  trail: number[];
  wanted: number | null;
  colours: Record<string, string>;
  inks: Record<string, number[]>;
}

// A motion relative to its first cell.
interface Form {
  from: number[];
  to: number[];
  turn?: number[];
  go?: number[];
  around?: number[];
  arcs?: number[];
  arrow?: number[];
  routes?: number[][];
  both?: number[];
  frames?: number[][];
  walk?: number;
  leave?: number;
  gap?: number;
}

interface Motion {
  from: number[];
  to: number[];
  turn?: number[];
  go?: number[];
  around?: number[];
  arcs?: number[];
  arrow?: number[];
  routes: number[][];
  both: number[];
  frames: number[][];
  walk: number | null;
  leave: number | null;
  gap: number | null;
  first: number;
  name: string | null;
}

interface MotionData extends BoardData {
  room: number[];
  forms: Form[];
  motions: number[];
  labels: string[] | null;
}

type Segment = [name: string, start: number, stop: number];
type Term = [text: string, stop: number];

interface WalkData extends MotionData {
  steps: string;
  digits: number;
  words: string[];
  says: number[] | null;
  after: string;
  tile: string;
  tallies: number[];
  segments: Segment[];
  lines: boolean;
  terms: Term[] | null;
}

interface Player {
  id: string;
  key(event: KeyboardEvent): void;
  resize(): void;
}

interface GameData extends MotionData {
  moves: [name: string, text: number, of: string][];
  says: string[];
  which: number[];
  arrows: boolean;
  letters: Record<string, (number | null)[]>;
  rule: string;
  how: string;
}

interface PuzzleData extends GameData {
  title: string;
  about: string;
  stars: string;
  stars_label: string;
  note: string;
  message: string;
  length: number | null;
  optimal: boolean;
  unique: boolean;
  answer: string | null;
  id?: string;
}

interface SearchData extends BoardData {
  first: number;
  count: number;
  searches: Search[];
  texts: string[];
}

type SearchStep = [node: number, root: number, met: number, figures: number, sentence: number,
  answer: number, parts: number, next: number[]];

interface Search {
  first: number;
  before: number[];
  taken: number[];
  boards: (number | number[])[];
  goals: number[];
  steps: SearchStep[];
}

// What the browser keeps of a puzzle.
interface Kept {
  moves?: number[];
  at?: number;
  best?: number;
  seen?: boolean;
  time?: number;
  hidden?: boolean;
}

// With what a page plays the board of its address.
interface LinkTables {
  dictionary: string;
  texts: Record<string, { rule: string; how: string; says: Record<string, string> }>;
  colours: { gradient: string[]; distinct: string[]; zero: string; inks: [string, string] };
  errors: Record<string, string>;
}

// A move as the rules make it, with absolute cells; `of` is what its text is about.
interface Move {
  name: string;
  says: string;
  of: string;
  cell: number;
  from: number[];
  to: number[];
  turn?: number[];
  go?: number[];
  around?: number[];
  arcs?: number[];
  arrow?: number[];
  routes?: number[][];
  frames?: number[][];
  walk?: number;
  leave?: number;
  gap?: number;
}
