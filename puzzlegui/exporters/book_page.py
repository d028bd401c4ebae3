"""Self-contained web page that plays the puzzles of a book, without loading other files."""

from __future__ import annotations

import base64
import hashlib
import json
import string
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from puzzlegui.core.board import TILE, Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.solution import positions
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.core.win_message import message_of
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.difficulty import MOST_STARS, stars
from puzzlegui.exporters.link_tables import description_template, link_tables
from puzzlegui.exporters.solution_page import (
    arc_room,
    board_data,
    cell_index,
    motion_form,
    motion_names,
)
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.exporters.web_page import (
    json_element,
    page_end,
    page_header,
    page_start,
    page_words,
    script_json,
)
from puzzlegui.families.registry import family_of


def write_html(book: Book, *, answers: bool = True, plays_links: bool = False) -> Iterator[bytes]:
    """Yield a page on which each puzzle of a book can be played.

    Locked boards have no answers. Those of others are scrambled, so that they cannot be read in the
    source by chance; that is no protection. Progress is kept by the browser, for a page with the
    same boards.

    Args:
        book: the book.
        answers: False to leave the answers out, not only hide them.
        plays_links: True if the page also plays the board whose ID is in its address; a single
            puzzle then has no overview.
    """
    title = single_line(book.title) or _only_title(book) or tr("Puzzles")
    rules = _Rules()
    puzzles = [_puzzle_data(puzzle, rules, answers=answers) for puzzle in book.puzzles]
    yield page_start(title, "book.css").encode()
    labels = {name: escape(text) for name, text in _labels().items()}
    yield page_header('<a class="home" href="#">{all_puzzles}</a>'.format(**labels)).encode()
    yield _BEGIN.format(
        **labels,
        title=escape(title),
        notes="".join(f"<p>{escape(text)}</p>\n" for text in _notes(book)),
    ).encode()
    for number, puzzle in enumerate(book.puzzles, 1):
        yield _card(number, puzzle).encode()
    yield _PUZZLE.format(**labels).encode()
    yield page_words(_messages() | {"digest": _digest(book)}).encode()
    for kind in rules.found:
        yield json_element('class="rules"', json.loads(kind)).encode()
    for data in puzzles:
        yield json_element('class="data"', data).encode()
    own: tuple[str, ...] = ()
    if plays_links:
        yield json_element('id="address"', link_tables()).encode()
        own = ("ids.js", "rules.js")
    yield page_end("board.js", "play.js", *own, "book.js").encode()


def _notes(book: Book) -> list[str]:
    if not book.puzzles:
        return [tr("Open the link to a puzzle that you have received, and it is played here.")]
    return [text for line in book.notes.splitlines() if (text := single_line(line))]


def _only_title(book: Book) -> str:
    """Return the title of the only board of a book; empty if it has several."""
    return single_line(book.puzzles[0].board.title) if len(book.puzzles) == 1 else ""


_BEGIN = """<noscript><p class="error">{scripts}</p></noscript>
<main id="overview">
<h1 tabindex="-1">{title}</h1>
{notes}<p class="refused error" role="alert" hidden></p>
<p class="progress" role="status"></p>
<p class="unkept error" hidden>{unkept}</p>
<p class="bar screen"><label><input id="lengths" type="checkbox" checked> {show_lengths}</label>
<button id="forget" type="button">{forget}</button></p>
<ol class="cards">
"""

_CARD = """<li><a class="card" href="#{number}"><span class="boards"><canvas class="thumb" \
aria-hidden="true"></canvas><canvas class="thumb wanted" aria-hidden="true"></canvas></span>
<span class="name"><span class="number">{number}</span> {title}</span>
<span class="faint about">{about}</span>
<span class="facts">{stars}<span class="length faint"></span></span>
<span class="done"></span></a></li>
"""

_STARS = '<span class="stars" role="img" aria-label="{label}">{stars}</span>'

_PUZZLE = """</ol>
</main>
<section id="puzzle" role="main" hidden>
<h1></h1>
<p><span class="stars" role="img"></span> <span class="faint about"></span></p>
<p class="note"></p>
<div class="player">
<div class="aim"><p class="rule"></p>
<button class="enlarge" type="button" aria-pressed="false"><span class="faint">{goal}</span>
<canvas class="goal" role="img"></canvas></button></div>
<div class="stage">
<div class="frame"><canvas class="board" role="application" tabindex="0" \
aria-describedby="how"></canvas></div>
<div class="won" hidden><p class="verdict"></p>
<a class="button main onward screen" href="#">{next}</a></div>
<p class="now"><strong class="count"></strong> <span class="time"></span>
<span class="what"></span></p>
<div class="bar screen">
<button class="back" type="button">{undo}</button>
<button class="again" type="button">{redo}</button>
<button class="restart" type="button">{restart}</button>
<button class="zoom" type="button" aria-pressed="false">{zoom}</button>
</div>
<div class="bar screen turning" role="group" aria-label="{tap_turns}"><span class="faint">\
{tap_turns}</span>
<button class="against" type="button"><span aria-hidden="true">↺</span> {against}</button>
<button class="along" type="button"><span aria-hidden="true">↻</span> {along}</button></div>
<div class="bar screen moves" role="group" aria-label="{moves}"></div>
<p class="said heard" role="status"></p>
</div>
<div class="side screen">
<div class="bar"><a class="button" id="previous" href="#">{previous}</a>
<a class="button main" id="next" href="#">{next}</a></div>
<details open><summary>{how}</summary><p id="how" class="how"></p>
<p class="keys faint"></p></details>
<div class="answers"><button class="ask" type="button" aria-haspopup="dialog">{ask}</button>
<div class="answer" hidden><h2>{answer}</h2><pre class="listed"></pre>
<button class="show" type="button">{play_answer}</button></div></div>
</div>
</div>
</section>
<dialog id="sure" aria-labelledby="question"><form method="dialog"><p id="question"></p>
<p class="bar"><button value="no">{cancel}</button>
<button class="main" value="yes"></button></p></form></dialog>
"""


