"""Definitions of permutation puzzles in formats of other programs: readers and writers."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puzzlegui
from puzzlegui.cli.main import run
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import exact_digits
from puzzlegui.core.palettes import value_names
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.text_formats import TEXT_FORMATS
from puzzlegui.engine.run import solve
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions import gap, kpuzzle, santa, twsearch
from puzzlegui.families.permutation.definitions.definition import definition_of, legal_names
from puzzlegui.families.permutation.family import FAMILY
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.solvers.move_search.giants import PuzzleGroup
from puzzlegui.solvers.move_search.group import StabiliserChain, permutation
from tests.boards import cycles, grid, pasted
from tests.effort import examples
from tests.families.twisty import MEGAMINX, POCKET_CUBE, PYRAMINX, RUBIKS_CUBE, SKEWB, Twisty

FACES = "ULFRBD"
TOP_SPIN = """Name Topspin6
Set P 6 1
Solved
P
1 2 3 4 5 6
End
Move F
P
3 2 1 4 5 6
End
Move R
P
2 3 4 5 6 1
End
"""
MATHIEU = {
    7920: "a:=(1,2,3,4,5,6,7,8,9,10,11);b:=(3,7,11,8)(4,10,5,6);",
    95040: """M12 := Group([(1,2,3,4,5,6,7,8,9,10,11), (3,7,11,8)(4,10,5,6),
        (1,12)(2,11)(3,6)(4,8)(5,9)(7,10)]);""",
    244823040: """
        # generators
        G := Group(
          (1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23),
          (3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16),
          (1,24)(2,23)(3,12)(4,16)(5,18)(6,10)(7,20)(8,14)(9,21)(11,17)(13,22)(15,19));
        Size(G);""",
}


def read(text: str) -> PermutationBoard:
    board = pasted(text)
    assert isinstance(board, PermutationBoard)
    return board


def scrambled(board: Board, text: str) -> PermutationBoard:
    """The board with the start of the first reader that recognises a text."""
    reader = next(each for each in FAMILY.scramble_readers if each.recognises(text))
    (found,) = reader.read(board, text)
    assert isinstance(found, PermutationBoard)
    return found


def order(board: PermutationBoard) -> int | None:
    return board.verdict().reachable


def dihedral_rings(size: int) -> str:
    """Hungarian rings: two rings of ``size`` that cross in two cells, in GAP."""
    left = list(range(1, size + 1))
    right = [1, *range(size + 1, size + size // 4), left[size // 4]]
    right += range(right[-2] + 1, right[-2] + 1 + size - len(right))
    return f"L:=({','.join(map(str, left))});R:=({','.join(map(str, right))});"


# --- the puzzles of people ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("twisty", "moves", "number"),
    [
        (POCKET_CUBE, "URF", 3674160),
        (POCKET_CUBE, FACES, 88179840),
        (RUBIKS_CUBE, FACES, 43252003274489856000),
        (PYRAMINX, "ULRB", 933120),
        (SKEWB, list(SKEWB.axes)[:1], 3),
        (SKEWB, list(SKEWB.axes), 37791360),
    ],
)
def test_definition_has_the_published_order(
    twisty: Twisty, moves: list[str] | str, number: int
) -> None:
    texts = (
        twisty.twsearch(moves), twisty.twsearch(moves, zero=True), twisty.kpuzzle(moves),
        twisty.kpuzzle(moves, old=True), twisty.gap(moves),
    )  # fmt: skip
    boards = [read(text) for text in texts]
    assert [order(board) for board in boards] == [number] * len(texts)
    assert len({board.moves for board in boards[:4]}) == 1, "all formats mean the same puzzle"


@pytest.mark.thorough
def test_megaminx_has_the_published_order() -> None:
    board = read(MEGAMINX.twsearch(list(MEGAMINX.axes)))
    assert order(board) == int(
        "100669616553523347122516032313645505168688116411019768627200000000000"
    )


@pytest.mark.parametrize("number", MATHIEU)
def test_gap_reader_reads_mathieu_groups(number: int) -> None:
    assert order(read(MATHIEU[number])) == number


def test_gap_reader_reads_hungarian_rings() -> None:
    board = read(dihedral_rings(20))
    assert len(board.cells) == 38
    assert board.verdict().solvable


@pytest.mark.parametrize(
    ("twisty", "moves", "size", "cells"),
    [
        (POCKET_CUBE, FACES, "6×8", 24),
        (POCKET_CUBE, "URF", "6×8", 24),
        (RUBIKS_CUBE, FACES, "9×12", 48),
        (RUBIKS_CUBE, "BDFLRU", "9×12", 48),
        (MEGAMINX, list(MEGAMINX.axes), "11×19", 120),
    ],
)
def test_cube_and_megaminx_are_drawn_as_nets(
    twisty: Twisty, moves: list[str] | str, size: str, cells: int
) -> None:
    for text in (twisty.twsearch(moves), twisty.gap(moves)):
        board = read(text)
        assert board.size == size
        assert len(board.cells) in (cells, 21)
        colour = dict(board.palette)
        assert len(set(colour.values())) == len(twisty.normals)


def test_net_of_a_cube_has_faces_that_turn_around_their_centre() -> None:
    board = read(RUBIKS_CUBE.kpuzzle(FACES))
    colours = dict(board.palette)
    moves = dict(board.moves)
    places = dict(
        zip(FACES, [(1, 4), (4, 1), (4, 4), (4, 7), (4, 10), (7, 4)], strict=True)
    )  # fmt: skip
    for face, (row, column) in places.items():
        ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        cells = [(row + r, column + c) for r, c in ring]
        assert len({colours[board.goal[r][c]] for r, c in cells}) == 1
        to = {
            cell: cycle[(at + 1) % 4] for cycle in moves[face] for at, cell in enumerate(cycle)
        }  # fmt: skip
        assert [to[cell] for cell in cells] == cells[2:] + cells[:2], "clockwise by a quarter"


def test_centres_are_placed_on_their_faces() -> None:
    fields = json.loads(RUBIKS_CUBE.kpuzzle(FACES))
    centres = "DBRFLU"  # in another order than the faces
    fields["orbits"].append({"orbitName": "CENTERS", "numPieces": 6, "numOrientations": 4})
    fields["defaultPattern"]["CENTERS"] = {
        "pieces": list(range(6)), "orientation": [0] * 6, "orientationMod": [1] * 6,
    }  # fmt: skip
    for face, move in fields["moves"].items():
        move["CENTERS"] = {
            "permutation": list(range(6)), "orientationDelta": [int(face == c) for c in centres],
        }  # fmt: skip
    board = read(json.dumps(fields))
    assert (len(board.cells), order(board)) == (54, 43252003274489856000)
    colours = dict(board.palette)
    for row, column in ((1, 4), (4, 1), (4, 4), (4, 7), (4, 10), (7, 4)):
        assert colours[board.goal[row][column]] == colours[board.goal[row][column - 1]]


def test_other_puzzles_are_drawn_as_rings_and_columns() -> None:
    assert read(TOP_SPIN).goal == grid("1 2 3 / 6 5 4")
    board = read(PYRAMINX.twsearch("ULRB"))
    assert board.size == "3×11"
    assert len(board.cells) == 24


@pytest.mark.parametrize("form", ["twsearch", "kpuzzle", "gap"])
def test_scrambled_definitions_are_solved(form: str) -> None:
    rng = random.Random(form)
    for twisty, moves in ((POCKET_CUBE, "URF"), (PYRAMINX, "ULRB")):
        board = read(getattr(twisty, form)(moves))
        walk = [rng.choice(board.legal_moves(board.goal)) for _ in range(5)]
        start = board.play_all(walk, board.goal)[0]
        solution = solve(board.with_fields(start=start), "optimal")
        assert solution.optimal
        assert len(solution.moves) <= 5


# --- twsearch and ksolve ------------------------------------------------------------------------


def test_scramble_is_the_start_of_a_definition() -> None:
    board = read(TOP_SPIN)
    first = scrambled(board, "Scramble one\nP\n2 3 4 1 6 5\nEnd\n")
    assert first.start == grid("2 3 4 / 5 6 1")
    assert len(solve(first, "optimal").moves) == 6
    saved = parse_board(dump_board(board))
    assert scrambled(saved, "ScrambleState x\nP\n1 2 3 0 5 4\nEnd") == (
        first.with_fields(title="x", extra=saved.extra)
    )
    by_moves = scrambled(board, "ScrambleAlg y\nF R\nR' F\nEnd")
    assert by_moves.start == board.goal


def test_scramble_of_pieces_with_orientations_is_a_state() -> None:
    board = read(RUBIKS_CUBE.twsearch(FACES))
    moves = board.parse_moves("U R' F D L2 B'")
    start = board.play_all(moves, board.goal)[0]
    state = scrambled(board, _pattern(RUBIKS_CUBE, "U R' F D L L B'".split()))
    assert state.start == start


def _pattern(twisty: Twisty, moves: list[str]) -> str:
    """The state after moves, from the turns of pieces alone."""
    state = {
        name: {"pieces": list(range(len(pieces))), "orientation": [0] * len(pieces)}
        for name, pieces in twisty.sets.items()
    }
    for move in moves:
        for _ in range(3 if move.endswith("'") else 1):
            for name, (sources, turns) in twisty.turn(move.strip("'")).items():
                old, width = state[name], len(twisty.sets[name][0])
                state[name] = {
                    "pieces": [old["pieces"][s] for s in sources],
                    "orientation": [
                        (old["orientation"][s] + by) % width
                        for s, by in zip(sources, turns, strict=True)
                    ],
                }
    return json.dumps(state)


def test_wrong_scrambles_are_refused() -> None:
    board = read(TOP_SPIN)
    for text, message in (
        ("Scramble x\nP\n1 1 3 4 5 6\nEnd", "other pieces"),
        ("Scramble x\nQ\n1 2 3 4 5 6\nEnd", "not a set"),
        ("Scramble x\nP\n1 2 3\nEnd", "3 numbers"),
        ("Scramble x\nP\n1 2 3 4 5 6", "before the End"),
    ):
        with pytest.raises(PuzzleError, match=message):
            scrambled(board, text)
    with pytest.raises(PuzzleError, match="sets of pieces"):
        scrambled(board.with_fields(extra=()), "Scramble x\nP\n1 2 3 4 5 6\nEnd")
    with pytest.raises(PuzzleError, match="was changed"):
        scrambled(board.turned(), "Scramble x\nP\n1 2 3 4 5 6\nEnd")


def test_equal_pieces_and_free_orientations_are_equal_values() -> None:
    board = read("""Name Two
