"""Boards as other programs write them and people post them, each with what it means."""

from __future__ import annotations

import pytest

from puzzlegui.documents.loading import read
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import grid

EIGHT = SlidingBoard(grid("1 2 3/4 0 6/7 5 8"), grid("1 2 3/4 5 6/7 8 0"))

SPREADSHEETS = [
    (
        "+---+---+---+\n"
        "| 1 | 2 | 3 |\n"
        "+---+---+---+\n"
        "| 4 |   | 6 |\n"
        "+---+---+---+\n"
        "| 7 | 5 | 8 |\n"
        "+---+---+---+\n"
    ),
    (
        "┌───┬───┬───┐\n"
        "│ 1 │ 2 │ 3 │\n"
        "├───┼───┼───┤\n"
        "│ 4 │   │ 6 │\n"
        "├───┼───┼───┤\n"
        "│ 7 │ 5 │ 8 │\n"
        "└───┴───┴───┘\n"
    ),
    (
        "╔═══╦═══╦═══╗\n"
        "║ 1 ║ 2 ║ 3 ║\n"
        "╠═══╬═══╬═══╣\n"
        "║ 4 ║   ║ 6 ║\n"
        "╠═══╬═══╬═══╣\n"
        "║ 7 ║ 5 ║ 8 ║\n"
        "╚═══╩═══╩═══╝\n"
    ),
    ",A,B,C\n1,1,2,3\n2,4,,6\n3,7,5,8\n",
    "sep=;\r\n1;2;3\r\n4;;6\r\n7;5;8\r\n",
    "1,00;2,00;3,00\n4,00;0,00;6,00\n7,00;5,00;8,00\n",
    '"1"\t"2"\t"3"\t\n"4"\t""\t"6"\t\n"7"\t"5"\t"8"\t\n',
    "| 1 | 2 | 3 |\n|---+---+---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
    " a | b | c \n---+---+---\n 1 | 2 | 3\n 4 |   | 6\n 7 | 5 | 8\n(3 rows)\n",
    (
        "+----+----+----+\n"
        "| c1 | c2 | c3 |\n"
        "+----+----+----+\n"
        "|  1 |  2 |  3 |\n"
        "|  4 |  0 |  6 |\n"
        "|  7 |  5 |  8 |\n"
        "+----+----+----+\n"
        "3 rows in set (0.00 sec)\n"
    ),
    (
        "\\begin{tabular}{|c|c|c|}\n\\hline\n1 & 2 & 3 \\\\ \\hline\n"
        "4 &   & 6 \\\\ \\hline\n7 & 5 & 8 \\\\\n\\hline\n\\end{tabular}\n"
    ),
    "$$\\begin{pmatrix} 1 & 2 & 3 \\\\ 4 & 0 & 6 \\\\ 7 & 5 & 8 \\end{pmatrix}$$\n",
    "\\[\n\\left[\\begin{array}{rrr}\n1&2&3\\\\\n4&0&6\\\\\n7&5&8\n\\end{array}\\right]\n\\]\n",
    "1-2-3\n4-0-6\n7-5-8\n",
    "[1][2][3]\n[4][ ][6]\n[7][5][8]\n",
    "1 2 3\\4 0 6\\7 5 8",
    # keycap emoji
    "1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e3\n4\ufe0f\u20e30\ufe0f\u20e36\ufe0f\u20e3\n7\ufe0f\u20e35\ufe0f\u20e38\ufe0f\u20e3\n",
    "=== === ===\n1   2   3\n4   0   6\n7   5   8\n=== === ===\n",
    '{| class="wikitable"\n|-\n| 1 || 2 || 3\n|-\n| 4 ||  || 6\n|-\n| 7 || 5 || 8\n|}\n',
    "1.0,2.0,3.0\n4.0,,6.0\n7.0,5.0,8.0\n",
    (
        ".---.---.---.\n"
        "| 1 | 2 | 3 |\n"
        ":---+---+---:\n"
        "| 4 |   | 6 |\n"
        ":---+---+---:\n"
        "| 7 | 5 | 8 |\n"
        "'---'---'---'\n"
    ),
    (
        " ___________\n"
        "| 1 | 2 | 3 |\n"
        "|___|___|___|\n"
        "| 4 |   | 6 |\n"
        "|___|___|___|\n"
        "| 7 | 5 | 8 |\n"
        "|___|___|___|\n"
    ),
    (
        "-------------\n"
        "| 1 | 2 | 3 |\n"
        "-------------\n"
        "| 4 |   | 6 |\n"
        "-------------\n"
        "| 7 | 5 | 8 |\n"
        "-------------\n"
    ),
]
"""Tables of spreadsheets, databases and documents, and frames drawn by programs."""