def _card(number: int, puzzle: BookPuzzle) -> str:
    """Return the entry of a puzzle on the overview."""
    board = puzzle.board
    label, drawn = _stars(puzzle)
    return _CARD.format(
        number=number,
        title=escape(_title(board)),
        about=escape(board.describe()) if single_line(board.title) else "",
        stars=_STARS.format(label=escape(label), stars=drawn) if drawn else "",
    )


def _title(board: Board) -> str:
    return single_line(board.title) or board.describe()


def _stars(puzzle: BookPuzzle) -> tuple[str, str]:
    """Return the difficulty of a puzzle in words and as stars; empty if it is not known."""
    if puzzle.length is None:
        return "", ""
    count = stars(puzzle.length)
    label = tr("Difficulty {stars} of {most}").format(
        stars=group_digits(count), most=group_digits(MOST_STARS)
    )
    return label, "★" * count + "☆" * (MOST_STARS - count)


def _labels() -> dict[str, str]:
    """Return the labels of the page."""
    return {
        "all_puzzles": tr("All puzzles"),
        "scripts": tr("This page needs JavaScript to be played."),
        "unkept": tr("Progress cannot be saved in this browser."),
        "show_lengths": tr("Show lengths of shortest solutions"),
        "forget": tr("Clear progress…"),
        "goal": tr("Goal"),
        "undo": tr("Undo"),
        "redo": tr("Redo"),
        "restart": tr("Restart"),
        "zoom": tr("Enlarge board"),
        "tap_turns": tr("A click or tap turns"),
        "against": tr("counter-clockwise"),
        "along": tr("clockwise"),
        "moves": tr("Moves"),
        "previous": tr("Previous puzzle"),
        "next": tr("Next puzzle"),
        "how": tr("How to play"),
        "ask": tr("Show answer…"),
        "answer": tr("Answer"),
        "play_answer": tr("Play answer"),
        "cancel": tr("Cancel"),
    }  # fmt: skip


def _messages() -> dict[str, str]:
    """Return the messages of the page, whose fields the script fills."""
    return {
        "row": tr("row {number}: {values}"),
        "gap": tr("gap"),
        "move": ngettext("{count} move", "{count} moves", 1),
        "moves": ngettext("{count} move", "{count} moves", 2),
        "sum": tr("sum {now}"),
        "sum_of": tr("sum {now} (wanted: {wanted})"),
        "shortest": tr("Shortest: {count}"),
        "known": tr("Shortest known: {count}"),
        "unique": tr("only one shortest solution"),
        "best": tr("your best: {count}"),
        "done": tr("Solved in {moves}"),
        "seen": tr("Answer shown"),
        "begun": tr("In progress: {moves}"),
        "progress": tr("{done} of {all} solved"),
        "won": tr("Solved in {moves}."),
        "won_shortest": tr("Solved in {moves}, the fewest possible."),
        "won_longer": tr("Solved in {moves}. The shortest solution has {length}."),
        "won_known": tr("Solved in {moves}. The shortest known solution has {length}."),
        "won_shown": tr("Solved in {moves} after the answer was shown."),
        "won_all": tr("All puzzles are solved."),
        "blocked": tr("No move is possible there."),
        "undone": tr("Move undone."),
        "start": tr("Back at the start."),
        "board": tr("Puzzle {number}, {title}. {count}; {rows}"),
        "walk": tr("Puzzle {number}, {title}. {count}, at {cell}, target {target}; {rows}"),
        "board_alone": tr("{title}. {count}; {rows}"),
        "walk_alone": tr("{title}. {count}, at {cell}, target {target}; {rows}"),
        "untitled": tr("Puzzle"),
        "cursor": tr("Cell {cell}: {value}"),
        "goal": tr("Goal: {rows}"),
        "sure_answer": tr("Show the moves of the solution?"),
        "yes_answer": tr("Show answer"),
        "sure_forget": tr(
            "Clear progress? The page forgets all moves and which puzzles are solved."
        ),
        "yes_forget": tr("Clear"),
        "keys": tr(
            "Backspace: undo. Y: redo. R: restart. N, P: next and previous puzzle. "
            "Esc: all puzzles."
        ),
        "keys_but_letters": tr("Backspace: undo. Ctrl+Y: redo. Esc: all puzzles."),
        "keys_alone": tr("Backspace: undo. Y: redo. R: restart."),
        "keys_but_letters_alone": tr("Backspace: undo. Ctrl+Y: redo."),
        "buttons": tr("The buttons below the board make the moves too."),
        "touch_turn": tr("On a touch screen: tap a block, or swipe around its centre."),
        "tile": TILE,
    }