Set EDGES 3 2
Set SPOTS 4 1
Solved
EDGES
1 1 2
? ? 0
SPOTS
1 2 1 2
End
Move a
EDGES
2 3 1
1 0 1
SPOTS
2 1 4 3
End
MoveSequence aa a2 a
MoveAlias A3 aa
""")
    values = sorted(value for row in board.goal for value in row if value >= 0)
    assert values == [1, 1, 1, 1, 2, 3, 4, 4, 5, 5]
    assert [name for name, _ in board.moves] == ["a", "aa"]
    assert board.table.aliases == {"A3": "aa"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("Set P 6 1", "Set P six 1"), "line 2"),
        (("1 2 3 4 5 6\nEnd", "1 2 3 4 5\nEnd"), "line 5.*5 numbers"),
        (("2 3 4 5 6 1", "2 3 4 5 6 6"), "each slot of a set once"),
        (("Move R", "Move F"), "given twice"),
        (("Move R", "Illegal P 1 2\nMove R"), "line 11.*forbids moves"),
        (("Move R", "Nonsense\nMove R"), "line 11.*not a part"),
        (("Set P 6 1", "Set P 999 1"), "6 numbers here; the set has 999"),
        (("2 3 4 5 6 1\nEnd\n", "2 3 4 5 6 1\n"), "before the End"),
        (("3 2 1 4 5 6", "0 2 1 4 5 6"), "counted from 1"),
    ],
)
def test_wrong_definition_is_refused_with_its_line(change: tuple[str, str], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        twsearch.read_definition(TOP_SPIN.replace(*change))


def test_large_definition_is_refused_with_its_size() -> None:
    text = "Set P 500 1\nSolved\nEnd\n" + "\n".join(f"Move m{i}\nEnd" for i in range(3))
    with pytest.raises(PuzzleError, match=r"500 cells and 3 moves.*2 to 400 cells"):
        twsearch.read_definition(text)


# --- names of moves -----------------------------------------------------------------------------


@given(st.lists(st.text("aAbB2_+' é", min_size=1, max_size=12), unique=True, max_size=12))
def test_renamed_moves_have_names_of_their_own(names: list[str]) -> None:
    found = legal_names(names)
    assert list(found) == names
    assert len({name.lower() for name in found.values()}) == len(names)
    board = PermutationBoard(
        grid("1 2"), grid("1 2"),
        tuple((name, (((0, 0), (0, 1)),)) for name in found.values()) or cycles("a: A1 B1"),
    )  # fmt: skip
    board.check()


def test_original_names_of_moves_are_read() -> None:
    text = TOP_SPIN.replace("Move F", "Move 2R").replace("Move R", "Move r")
    board = read(text + "Move R\nP\n6 1 2 3 4 5\nEnd\n")
    assert [name for name, _ in board.moves] == ["R_2", "r_3", "R"]
    for each in (board, parse_board(dump_board(board))):
        moves = each.parse_moves("2R r R r' R_2 3r")
        assert each.format_moves(moves) == ["R_2", "r_3", "R", "r_3'", "R_2", *["r_3"] * 3]


# --- KPuzzle ------------------------------------------------------------------------------------


def test_derived_moves_are_made_of_others() -> None:
    fields = json.loads(RUBIKS_CUBE.kpuzzle("UR"))
    fields["derivedMoves"] = {
        "V": "[R: U]", "W": "[U, R2']", "Ui": "U'", "X": "(U V)2", "Y": "missing", "Z": "Z",
    }  # fmt: skip
    board = read(json.dumps(fields))
    assert [name for name, _ in board.moves] == ["U", "R", "V", "W", "X"]
    assert board.table.aliases == {"Ui": "U'"}
    for name, word in (("V", "R U R'"), ("W", "U R2' U' R2"), ("X", "U R U R' U R U R'")):
        once = board.play_all(board.parse_moves(name), board.goal)[0]
        assert once == board.play_all(board.parse_moves(word), board.goal)[0]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("orbits",), [], "no orbits"),
        (("orbits", 0, "numPieces"), "8", "list of numbers"),
        (("moves", "U", "CORNERS", "permutation"), [0] * 8, "named once"),
        (("moves", "U", "CORNERS", "orientationDelta"), [0] * 7, "7 numbers"),
        (("moves",), None, "should be an object"),
        (("defaultPattern", "CORNERS"), 5, "should be an object"),
        (("derivedMoves",), {"V": "[U"}, "not an algorithm"),
        (("derivedMoves",), {"V": "((U)9999)9999"}, "too long"),
    ],
)
def test_wrong_kpuzzle_is_refused_with_its_place(
    path: tuple[str | int, ...], value: object, message: str
) -> None:
    fields = json.loads(POCKET_CUBE.kpuzzle("URF"))
    inner = fields
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(PuzzleError, match=message):
        kpuzzle.read_definition(json.dumps(fields))


# --- GAP ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("U:=(1,3,2)(4,5);", {"U": "132 45"}),
        ("# c\nU := (1,2,3);; V := U^-1*(4,5);", {"U": "123", "V": "132 45"}),
        ("gens := [ (1,2), (2,3,4)^2 ];", {"g1": "12", "g2": "243"}),
        ("a:=(1,2);b:=(2,3);G:=Group([a,b],());", {"a": "12", "b": "23"}),
        ("Group((1,2),(1,2,3,\n4));", {"g1": "12", "g2": "1234"}),
        ("a:=(1,2)*(2,3); Display(a);", {"a": "132"}),
    ],
)
def test_gap_reader_reads_products_lists_and_groups(text: str, moves: dict[str, str]) -> None:
    board = read(text)
    definition, _ = definition_of(board)
    found = {}
    for name, images in definition.moves.items():
        found[name] = {
            (definition.goal[i], definition.goal[j]) for i, j in enumerate(images) if i != j
        }
    assert found == {
        name: {(int(c[i]), int(c[(i + 1) % len(c)])) for c in text.split() for i in range(len(c))}
        for name, text in moves.items()
    }


@pytest.mark.parametrize(
    "text",
    ["a:=(1,2", "a:=(1,1);", "a:=(1,2)^99999;", "a:=(0,1);", "a:=(1,2);b:=c;", "a:=(1,2)?;",
     "a:=(1,2) b", "a:=(1,99999999);"],
)  # fmt: skip
def test_wrong_gap_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(PuzzleError, match="line 1, column"):
        gap.read_gap(text)


# --- Santa 2023 ---------------------------------------------------------------------------------

WREATH = (
    "puzzle_type,allowed_moves\n"
    "wreath_6/6,\"{'l': [1, 2, 3, 4, 5, 0, 6, 7, 8, 9], 'r': [6, 1, 0, 3, 4, 5, 7, 8, 9, 2]}\"\n"
)
PUZZLES = "id,puzzle_type,solution_state,initial_state,num_wildcards\n"


def globe(rows: int, columns: int) -> str:
    """The globe of the competition: rings of cells, and flips of a half."""
    wide = 2 * columns
    moves = {}
    for row in range(rows + 1):
        moves[f"r{row}"] = [
            r * wide + ((c + 1) % wide if r == row else c)
            for r in range(rows + 1) for c in range(wide)
        ]  # fmt: skip
    for first in range(wide):
        moves[f"f{first}"] = [
            (rows - r) * wide + (2 * first + columns - 1 - c) % wide
            if (c - first) % wide < columns else r * wide + c
            for r in range(rows + 1) for c in range(wide)
        ]  # fmt: skip
    return f'puzzle_type,allowed_moves\nglobe_{rows}/{columns},"{moves}"\n'


def test_santa_start_and_goal_have_named_values() -> None:
    board = read(WREATH)
    row = "284,wreath_6/6,C;A;C;A;A;A;B;B;B;B,B;A;A;C;B;C;B;B;A;A,0\n"
    first = scrambled(board, PUZZLES + row)
    assert dict(value_names(first)) == {1: "A", 2: "B", 3: "C"}
    solution = solve(first, "optimal")
    assert len(solution.moves) == 5
    with pytest.raises(PuzzleError, match="no puzzle of the kind wreath_6/6, only cube"):
        scrambled(board, PUZZLES + "1,cube,A;B,B;A,0")
    with pytest.raises(PuzzleError, match=r"line 2.*10 entries"):
        scrambled(board, PUZZLES + "1,wreath_6/6,A;B,B;A,0")


def test_santa_globe_is_solved() -> None:
    board = read(globe(1, 8))
    assert len(board.cells) == 32
    start = board.play_all(board.parse_moves("f3 r0 f12"), board.goal)[0]
    assert len(solve(board.with_fields(start=start), "optimal").moves) == 3


@pytest.mark.parametrize(
    "moves",
    ["{'l': [1, 0]", "[1, 0]", "{'l': [1, 1]}", "{'l': [1, 0], 'r': [0]}", "__import__('os')",
     "{'l': (1, 0)}", "{}", "{'l': [1, 0] 'r': [1, 0]}"],
)  # fmt: skip
def test_santa_moves_are_parsed_and_never_run(moves: str) -> None:
    with pytest.raises(PuzzleError, match="line 2"):
        santa.read_info(f'puzzle_type,allowed_moves\nx,"{moves}"\n')


def test_santa_table_of_several_kinds_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"2 kinds of puzzles \(wreath_6/6, globe_1/2\)"):
        santa.read_info(WREATH + globe(1, 2).partition("\n")[2])


# --- writing ------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> PermutationBoard:
    """Boards with holes, moves of any order, equal values and names that GAP reserves."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    every = [(r, c) for r in range(rows) for c in range(columns)]
    cells = draw(st.permutations(every))[: draw(st.integers(2, len(every)))]
    values = draw(st.lists(st.integers(0, 12), min_size=len(cells), max_size=len(cells)))
    start = draw(st.permutations(values))
    names = draw(
        st.lists(
            st.sampled_from(["a", "If", "X", "U", "U2", "R_2", "m", "E", "move1", "g1"]),
            min_size=1, max_size=4, unique=True,
        )
    )  # fmt: skip
    moves = []
    for name in names:
        order = draw(st.permutations(cells))
        ends = sorted(draw(st.sets(st.integers(2, len(cells)), min_size=1, max_size=3)))
        parts = [tuple(order[a:b]) for a, b in zip([0, *ends], ends, strict=False)]
        moves.append((name, tuple(part for part in parts if len(part) > 1)))

    def filled(numbers: list[int]) -> Grid:
        place = dict(zip(cells, numbers, strict=True))
        return tuple(tuple(place.get((r, c), -1) for c in range(columns)) for r in range(rows))

    return PermutationBoard(
        filled(start), filled(values), tuple(moves), draw(st.booleans()), title="A puzzle",
    )  # fmt: skip


