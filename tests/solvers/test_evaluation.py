"""Evaluations learned from random walks, and beams over them."""

import threading

import numpy as np
import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.kernels import evaluation as kernel
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Control, Limits, Request, SearchStopped
from puzzlegui.solvers.move_search.learned import Evaluation
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle
from tests.boards import SMALL
from tests.solvers.uncompiled import uncompiled

BOARD = SMALL["permutation row"]


def untrained(board: Board, seed: int = 0) -> Evaluation:
    return Evaluation(EncodedPuzzle(board), Control(Request(Limits(threads=2))), seed)


def trained(board: Board, samples: int) -> Evaluation:
    evaluation = untrained(board)
    evaluation.train(lambda: evaluation.samples / samples)
    return evaluation


def estimate(evaluation: Evaluation, state: np.ndarray) -> float:
    """Return the estimate of a state, computed apart from the kernel."""
    layers = [layer.astype(np.float64) for layer in evaluation.layers()]
    rows, bias, hidden, hidden_bias, last, direct, constant = layers
    first = bias + rows[evaluation.puzzle.value_rows[np.arange(len(state)), state]].sum(0)
    first = first.clip(0, kernel.CLIP)
    second = (hidden @ first + hidden_bias).clip(0, kernel.CLIP)
    return float(last @ second + direct @ first + constant[0])


def squared_error(evaluation: Evaluation, states: list[np.ndarray], scale: float) -> float:
    """Return half the sum of the squared errors on the states of a walk."""
    errors = [estimate(evaluation, s) - scale * (step + 1) for step, s in enumerate(states)]
    return sum(error * error for error in errors) / 2


def gradients_of_walk(steps: int) -> tuple[Evaluation, np.ndarray, np.ndarray]:
    """Return an evaluation, its gradients on a walk, and the last state; longer walks go on."""
    evaluation = untrained(BOARD)
    evaluation.walk = steps
    walk, gradient = evaluation.new_walk(), np.zeros_like(evaluation.weights)
    moves = evaluation.puzzle.kernel_moves(backward=True, every_order=True)
    network, slopes = (evaluation.network(each) for each in (evaluation.weights, gradient))
    ctl = evaluation.context.kernel_array()
    kernel.add_gradients(moves, network, slopes, walk, 1, 0.5, ctl)
    return evaluation, gradient, np.array(walk.cells[1])


def test_gradients_are_slopes_of_the_squared_error() -> None:
    evaluation, gradient, _ = gradients_of_walk(6)
    states = [gradients_of_walk(steps)[2] for steps in range(1, 7)]
    for at in range(0, len(evaluation.weights), 97):
        kept, change = evaluation.weights[at], np.float32(1e-4)
        errors = []
        for sign in (1, -1):
            evaluation.weights[at] = kept + sign * change
            errors.append(squared_error(evaluation, states, 0.5))
        evaluation.weights[at] = kept
        slope = (errors[0] - errors[1]) / (2 * float(change))
        assert gradient[at] == pytest.approx(slope, abs=0.01, rel=0.02)


def test_training_brings_estimates_near_the_number_of_moves() -> None:
    evaluation = trained(load_preset("pocket-cube"), 200_000)
    puzzle = evaluation.puzzle
    near = estimate(evaluation, puzzle.apply(puzzle.goal, 0))
    state = puzzle.goal
    for move in np.random.default_rng(1).integers(0, len(puzzle.moves), 40).tolist():
        state = puzzle.apply(state, move)
    assert near + 1 < estimate(evaluation, state)


def test_beam_over_evaluation_solves_boards() -> None:
    board = load_preset("pocket-cube")
    evaluation = trained(board, 100_000)
    puzzle = evaluation.puzzle
    moves = evaluation.search(puzzle.start, 200, 60)
    assert moves is not None
    position = board.play_all([puzzle.moves[move] for move in moves.tolist()])[0]
    assert board.is_solved(position)
    assert evaluation.search(puzzle.start, 200, 1) is None


def test_training_is_stored_and_continued() -> None:
    first = trained(BOARD, 5_000)
    first.save()
    again = untrained(BOARD, seed=1)
    again.load()
    assert again.samples == first.samples
    assert (again.weights == first.weights).all()
    table_store.stop_and_clear()


def test_macro_gives_the_same_answer_under_a_limit_of_states() -> None:
    board = load_preset("two-rings")
    request = Request(Limits(states=3_000), seed=3)
    lengths = {tuple(solve(board, "macro", request).moves) for _ in range(2)}
    assert len(lengths) == 1


def test_training_stops_at_once() -> None:
    evaluation = untrained(load_preset("two-rings"))
    threading.Timer(0.2, evaluation.context.stop, ["cancelled"]).start()
    with pytest.raises(SearchStopped):
        evaluation.train(lambda: 0)


def check_small() -> str:
    """Return the estimates of a little training as text; called uncompiled as well."""
    evaluation = trained(BOARD, 100)
    puzzle = evaluation.puzzle
    moves = evaluation.search(puzzle.start, 3, 40)
    return f"{estimate(evaluation, puzzle.goal):.3f} {moves is None}"


def test_uncompiled_training_gives_the_same_evaluation() -> None:
    code = "from tests.solvers.test_evaluation import check_small; print(check_small())"
    assert uncompiled(code) == check_small()