class _Rules:
    """The moves of boards as JSON, each kind of board once."""

    def __init__(self) -> None:
        self.found: dict[str, int] = {}
        """Numbers of the kinds, in their order."""

    def add(self, board: Board) -> tuple[int, dict[tuple[Motion, Any], int]]:
        """Return the number of a board's kind, and the number of each of its moves."""
        data, numbers = _rules_data(board)
        return self.found.setdefault(script_json(data), len(self.found)), numbers


def _rules_data(board: Board) -> tuple[dict[str, Any], dict[tuple[Motion, Any], int]]:
    """Return the moves of a board for the script, which has no rules of its own.

    ``motions`` holds for each move the index of its form and its first cell, as on the page of a
    solution. A form also has ``gap``, the cell that must hold the gap, or ``leave``, the cell that
    the walker leaves, relative to the first cell. ``moves`` holds for each move its text, the index
    of its description in ``says``, and what is put in there; ``which`` holds the indices of moves
    by motion. ``letters`` holds for each letter key the index of its move, and that with Shift;
    null if there is none.

    Returns:
        The data, and the index of each move by its motion.
    """
    numbers: dict[tuple[Motion, Any], int] = {}
    forms: dict[str, int] = {}
    moves: dict[Any, int] = {}
    motions, which = [], []
    for position, move in board.all_moves():
        motion = board.motion(position, move)
        if (motion, move) in numbers:
            continue
        numbers[motion, move] = len(numbers)
        form, origin = motion_form(board, motion)
        if board.gap is not None:
            hole = next(
                cell for cell, _ in motion.carried if position[cell[0]][cell[1]] == board.gap
            )
            form["gap"] = cell_index(board, hole) - origin
        if motion.walker_step:
            form["leave"] = cell_index(board, motion.walker_step[0]) - origin
        motions += [forms.setdefault(script_json(form), len(forms)), origin]
        which.append(moves.setdefault(move, len(moves)))
    says: dict[str, int] = {}
    described = []
    for made in moves:
        name = board.format_moves((made,))[-1]
        text, place = description_template(name, board.translate_move(board.move_template(made)))
        described.append([name, says.setdefault(text, len(says)), place])
    letters = {}
    start = board.initial()
    for letter in string.ascii_uppercase if board.permutes_cells else ():
        found = [board.letter_key_moves(start, letter, other=other) for other in (False, True)]
        if any(found):
            letters[letter] = [
                numbers[board.motion(start, made[0]), made[0]] if made else None for made in found
            ]
    family = family_of(board)
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "room": arc_room(board, (motion for motion, _ in numbers)),
        "forms": [json.loads(form) for form in forms],
        "motions": motions,
        "labels": motion_names(motion for motion, _ in numbers),
        "moves": described,
        "says": list(says),
        "which": which,
        "arrows": board.arrow_keys_move,
        "letters": letters,
        "rule": family.rule_of(board),
        "how": family.instructions(board),
    }
    return data, numbers


def _puzzle_data(puzzle: BookPuzzle, rules: _Rules, *, answers: bool) -> dict[str, Any]:
    """Return the data of a puzzle for the script."""
    board = puzzle.board
    kind, numbers = rules.add(board)
    label, drawn = _stars(puzzle)
    answer = None
    if answers and puzzle.moves is not None and not lock_of(board):
        steps = zip(positions(board, puzzle.moves), puzzle.moves, strict=False)
        answer = _scrambled([numbers[board.motion(at, move), move] for at, move in steps])
    return board_data(board) | {
        "rules": kind,
        "title": _title(board),
        "about": board.describe() if single_line(board.title) else "",
        "stars": drawn,
        "stars_label": label,
        "note": single_line(puzzle.note),
        "message": single_line(message_of(board)),
        "length": puzzle.length,
        "optimal": puzzle.optimal,
        "unique": puzzle.optimal and puzzle.unique is True,
        "answer": answer,
    }


def _scrambled(numbers: Sequence[int]) -> str:
    """Return numbers below 65,536 as text that nobody reads by chance; the script has the reverse.

    It is no encryption.
    """
    content = b"".join(
        (number ^ (place * 40503 + 12345) % 65536).to_bytes(2, "big")
        for place, number in enumerate(numbers)
    )
    return base64.b64encode(content).decode()


def _digest(book: Book) -> str:
    """Return a name for the boards of a book, under which the browser keeps progress."""
    boards = "\n".join(repr(puzzle.board.puzzle) for puzzle in book.puzzles)
    return hashlib.sha256(boards.encode()).hexdigest()[:16]