WRITERS = {
    "twsearch": twsearch.write_definition, "kpuzzle": kpuzzle.write_definition,
    "gap": gap.write_gap,
}  # fmt: skip


def play_alike(board: PermutationBoard, other: PermutationBoard) -> bool:
    """True if two boards have the same cells, ends and moves."""
    return (
        (board.start, board.goal, board.inverses) == (other.start, other.goal, other.inverses)
        and dict(board.table.steps).keys() == dict(other.table.steps).keys()
        and all(
            dict(zip(*board.table.steps[move], strict=True))
            == dict(zip(*other.table.steps[move], strict=True))
            for move in board.table.steps
        )
    )


@pytest.mark.parametrize("form", WRITERS)
@examples(100)
@given(board=boards())
def test_written_definition_is_read_back(form: str, board: PermutationBoard) -> None:
    text = WRITERS[form](board)
    found = read(text)
    assert play_alike(found, board)
    assert found.title == board.title
    assert TEXT_FORMATS[form].recognises(text.strip())


@pytest.mark.parametrize("form", WRITERS)
def test_written_definition_keeps_original_names(form: str) -> None:
    text = TOP_SPIN.replace("Move F", "Move 2R") + "MoveAlias S R'\n"
    board = read(text)
    found = read(WRITERS[form](board))
    assert play_alike(found, board)
    assert found.format_moves(found.parse_moves("2R R")) == ["R_2", "R"]
    if form != "gap":
        assert found.format_moves(found.parse_moves("S")) == ["R'"]


