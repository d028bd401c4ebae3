"""Page of puzzles to play: its content, its rules against those of the boards, and a browser."""

import base64
import json
import random
import re
import shutil
import string
import subprocess
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core import language
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, flatten
from puzzlegui.core.motion import Arcs
from puzzlegui.core.solution_lock import lock_for, with_lock
from puzzlegui.core.win_message import with_message
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.book_page import write_html
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import CLOCKWISE, COUNTERCLOCKWISE
from puzzlegui.render.floor_painter import crossed_cells
from puzzlegui.render.lane_layout import lane_lines
from tests.boards import largest_board, small_boards
from tests.exporters.browser import Browser
from tests.exporters.playing import BOARD_LABEL, WON, opened, play_moves
from tests.exporters.test_solution_page import loaded

NODE = shutil.which("node")
PLAYER = Path(__file__).parents[2] / "resources" / "player"
NASTY = "</script><script>window.playerError = 'broken out'</script>&<b>\u2028"


def puzzle(board: Board, **facts: Any) -> BookPuzzle:
    solution = solve(board)
    return BookPuzzle(
        board, solution.length, solution.optimal, moves=tuple(solution.moves), **facts
    )


def book() -> Book:
    boards = [
        with_message(load_preset("mystery-box"), "The code is <b>1907</b>."),
        load_preset("eight-cpp"),
        load_preset("schonbrunn-hard"),
        new_board("shift", 3, 4, 5),
        new_board("permutation", 3, 3, 1, layout="rings"),
    ]
    return Book("A book", puzzles=tuple(map(puzzle, boards)))


def page(content: Book, **chosen: Any) -> str:
    return b"".join(write_html(content, **chosen)).decode()


def scripts_in(text: str, kind: str) -> list[Any]:
    pattern = rf'<script type="application/json" class="{kind}">(.*?)</script>'
    return [json.loads(found) for found in re.findall(pattern, text, re.DOTALL)]


def games_in(text: str) -> list[dict[str, Any]]:
    """Return the data of each puzzle of a page, with the moves of its kind of board."""
    rules = scripts_in(text, "rules")
    return [rules[data["rules"]] | data for data in scripts_in(text, "data")]


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_self_contained() -> None:
    text = page(book())
    tags = Tags(text)
    assert tags.open == []
    assert all(link.startswith("#") for link in tags.links)
    assert loaded(text) == []


def test_texts_are_plain() -> None:
    board = new_board("rotation", 2, 2, 1).with_fields(title=NASTY)
    text = page(Book(NASTY, f"{NASTY}\n\nSecond", (BookPuzzle(board, note=NASTY),)))
    assert Tags(text).open == []
    assert "<b>" not in text
    assert "<script>window" not in text
    assert text.count("<p>Second</p>") == 1


def test_a_book_without_a_title_or_a_puzzle_makes_a_page() -> None:
    text = page(Book())
    assert "<title>Puzzles</title>" in text
    assert Tags(text).open == []


def test_the_page_is_translated() -> None:
    english = page(book())
    language.set_language("de")
    german = page(book())
    assert '<html lang="de"' in german
    tag = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL)
    for word in ("All puzzles", "Show answer", "How to play", "Undo", "Clear progress"):
        assert word in tag.sub("", english)
        assert word not in tag.sub("", german)
    (data, *_) = games_in(german)
    assert data["rule"].startswith("Jeder Zug")


def test_answers_are_not_readable() -> None:
    content = book()
    text = page(content)
    for each in content.puzzles:
        assert each.moves is not None
        shown = each.board.format_moves(each.moves)
        assert " ".join(shown) not in text
        assert json.dumps(shown) not in text
    assert all(data["answer"] for data in games_in(text))
    without = page(content, answers=False)
    assert all(data["answer"] is None for data in games_in(without))