PRINTS = [
    "[[1 2 3]\n [4 0 6]\n [7 5 8]]\n",
    "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])\n",
    "np.array([[1,2,3],[4,0,6],[7,5,8]], dtype=np.int64)\n",
    "tensor([[1, 2, 3],\n        [4, 0, 6],\n        [7, 5, 8]])\n",
    "   0  1  2\n0  1  2  3\n1  4  0  6\n2  7  5  8\n",
    "start = [1, 2, 3, 4, 0, 6, 7, 5, 8]\n",
    "board = ((1,2,3),(4,None,6),(7,5,8))\n",
    "[['1', '2', '3'], ['4', ' ', '6'], ['7', '5', '8']]\n",
    "deque([1, 2, 3, 4, 0, 6, 7, 5, 8])\n",
    "[[1. 2. 3.]\n [4. 0. 6.]\n [7. 5. 8.]]\n",
    ("{'start': [[1, 2, 3], [4, 0, 6], [7, 5, 8]], 'goal': [[1, 2, 3], [4, 5, 6], [7, 8, 0]]}\n"),
    ">>> print(board)\n[[1, 2, 3], [4, 0, 6], [7, 5, 8]]\n",
    "int[][] board = {{1, 2, 3}, {4, 0, 6}, {7, 5, 8}};\n",
    "let board = vec![vec![1, 2, 3], vec![4, 0, 6], vec![7, 5, 8]];\n",
    "[1 2 3; 4 0 6; 7 5 8]\n",
    "[1, 2, 3]\n[4, 0, 6]\n[7, 5, 8]\n",
    (
        "In [3]: board\n"
        "Out[3]: \n"
        "array([[1, 2, 3],\n"
        "       [4, 0, 6],\n"
        "       [7, 5, 8]], dtype=int8)\n"
    ),
    "3×3 Matrix{Int64}:\n 1  2  3\n 4  0  6\n 7  5  8\n",
    "     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    4    0    6\n[3,]    7    5    8\n",
    "PuzzleState(board=[[1, 2, 3], [4, 0, 6], [7, 5, 8]], g=0, h=2)\n",
]
"""Literals and prints of Python, NumPy, pandas, IPython, Java, Rust, Julia, MATLAB and R."""

POSTS = [
    "- 1 2 3\n- 4 0 6\n- 7 5 8\n",
    "• 1 2 3\n• 4 0 6\n• 7 5 8\n",
    "Scramble: 1 2 3/4 0 6/7 5 8\n",
    "> 1 2 3\n> 4 0 6\n> 7 5 8\n",
    "```text\n1 2 3\n4 0 6\n7 5 8\n```\n",
    "Start:\n1 2 3\n4 _ 6\n7 5 8\n\nGoal:\n1 2 3\n4 5 6\n7 8 _\n",
    "Initial state: 123406758\n",
    "[code]\n1 2 3\n4 0 6\n7 5 8\n[/code]\n",
    "<pre>\n1 2 3\n4 0 6\n7 5 8\n</pre>\n",
    " 1  2  3\n 4     6\n 7  5  8\n",
    "Puzzle #12 (14 moves)\n1 2 3\n4 0 6\n7 5 8\n",
    "Can anybody solve this one?\n\n1 2 3\n4 0 6\n7 5 8\n\nThanks!\n",
    "My board is (1, 2, 3, 4, 0, 6, 7, 5, 8).\n",
    "1 2 3, 4 0 6, 7 5 8\n",
    "1 2 3 / 4 x 6 / 7 5 8\n",
    "1,2,3|4,0,6|7,5,8\n",
    "1:1 2 3\n2:4 0 6\n3:7 5 8\n",
    "1 2 3\n4 . 6\n7 5 8\n(2 moves)\n",
    "Row 1: 1 2 3\nRow 2: 4 0 6\nRow 3: 7 5 8\n",
    "(1 2 3) (4 0 6) (7 5 8)\n",
    "1  2  3   <- first row\n4  0  6\n7  5  8\n",
    "１ ２ ３\n４ ０ ６\n７ ５ ８\n",
]
"""Boards in forums, mails and chats."""