@given(st.integers(0, 10**6))
def test_written_scramble_is_the_start(seed: int) -> None:
    board = read(TOP_SPIN)
    board = board.with_fields(start=board.random_start(random.Random(seed)))
    definition = read(twsearch.write_definition(board.with_fields(start=board.goal)))
    assert scrambled(definition, twsearch.write_scramble(board)).start == board.start


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    "board",
    [
        RotationBoard(grid("2 1 3 / 4 5 6"), grid("1 2 3 / 4 5 6")),
        RotationBoard(grid("2 1 / 1 2"), grid("1 2 / 2 1"), turns=CLOCKWISE),
        ShiftBoard(grid("2 1 0 / 3 4 5 / 6 7 8"), grid("0 1 2 / 3 4 5 / 6 7 8")),
        ShiftBoard(grid("2 1 / 3 4"), grid("1 2 / 3 4")),
    ],
)
def test_written_boards_of_other_families_move_alike(form: str, board: Board) -> None:
    found = read(WRITERS[form](board))
    assert (found.start, found.goal) == (board.grid("start"), board.grid("goal"))
    count = board.rows * board.columns
    numbers = rows_of(range(count), board.columns)
    board = board.with_fields(start=numbers, goal=numbers)
    found = found.with_fields(start=numbers, goal=numbers)
    reached = [
        {each.play(numbers, move) for move in each.legal_moves(numbers)} for each in (board, found)
    ]
    assert reached[0] == reached[1]
    if form != "gap":
        names = " ".join(board.format_moves(board.legal_moves(numbers)))
        assert [
            found.play(numbers, move) for move in found.parse_moves(names)
        ] == [board.play(numbers, move) for move in board.parse_moves(names)]  # fmt: skip


