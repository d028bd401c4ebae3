"""Solvers in every metric, compared with brute force by the rules of the board alone."""

import random
from dataclasses import replace
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.metric_board import in_metric
from puzzlegui.core.solution import Solution, Status, replay
from puzzlegui.documents.boardfile import dump_solution, parse
from puzzlegui.documents.loading import replay_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request
from tests.boards import cycles, grid
from tests.effort import scaled

SMALL = {
    "rotation 2×3": solved_board("rotation", 2, 3),
    "rotation one way": solved_board("rotation", 2, 3).with_fields(turns="clockwise"),
    "rotation colours": new_board("rotation", 3, 3, 1, colours=2),
    "shift 2×3": solved_board("shift", 2, 3),
    "shift colours": new_board("shift", 3, 3, 1, colours=3),
    "sliding 2×3": solved_board("sliding", 2, 3),
    "sliding 2×4": solved_board("sliding", 2, 4),
    "two cycles": PermutationBoard(
        grid("1 2 3/4 5 6"), grid("1 2 3/4 5 6"), cycles("l: A1 B1 B2 A2 / r: B1 C1 C2 B2 A1")
    ),
}
DEEP = 3
"""Levels of boards with too many positions for all of them."""


def fewest(board: Board, most: int) -> dict[Any, int]:
    """The least number of moves to positions, where a move may be repeated within a single one."""
    found = {board.initial(): 0}
    level = [board.initial()]
    while level and max(found.values()) < most:
        further = []
        for position in level:
            for move in board.legal_moves(position):
                after = position
                while move in board.legal_moves(after):
                    after = board.play(after, move)
                    if after == position:
                        break
                    if after not in found:
                        found[after] = found[position] + 1
                        further.append(after)
        level = further
    return found


@pytest.mark.scaled
@pytest.mark.parametrize("name", SMALL)
def test_solvers_are_right_in_the_other_metric(name: str) -> None:
    board = SMALL[name]
    far = fewest(board, 99 if len(board.cells) <= 8 else DEEP)
    metric = board.metrics[1]
    solvers, _ = family_of(board).metric_solvers(board.family)
    rng = random.Random(name)
    for position in rng.sample(sorted(far), min(len(far), scaled(60))):
        # A move back may take more moves in one direction, so that the goal is the position.
        case = board.with_fields(start=board.initial(), goal=position)
        for solver in ("auto", *(each.name for each in solvers)):
            if solver == "iddfs" and far[position] > DEEP:
                continue  # takes too long
            limits = Limits(seconds=None if solver != "macro" else 0.2)
            found = solve(case, solver, Request(limits, metric=metric.name))
            assert found.solved
            assert replay(case, found.moves).correct
            claim = found.in_metric
            assert claim is not None
            assert claim.length == metric.count(found.moves)
            assert claim.lower_bound <= far[position] <= claim.length
            if solver not in ("macro", "auto"):
                assert claim.optimal
            assert claim.optimal == (claim.length == claim.lower_bound)
            assert not found.optimal


def test_all_solutions_are_those_of_the_metric() -> None:
    board = new_board("rotation", 3, 3, 1, colours=2)
    found = solve(board, "bfs", Request(all_solutions=True, metric="any"))
    listed = found.solutions
    assert listed is not None
    assert found.in_metric is not None
    counts = {board.metrics[1].count(moves) for moves in listed}
    assert counts == {found.in_metric.length}
    assert len(set(listed)) == found.count
    optimal = solve(board, "optimal", Request(all_solutions=True, metric="any"))
    assert set(optimal.solutions or ()) == set(listed)


@pytest.mark.parametrize("board", [
    new_board("rotation", 3, 3, 1), new_board("shift", 3, 3, 1), load_preset("pocket-cube"),
], ids=str)  # fmt: skip
def test_given_solution_never_gets_longer_in_the_metric(board: Board) -> None:
    given = solve(board, "optimal")
    request = Request(Limits(states=2000), initial_solution=given.moves, metric="any")
    found = solve(board, "auto", request)
    assert found.in_metric is not None
    assert found.in_metric.length is not None
    assert found.in_metric.length <= board.metrics[1].count(given.moves)
    wrong = Request(initial_solution=given.moves[:-1], metric="any")
    with pytest.raises(PuzzleError, match="not a solution"):
        solve(board, "auto", wrong)