@pytest.mark.parametrize("text", [*SPREADSHEETS, *PRINTS, *POSTS])
def test_grid_of_others_is_read_as_it_is_meant(text: str) -> None:
    found = read(text, "x").valid_board()
    assert isinstance(found, SlidingBoard)
    assert (found.start, found.goal) == (EIGHT.start, EIGHT.goal)


def test_grid_with_a_remark_after_it_is_no_valid_board() -> None:
    assert read("#1: 1 2 3 4 0 6 7 5 8 (2 moves)\n", "x").problems


def save(game: str, parameters: str, description: str, seed: str = "") -> str:
    """A saved game of Simon Tatham's collection after two moves."""
    fields = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1", "GAME": game, "PARAMS": parameters, "CPARAMS": parameters,
        **({"SEED": seed} if seed else {}),
        "DESC": description, "NSTATES": "3", "STATEPOS": "2", "MOVE": "M4,2",
    }  # fmt: skip
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields.items())


@pytest.mark.parametrize(
    ("text", "family", "start"),
    [
        (save("Fifteen", "3x3", "1,2,3,4,0,6,7,5,8"), "sliding", "1 2 3/4 0 6/7 5 8"),
        (save("Fifteen", "3x2", "1,2,3,4,0,5", "36721728378"), "sliding", "1 2 3/4 0 5"),
        (
            save("Fifteen", "3x3", "1,2,3,4,0,6,7,5,8").replace("\n", "\r\n"),
            "sliding", "1 2 3/4 0 6/7 5 8",
        ),
        (save("Sixteen", "3x3", "1,2,3,4,5,6,8,9,7"), "shift", "1 2 3/4 5 6/8 9 7"),
        (save("Sixteen", "3x3m10", "2,1,3,4,5,6,7,9,8"), "shift", "2 1 3/4 5 6/7 9 8"),
        (save("Twiddle", "3x3n2", "3,7,2,6,5,1,8,4,9"), "rotation", "3 7 2/6 5 1/8 4 9"),
        (save("Twiddle", "3x3n2r", "2,1,1,2,2,3,3,3,1"), "rotation", "2 1 1/2 2 3/3 3 1"),
        (save("Twiddle", "3x3n3", "7,4,1,8,5,2,9,6,3"), "permutation", "7 4 1/8 5 2/9 6 3"),
        ("Fifteen:3x3:1,2,3,4,0,6,7,5,8", "sliding", "1 2 3/4 0 6/7 5 8"),
        ("Sixteen:3x3:1,2,3,4,5,6,8,9,7", "shift", "1 2 3/4 5 6/8 9 7"),
        ("Fifteen 3x3:1,2,3,4,0,6,7,5,8", "sliding", "1 2 3/4 0 6/7 5 8"),
    ],
)  # fmt: skip
def test_saved_game_has_its_board_before_the_moves(text: str, family: str, start: str) -> None:
    found = read(text, "x").valid_board()
    assert (found.family, found.grid("start")) == (family, grid(start))
    if isinstance(found, ShiftBoard):
        assert found.goal == grid("1 2 3/4 5 6/7 8 9")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (save("Twiddle", "3x3n2o", "1u,2u,3u,4u,5u,6u,7u,8u,9d"), "orientable Twiddle"),
        (save("Pegs", "7x7cross", "OOPPPOO"), "saved game of Pegs"),
        ("Fifteen:4x4#123456789", "random seed"),
        ("4x4#123456789", "random seed"),
    ],
)
def test_game_that_is_no_board_is_refused_with_the_reason(text: str, message: str) -> None:
    assert message in read(text, "x").message