def test_answers_lead_to_the_goal() -> None:
    content = book()
    for each, data in zip(content.puzzles, games_in(page(content)), strict=True):
        scrambled_bytes = base64.b64decode(data["answer"])
        numbers = [
            int.from_bytes(scrambled_bytes[2 * i : 2 * i + 2], "big") ^ (i * 40503 + 12345) % 65536
            for i in range(len(scrambled_bytes) // 2)
        ]
        texts = [data["moves"][data["which"][number]][0] for number in numbers]
        assert each.moves is not None
        assert texts == each.board.format_moves(each.moves)[-len(texts) :]
        assert (data["length"], data["optimal"]) == (each.length, each.optimal)


def test_boards_of_the_same_kind_share_their_moves() -> None:
    boards = [new_board("shift", 4, 4, seed) for seed in range(24)]
    text = page(Book("", puzzles=tuple(map(BookPuzzle, boards))))
    assert len(scripts_in(text, "rules")) == 1
    assert len({data["start"][0] for data in games_in(text)}) > 1
    assert all(data["length"] is None and not data["stars"] for data in games_in(text))


def test_the_page_of_the_largest_boards_is_small() -> None:
    boards = [new_board(family, 30, 30, 1) for family in FAMILIES if family != "permutation"]
    assert len(page(Book("", puzzles=tuple(map(BookPuzzle, boards))))) < 500_000


def test_stars_say_how_long_the_solution_is() -> None:
    board = new_board("shift", 3, 3, 1)
    puzzles = [BookPuzzle(board, length) for length in (1, 4, 5, 24, 25, None)]
    drawn = [data["stars"].count("★") for data in games_in(page(Book("", puzzles=tuple(puzzles))))]
    assert drawn == [1, 1, 2, 4, 5, 0]


@pytest.mark.parametrize("name", ["two-rings", "disc", "twiddle-5x5-3", "mystery-box"])
def test_letter_keys_make_the_moves_of_the_window(name: str) -> None:
    board = load_preset(name)
    (data,) = games_in(page(Book(puzzles=(BookPuzzle(board),))))
    for letter in string.ascii_uppercase:
        wanted = [
            board.letter_key_moves(board.initial(), letter, other=other) for other in (False, True)
        ]
        texts = [" ".join(map(str, moves)) for moves in wanted]
        found = data["letters"].get(letter, [None, None])
        assert texts == ["" if n is None else data["moves"][data["which"][n]][0] for n in found]


# --- the rules, played by the script ------------------------------------------------------------


def answers_of(games: list[tuple[Board, list[list[Any]]]]) -> list[list[dict[str, Any]]]:
    """Return what the script makes of each action on each board."""
    text = page(Book("", puzzles=tuple(BookPuzzle(board) for board, _ in games)))
    return play_in_node(
        {"data": data, "actions": actions}
        for data, (_, actions) in zip(games_in(text), games, strict=True)
    )


def play_in_node(games: Iterable[dict[str, Any]]) -> list[list[Any]]:
    """Return what the script makes of actions on boards; see ``play_book.js``."""
    command = [str(NODE), str(Path(__file__).with_name("play_book.js")), str(PLAYER)]
    told = json.dumps(list(games))
    run = subprocess.run(
        command, input=told, capture_output=True, text=True, check=True, timeout=120
    )
    answers: list[list[Any]] = json.loads(run.stdout)
    return answers


def random_actions(board: Board, rng: random.Random, count: int) -> list[list[Any]]:
    """Return clicks, drags, arrow keys and moves back."""
    actions: list[list[Any]] = []
    for _ in range(count):
        place = [rng.uniform(0, board.rows), rng.uniform(0, board.columns)]
        kind = rng.choice(("click", "click", "drag", "arrow", "back"))
        if kind == "click":
            actions.append([kind, *place, rng.random() < 0.5])
        elif kind == "drag":
            actions.append([kind, *place, rng.uniform(-4, 4), rng.uniform(-4, 4)])
        elif kind == "arrow":
            step = rng.choice(([-1, 0], [1, 0], [0, -1], [0, 1]))
            if board.arrow_keys_move:
                step = rng.choice((step, [rng.choice((-1, 1)), rng.choice((-1, 1))]))
            actions.append([kind, rng.randrange(board.rows * board.columns), *step])
        else:
            actions.append([kind])
    return actions


def moves_of(board: Board, position: Any, action: list[Any]) -> tuple[Any, ...]:
    """Return the moves that an action means by the rules of the board."""
    kind, *values = action
    if kind == "click":
        down, right, other = values
        found = board.click_moves(position, down, right)
        return () if not found else found[-1 if other else 0]
    if kind == "drag":
        return tuple(board.drag_moves(position, (values[0], values[1]), (values[2], values[3])))
    cell = divmod(values[0], board.columns)
    return tuple(board.arrow_key_moves(position, cell, values[1], values[2]))


def check_game(board: Board, actions: list[list[Any]], answers: list[dict[str, Any]]) -> int:
    """Compare the answers to actions with the rules of the board; return the number of moves."""

    def text(move: Any) -> str:
        return board.format_moves((move,))[-1]

    def drawn(position: Any) -> tuple[list[int], list[int]]:
        picture = board.picture(position)
        trail = [row * board.columns + column for row, column in picture.trail]
        return list(flatten(picture.values)), trail

    made = 0
    history = [board.initial()]
    for action, answer in zip(actions, answers, strict=True):
        if action[0] == "back":
            if len(history) > 1:
                history.pop()
        else:
            moves = moves_of(board, history[-1], action)
            assert answer["moves"] == [text(move) for move in moves], (board, history[-1], action)
            legal = board.legal_moves(history[-1])
            assert answer["legal"] == sorted(text(move) for move in legal)
            assert answer["made"]
            made += len(moves)
            for move in moves:
                history.append(board.play(history[-1], move))
            assert answer["solved"] == board.is_solved(history[-1])
            assert answer["jointly"] == answer["cells"]
        assert (answer["cells"], answer["trail"]) == drawn(history[-1]), (board, action)
    return made


@pytest.mark.skipif(NODE is None, reason="there is no Node.js on this machine")
def test_the_script_plays_by_the_rules_of_every_family() -> None:
    rng = random.Random(5)
    boards = [
        *small_boards().values(),
        *(new_board(family, rows, columns, seed) for family in FAMILIES
          for seed, (rows, columns) in enumerate([(3, 3), (2, 5), (5, 4), (4, 7)])),
        *(new_board("rotation", 4, 3, 1, turns=turns) for turns in (CLOCKWISE, COUNTERCLOCKWISE)),
        *(new_board("maze", 6, 6, seed, directions="all") for seed in range(12)),
        load_preset("schonbrunn-hard"),
    ]  # fmt: skip
    games = [(board, random_actions(board, rng, 90)) for board in boards]
    made: dict[str, int] = {}
    for (board, actions), answers in zip(games, answers_of(games), strict=True):
        moves = check_game(board, actions, answers)
        made[board.family] = made.get(board.family, 0) + moves
    assert set(made) == set(FAMILIES)
    assert all(count > 100 for family, count in made.items() if family != "maze"), made
    assert made["maze"] > 100


@pytest.mark.skipif(NODE is None, reason="there is no Node.js on this machine")
def test_script_draws_paths_on_the_lanes_of_the_window() -> None:
    rng = random.Random(8)
    games: list[tuple[Board, list[list[Any]]]] = []
    trails: list[tuple[Cell, ...]] = []
    for seed in range(30):
        board = new_board("maze", 7, 5, seed, directions="all")
        trail = board.initial()
        while jumps := board.legal_moves(trail):
            trail = board.play(trail, rng.choice(jumps))
        trails.append(trail)
        games.append((board, [["trail", [row * 5 + column for row, column in trail]]]))
    assert any(len(trail) > 8 for trail in trails)
    for trail, (drawn,) in zip(trails, answers_of(games), strict=True):
        lines = [[x, y, to_x, to_y] for (y, x), (to_y, to_x) in lane_lines(trail)]
        assert drawn["lines"] == [pytest.approx(line) for line in lines]
        assert set(drawn["crossed"]) == {row * 5 + column for row, column in crossed_cells(trail)}


@pytest.mark.skipif(NODE is None, reason="there is no Node.js on this machine")
def test_the_script_plays_the_largest_boards() -> None:
    rng = random.Random(6)
    boards = [largest_board(family) for family in FAMILIES]
    games = [(board, random_actions(board, rng, 30)) for board in boards]
    for (board, actions), answers in zip(games, answers_of(games), strict=True):
        check_game(board, actions, answers)


@pytest.mark.skipif(NODE is None, reason="there is no Node.js on this machine")
@pytest.mark.parametrize("name", ["disc", "pocket-cube", "twiddle-4x4-3"])
def test_the_script_draws_tiles_on_the_arcs_of_the_window(name: str) -> None:
    board = load_preset(name)
    moves = list(board.legal_moves(board.initial()))
    wanted: list[list[Any]] = [
        ["ways", number, share] for number in range(len(moves)) for share in (0.25, 0.6)
    ]
    ((*found,),) = answers_of([(board, wanted)])
    for (_, number, share), drawn in zip(wanted, found, strict=True):
        motion = board.motion(board.initial(), moves[number])
        assert isinstance(motion.transform, Arcs)
        places: list[Any] = list(drawn)
        for index, ((source, target), (cell, down, right)) in enumerate(
            zip(motion.carried, places, strict=True)
        ):
            assert divmod(cell, board.columns) == source
            way = motion.transform.displacement(index, source, target, share)
            assert (down, right) == pytest.approx(way, abs=0.001)


def test_a_message_is_text_and_a_locked_board_has_no_answer() -> None:
    board = with_message(load_preset("eight-cpp"), f"Line 1\nand {NASTY}")
    text = page(Book(puzzles=(puzzle(board), puzzle(with_lock(board, lock_for("0" * 64))))))
    one, locked = scripts_in(text, "data")
    assert one["message"] == locked["message"]
    assert one["message"].startswith("Line 1 and </script>")
    assert NASTY not in text
    assert one["answer"]
    assert locked["answer"] is None


# --- in a browser -------------------------------------------------------------------------------


def test_book_is_played_to_its_end(browser: Browser, tmp_path: Path) -> None:
    content = book()
    with opened(browser, page(content), tmp_path) as shown:
        for number, each in enumerate(content.puzzles, 1):
            title = f"{number}. {each.board.title or each.board.describe()}"
            shown.press_element(f".cards li:nth-child({number}) a")
            shown.until(f"document.title === {json.dumps(title)}")
            start = shown.run(BOARD_LABEL)
            assert each.moves is not None
            play_moves(shown, each.board, each.moves, "mouse")
            shown.until(WON)
            verdict = shown.run("document.querySelector('.verdict').textContent")
            assert verdict.startswith(f"✓ Solved in {each.length} moves, the fewest possible.")
            assert (" The code is <b>1907</b>." in verdict) == (number == 1)
            assert shown.run("document.querySelector('.said').textContent") == verdict
            onward = shown.run("document.querySelector('.onward').getAttribute('href')")
            assert onward == (f"#{number + 1}" if number < len(content.puzzles) else None)
            assert shown.run(BOARD_LABEL) != start
            facts = shown.run("document.querySelector('.what').textContent")
            assert f"Shortest: {each.length} · your best: {each.length}" in facts
            assert shown.run("document.querySelector('.listed').textContent") == ""
            shown.press_element(".home")
            shown.until("document.querySelector('#overview').offsetParent")
        assert shown.run("document.querySelector('.progress').textContent") == "5 of 5 solved"
        cards = shown.run("[...document.querySelectorAll('.done')].map((one) => one.textContent)")
        assert cards == [f"✓ Solved in {each.length} moves" for each in content.puzzles]


def test_answer_is_shown_when_confirmed(browser: Browser, tmp_path: Path) -> None:
    each = puzzle(load_preset("mystery-box"))
    with opened(browser, page(Book(puzzles=(each,))), tmp_path, "#1") as shown:
        shown.press_element(".ask")
        assert shown.run("document.querySelector('.listed').textContent") == ""
        shown.press_element("#sure [value=yes]")
        shown.until("document.querySelector('.listed').textContent")
        listed = shown.run("document.querySelector('.listed').textContent")
        assert listed == " ".join(each.board.format_moves(each.moves or ()))
        shown.press_element(".show")
        shown.until(WON)
        verdict = shown.run("document.querySelector('.verdict').textContent")
        assert verdict.startswith(f"✓ Solved in {each.length} moves after the answer")