def test_export_command_writes_definitions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    board = load_preset("pocket-cube")
    for suffix in ("tws", "json", "g"):
        out = tmp_path / f"cube.{suffix}"
        assert run(["export", "preset:pocket-cube", "-o", str(out)]) == 0
        assert "export it as scr" in capfd.readouterr().err
        found = read(out.read_text(encoding="utf-8"))
        assert isinstance(board, PermutationBoard)
        assert play_alike(found, board)
    out = tmp_path / "cube.scr"
    assert run(["export", "preset:pocket-cube", "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("Scramble Pocket_cube\nCELLS\n2 4 2 6 ")
    assert run(["export", "preset:fifteen-book", "--format", "gap"]) == 2
    assert "sliding" in capfd.readouterr().err


def test_library_exports_definitions(tmp_path: Path) -> None:
    board = read(TOP_SPIN)
    for name, form in (("x.tws", None), ("x.g", None), ("x.json", "kpuzzle")):
        puzzlegui.export(board, tmp_path / name, form)
        assert play_alike(read((tmp_path / name).read_text(encoding="utf-8")), board)


@given(st.integers(0, 10**61))
def test_exact_digits_are_grouped_up_to_60(number: int) -> None:
    text = exact_digits(number)
    if number < 10**60:
        assert int(text.replace(",", "")) == number
        assert all(len(part) == 3 for part in text.split(",")[1:])
    else:
        assert text.startswith("about ")


def test_every_reader_recognises_its_own_texts_only() -> None:
    texts = {
        "twsearch": TOP_SPIN, "kpuzzle": POCKET_CUBE.kpuzzle("U"), "gap": MATHIEU[95040],
        "santa": WREATH,
    }  # fmt: skip
    others = ["1 2\n3 0", '{"format": "puzzlegui/board"}', "Set a good example", "[1, 2]", "id,x"]
    for reader in FAMILY.readers:
        for name, text in texts.items():
            assert reader.recognises(text.strip()) == (name == reader.name)
        assert not any(map(reader.recognises, others))


# --- bounds and groups --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Set P 65536 65536\n" * 2 + "Solved\nEnd\nMove a\nEnd",
        "".join(f"Set P{i} 65536 1\n" for i in range(200)) + "Solved\nEnd\nMove a\nEnd",
        "Set P 6 1\nSolved\nEnd\n" + "Move a b\n" * 2,
        "Set P 6 1\nSolved\nEnd\n" + "".join(f"Move m{i}\nEnd\n" for i in range(9000)),
        "a:=" + "(1,2)*" * 40_000 + "(1,2);",
        "a:=(" + ",".join(map(str, range(1, 4000))) + ");\n" + "b:=a^9999*a^9998;\n" * 3000,
        "".join(f"a{i}:=(1,{i + 2});\n" for i in range(9000)),
        json.dumps({
            "orbits": [{"orbitName": f"o{i}", "numPieces": 65000} for i in range(500)],
            "moves": {}, "defaultPattern": {},
        }),
        "puzzle_type,allowed_moves\n" + "x,y\n" * 9000,
        "Set P 6 1\nSolved\nEnd\n" + "# long\n" * (1 << 20),
    ],
)  # fmt: skip
def test_hostile_definition_is_refused_in_few_words(text: str) -> None:
    reader = next(each for each in FAMILY.readers if each.recognises(text.strip()))
    with pytest.raises(PuzzleError) as caught:
        reader.read(text)
    assert 10 < len(str(caught.value)) < 300