FLOPPY = """\
# Floppy cube
Name FloppyCube
Set CORNER 4 1
Set EDGE 4 2
Solved
CORNER
1 2 3 4
EDGE
1 2 3 4
End
Move U
CORNER
2 1 3 4
EDGE
1 2 3 4
1 0 0 0
End
Move R
CORNER
1 3 2 4
EDGE
1 2 3 4
0 1 0 0
End
Move D
CORNER
1 2 4 3
EDGE
1 2 3 4
0 0 1 0
End
Move L
CORNER
4 2 3 1
EDGE
1 2 3 4
0 0 0 1
End
"""

LIGHTS = """\
Name Lights
Set L 4 2
Solved
L
1 2 3 4
0 0 0 0
End
Move A
L
1 2 3 4
1 1 1 0
End
Move B
L
1 2 3 4
1 1 0 1
End
Move C
L
1 2 3 4
1 0 1 1
End
Move D
L
1 2 3 4
0 1 1 1
End
"""


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (FLOPPY, 192),
        (LIGHTS, 16),
        (
            "G := Group((1,2,3,4,5,6,7),(1,2)(3,6));\n",
            168,
        ),
        (
            "M11 := Group([ (1,2,3,4,5,6,7,8,9,10,11), (3,7,11,8)(4,10,5,6) ]);\n",
            7920,
        ),
        (
            (
                "gap> a:=(1,2,3,4,5);; b:=(1,2);;\n"
                "gap> G:=Group(a,b);\n"
                "Sym( [ 1 .. 5 ] )\n"
                "gap> Size(G);\n"
                "120\n"
            ),
            120,
        ),
        (
            (
                "Name Pegs3\n"
                "Set P 3 1\n"
                "\n"
                "Solved\n"
                "P\n"
                "1 2 2\n"
                "End\n"
                "\n"
                "Move X\n"
                "P\n"
                "2 1 3\n"
                "End\n"
                "Move Y\n"
                "P\n"
                "1 3 2\n"
                "End\n"
            ),
            3,
        ),
        (
            (
                "Name TopSpin5\n"
                "Set X 5 1\n"
                "Solved\n"
                "X\n"
                "1 2 3 4 5\n"
                "End\n"
                "Move R   # rotate\n"
                "X\n"
                "2 3 4 5 1\n"
                "End\n"
                "MoveAlias L R'\n"
                "Move T\n"
                "X\n"
                "4 3 2 1 5\n"
                "End\n"
            ),
            10,
        ),
        (
            (
                "Set X 4 3\n"
                "StartState\n"
                "X\n"
                "0 1 2 3\n"
                "0 0 0 0\n"
                "End\n"
                "MoveTransformation A\n"
                "X\n"
                "1 2 0 3\n"
                "1 1 1 0\n"
                "End\n"
                "MoveTransformation B\n"
                "X\n"
                "0 2 3 1\n"
                "0 1 1 1\n"
                "End\n"
            ),
            12,
        ),
        (
            (
                '{"name":"swap","orbits":[{"orbitName":"P","numPieces":3,"numOrientations":1}],"defaultPattern":{"P":{"pieces":[0,1,2],"orientation":[0,0,0]}},"moves":{"A":{"P":{"permutation":[1,2,0],"orientationDelta":[0,0,0]}}}}'
            ),
            3,
        ),
        (
            "puzzle_type,allowed_moves\nwreath_3/3,\"{'l': [1, 2, 0, 3], 'r': [0, 2, 3, 1]}\"\n",
            12,
        ),
        (
            (
                "Name Sq\n"
                "Set P 4 1\n"
                "Solved\n"
                "P\n"
                "1 2 3 4\n"
                "End\n"
                "Move 1\n"
                "P\n"
                "2 1 3 4\n"
                "End\n"
                "Move 2\n"
                "P\n"
                "1 3 2 4\n"
                "End\n"
                "Move 3\n"
                "P\n"
                "1 2 4 3\n"
                "End\n"
            ),
            24,
        ),
        (
            "U = (1,3,8,6)(2,5,7,4)\nL = (9,11,16,14)(10,13,15,12)(1,17,41,40)\n",
            40320,
        ),
    ],
)
def test_definition_of_a_known_group_has_its_order(text: str, order: int) -> None:
    found = read(text, "x").valid_board()
    assert found.family == "permutation"
    assert found.verdict().reachable == order
