"""The rounds of a game that are over: each as it stood before the next one was opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.app.tables import GameTable
from referee.game import fold, standings
from referee.model import RoundOpened, Verdict
from referee.pages import Round


def finished_rounds(verdicts: Sequence[Verdict], table: GameTable) -> tuple[Round, ...]:
    """Every round that another one followed, of all the verdicts of a game; a game of one round costs a look alone."""
    return tuple(_finished(verdicts, table))


def _finished(verdicts: Sequence[Verdict], table: GameTable) -> Iterator[Round]:
    state, first = table.start, 0
    for place, verdict in enumerate(verdicts):
        opened = [step.number for step in verdict.steps if isinstance(step, RoundOpened)]
        if not opened:
            continue
        # A round is opened before anything of its post counts (H2): what was before the post is all of the last one.
        state = fold(verdicts[first:place], table.table, state)
        yield Round(opened[0] - 1, standings(state, table.readings(state.ruleset)), first, place)
        for number in opened[1:]:  # opened and closed by the same post: nobody played in it
            yield Round(number - 1, (), place, place)
        first = place