@st.composite
def generators(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    """Moves of slots with pieces in orientations, some of which move alike, and of other cells."""
    slots, width, others = draw(st.tuples(st.integers(3, 6), st.integers(1, 3), st.integers(0, 6)))
    seen = draw(st.booleans())  # cells that show which piece is in a slot, whatever its turn
    points = slots * width + slots * seen + others
    found = []
    for _ in range(draw(st.integers(1, 3))):
        order = draw(st.permutations(range(slots)))
        turns = draw(st.lists(st.integers(0, width - 1), min_size=slots, max_size=slots))
        images = [to * width + (k + turns[to]) % width for to in order for k in range(width)]
        if seen:
            images += [slots * width + to for to in order]
        first = len(images)
        images += [first + to for to in draw(st.permutations(range(others)))]
        found.append(images)
    return points, found


@examples(200)
@given(generators())
def test_order_of_a_puzzle_is_that_of_its_chain(moves: tuple[int, list[list[int]]]) -> None:
    points, images = moves
    permutations = [permutation(each) for each in images]
    chain = StabiliserChain(points, permutations)
    group = PuzzleGroup(points, permutations)
    assert group.order == chain.order
    element = permutation(group.random_element(random.Random(1)))
    assert element in chain


def test_renamed_moves_are_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ring.tws"
    path.write_text(TOP_SPIN.replace("Move F", "Move 2R"), encoding="utf-8")
    scramble = tmp_path / "ring.scr"
    scramble.write_text("Scramble one\nP\n2 3 4 1 6 5\nEnd\n", encoding="utf-8")
    assert run(["check", str(path), "--scramble", str(scramble)]) == 0
    said = capfd.readouterr()
    assert "2R → R_2" in said.err
    assert "Already solved" not in said.out


def test_saved_definition_opens_without_a_warning(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ring.puzzle"
    puzzlegui.export(read(TOP_SPIN.replace("Move F", "Move 2R")), path)
    assert run(["check", str(path)]) == 0
    assert capfd.readouterr().err == ""


def test_santa_puzzle_is_solved_from_its_tables(tmp_path: Path) -> None:
    info, puzzles = tmp_path / "info.csv", tmp_path / "puzzles.csv"
    info.write_text(WREATH, encoding="utf-8")
    puzzles.write_text(
        f"{PUZZLES}284,wreath_6/6,C;A;C;A;A;A;B;B;B;B,B;A;A;C;B;C;B;B;A;A,0\n", encoding="utf-8"
    )
    board = puzzlegui.load(info, scramble=puzzles)
    assert isinstance(board, PermutationBoard)
    assert dict(value_names(board)) == {1: "A", 2: "B", 3: "C"}
