"""What there is to say of an exploration."""

from __future__ import annotations

import math

from puzzlegui.core.counting import group_digits, mebibytes
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.exploring.explored import Explored
from puzzlegui.engine.exploring.remote import GraphFacts, RemoteExploration


def to_be_found(facts: GraphFacts) -> str:
    """What it will take, before it begins."""
    said = tr("{count} arrangements to explore, using {size} of memory.")
    parts = [said.format(count=group_digits(facts.expected), size=mebibytes(math.ceil(facts.mib)))]
    if facts.kept:
        parts.append(tr("Exploring continues from earlier results on disk."))
    if facts.note:
        parts.append(tr(facts.note))
    return " ".join(parts)


def of_progress(explored: Explored, found: int, each_second: float) -> str:
    """How far it has come."""
    said = tr("Depth {depth}: {count} arrangements, {each} per second")
    return said.format(
        depth=group_digits(len(explored.counts)),
        count=group_digits(found),
        each=group_digits(round(each_second)),
    )


def of_disk(exploration: RemoteExploration) -> str:
    """What it makes of what is kept on disk, while it goes on."""
    if not exploration.states and exploration.recalled is None and exploration.facts.kept:
        return tr("Reading earlier results…")
    if exploration.recalled is not None:
        said = tr("Continuing from depth {depth}, saved on disk.")
        return said.format(depth=group_digits(exploration.recalled))
    return exploration.fault or tr("Exploring…")


def of_result(explored: Explored) -> str:
    """What it came to."""
    if explored.complete:
        said = tr("Found all {count} reachable arrangements.")
        return said.format(count=group_digits(explored.total))
    if not explored.counts:
        return explored.reason
    said = tr("{reason} {count} arrangements found, to depth {depth}.")
    return said.format(
        reason=explored.reason,
        count=group_digits(explored.total),
        depth=group_digits(explored.depth),
    )


def takes(moves: int) -> str:
    """How many moves a board takes."""
    said = ngettext("Needs {count} move.", "Needs {count} moves.", moves)
    return said.format(count=group_digits(moves))


def and_counting(text: str) -> str:
    """What is said of a board while its shortest solutions are being counted."""
    return tr("{said} Counting its shortest solutions…").format(said=text)


def has_ways(ways: int | None) -> str:
    """How many shortest solutions a board has."""
    said = ngettext("{count} shortest solution.", "{count} shortest solutions.", ways or 0)
    return said.format(count=group_digits(ways or 0))


def of_the_board(moves: int | None, explored: Explored) -> str:
    """How far the board at hand is from its goal, as far as that is known."""
    if moves is not None:
        return takes(moves)
    if explored.complete:
        return tr("The goal cannot be reached.")
    said = tr("Needs more than {count} moves, if the goal can be reached.")
    return said.format(count=group_digits(explored.depth))


def title_of_hardest(explored: Explored, shown: int) -> str:
    """What stands over the hardest arrangements, of which some are shown."""
    count = explored.counts[-1]
    said = ngettext(
        "Hardest arrangement: {moves} moves", "Hardest arrangements: {moves} moves", count
    )
    if not explored.complete:
        said = tr("Farthest arrangements so far: {moves} moves")
    text = said.format(moves=group_digits(explored.depth))
    if count <= shown:
        return text
    said = tr("{heading} (showing {shown} of {count})")
    return said.format(heading=text, shown=group_digits(shown), count=group_digits(count))


def title_of_board(name: str, moves: int) -> str:
    """What a board is called that was found on another one's exploration."""
    said = ngettext("{board}, {count} move", "{board}, {count} moves", moves)
    return said.format(board=name, count=group_digits(moves))


def sentence(error: Exception) -> str:
    """What went wrong."""
    text = str(error) if isinstance(error, PuzzleError) else repr(error)
    if isinstance(error, MemoryError):
        text = tr("not enough memory")
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."