@pytest.mark.parametrize(("name", "depths"), [("pocket-cube", [14, 11])])
def test_known_numbers_of_moves(name: str, depths: list[int]) -> None:
    board = load_preset(name)
    for metric, depth in zip(board.metrics, depths, strict=True):
        exploration = Exploration(in_metric(board, metric.name), "goal")
        assert exploration.execute().depth == depth


@pytest.mark.scaled
def test_eight_puzzles_take_at_most_24_slides() -> None:
    board = solved_board("sliding", 3, 3)
    far = slides_of_eight_puzzles()
    assert len(far) == 181_440
    hardest = max(far, key=far.__getitem__)
    assert far[hardest] == 24
    for tiles in (hardest, *random.Random(1).sample(sorted(far), scaled(1000))):
        rows = tuple(tuple(map(int, tiles[at : at + 3])) for at in (0, 3, 6))
        found = solve(board.with_fields(start=rows), "optimal", Request(metric="multi"))
        assert found.in_metric is not None
        assert (found.in_metric.length, found.in_metric.optimal) == (far[tiles], True)


def slides_of_eight_puzzles() -> dict[str, int]:
    """The least number of slides of one tile or two to solve each 8-puzzle."""
    found = {"123456780": 0}
    level = list(found)
    for tiles in level:
        gap = tiles.index("0")
        row = gap // 3
        ways = (
            range(gap + 3, 9, 3), range(gap - 3, -1, -3),
            range(gap + 1, 3 * row + 3), range(gap - 1, 3 * row - 1, -1),
        )  # fmt: skip
        for way in ways:
            after, empty = list(tiles), gap
            for cell in way:
                after[empty], after[cell], empty = after[cell], "0", cell
                if (text := "".join(after)) not in found:
                    found[text] = found[tiles] + 1
                    level.append(text)
    return found


def test_known_fifteen_puzzle() -> None:
    found = solve(load_preset("fifteen-book"), "optimal", Request(metric="multi"))
    assert found.in_metric is not None
    assert (found.in_metric.length, found.in_metric.optimal) == (14, True)


def test_a_claim_in_a_metric_is_kept_in_the_file() -> None:
    found = solve(load_preset("mystery-box"), "optimal", Request(metric="any"))
    text = dump_solution(found)
    assert '"length": 6, "lower_bound": 6' in text
    assert '"metric": "any", "counts": {"quarter": 10, "any": 6}' in text
    read = parse(text, "solution").valid_content()
    assert read.in_metric == found.in_metric  # type: ignore[union-attr]
    assert not read.optimal  # type: ignore[union-attr]
    assert found.outcome() == ("Solved in 6 moves, proved shortest. Counted: turns by any angle.")


def test_a_limit_in_a_metric_says_what_was_proved() -> None:
    board = new_board("rotation", 4, 4, 1)
    found = solve(board, "optimal", Request(Limits(moves=3), metric="any"))
    assert found.status is Status.LIMIT
    assert found.in_metric is not None
    assert found.in_metric.lower_bound == 4


def test_unsolvable_board_is_said_in_any_metric() -> None:
    board = solved_board("rotation", 2, 3).with_fields(start=grid("2 1 3/4 5 6"))
    assert solve(board, "auto", Request(metric="any")).status is Status.UNSOLVABLE


def test_limits_count_moves_of_the_metric() -> None:
    board = load_preset("eight-cpp")
    found = solve(board, "macro", Request(Limits(moves=14), metric="multi"))
    assert found.in_metric is not None
    assert found.in_metric.length is not None
    assert found.in_metric.length <= 14
    few = solve(board, "optimal", Request(Limits(moves=10), metric="multi"))
    assert few.status is Status.LIMIT
    assert few.in_metric is not None
    assert few.in_metric.lower_bound == 11


def test_claim_in_a_file_is_not_believed() -> None:
    board = load_preset("eight-cpp")
    found = solve(board, "macro", Request(metric="multi"))
    assert found.in_metric is not None
    claim = replace(found.in_metric, optimal=True, lower_bound=999)
    text = dump_solution(replace(found, in_metric=claim))
    read = replay_solution(parse(text, "solution")).content
    assert isinstance(read, Solution)
    assert read.in_metric is not None
    assert (read.in_metric.optimal, read.in_metric.lower_bound) == (False, 1)


def test_slides_of_equal_tiles_are_refused_by_the_proof() -> None:
    board = new_board("sliding", 3, 3, 1, colours=2)
    with pytest.raises(PuzzleError, match="without equal tiles"):
        solve(board, "optimal", Request(metric="multi"))
    assert solve(board, "auto", Request(Limits(seconds=0.5), metric="multi")).solved
