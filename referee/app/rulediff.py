"""Two rulesets beside each other, and what the games at hand would be under the second instead of the first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.app.audit import Audit
from referee.app.book import ruled
from referee.app.effect import Effect, Pair
from referee.app.histories import History, history, posts_of
from referee.app.open import Folder, open_folder
from referee.app.report import place
from referee.app.rulesets import find_ruleset
from referee.app.settings import FILE, FILE_VARIABLE
from referee.ledger import Ledger
from referee.model import GameSettings, Problem, Standing, Verdict
from referee.rules import Change, Ruleset, differences, with_readings
from referee.words import Speaker


class Compared(Struct, frozen=True):
    """Two rulesets, and every difference between them."""

    one: Ruleset
    other: Ruleset
    changes: tuple[Change, ...]


class GameEffect(Struct, frozen=True):
    """What would change in one game (its name; the sources, where there is no ledger)."""

    game: str
    effect: Effect


def compare(one: str, other: str) -> Compared:
    """Two rulesets by their names or files.

    Raises:
        RulesetError: one of them does not load.
    """
    before, after = find_ruleset(one), find_ruleset(other)
    return Compared(before, after, differences(before, after))


def folder_at_hand(file: str | None) -> Folder | None:
    """The folder that a settings file sets up; None where no file is named and none lies here, or it has no ledger yet.

    Raises:
        UsageError: the settings are wrong.
    """
    if file is None and FILE_VARIABLE not in os.environ and not Path(FILE).exists():
        return None
    folder = open_folder(file)
    return folder if folder.ledger_path.exists() else None


def on_ledger(folder: Folder, ledger: Ledger, compared: Compared) -> Iterator[GameEffect]:
    """Every game of the ledger, judged from its first post on under both rulesets, with the readings of its settings
    and the rulings in force.

    Raises:
        RulesetError: the settings name a ruleset or reading that can't be used.
    """
    with ledger.read() as view:
        known = {row.name for row in view.games()}
        for game in folder.settings.game:
            if game.name not in known:
                continue
            table, posts = ruled(view, folder.table(game)), posts_of(view, game.name)
            before, after = (
                history(view, table.under_rules(_under(ruleset, game.readings)), posts)
                for ruleset in (compared.one, compared.other)
            )
            yield GameEffect(game.name, before.against(after))


def on_sources(
    sources: Sequence[str], linked: Sequence[str], compared: Compared, on_problem: Callable[[Problem], None]
) -> GameEffect:
    """Saved threads, replayed as one game under both rulesets; what is wrong with the sources is told once.

    Raises:
        SourceError: as an audit.
    """

    def judged(ruleset: Ruleset, tell: Callable[[Problem], None]) -> History:
        audit = Audit(sources, linked, ruleset, GameSettings())
        try:
            verdicts = [verdict for some in audit.verdicts(tell) for verdict in some]
        finally:
            audit.close()
        return History(verdicts, audit.standings())

    before = judged(compared.one, on_problem)
    return GameEffect(" ".join(sources), before.against(judged(compared.other, lambda _: None)))


def change_text(change: Change, speaker: Speaker) -> str:
    """One difference between rulesets, in words."""
    lang = 1 if speaker.lang == "en" else 0
    before, after = (side[lang] if side else None for side in (change.before, change.after))
    return speaker.rule_change(change.kind, change.name, before, after, change.fields)


def effect_lines(found: GameEffect, before: Speaker, after: Speaker) -> Iterator[str]:
    """What would change in a game, line by line; each verdict is told by the speaker of its ruleset."""
    effect = found.effect
    yield after.effect(found.game, len(effect.changed), effect.verdicts)
    if effect.parting is not None:
        yield f"  {after.parting(_place(effect.parting), *_said(effect.parting, before, after))}"
    for row in effect.players:
        yield f"  {after.player_change(row.player, row.before, row.after)}"


def change_json(change: Change, speaker: Speaker) -> dict[str, object]:
    """One of the `changes` of `rules diff --json`."""
    lang = 1 if speaker.lang == "en" else 0
    return {
        "kind": change.kind,
        "name": change.name,
        "before": change.before[lang] if change.before else None,
        "after": change.after[lang] if change.after else None,
        "fields": [{"key": key, "before": was, "after": now} for key, was, now in change.fields],
        "text": change_text(change, speaker),
    }


def effect_json(found: GameEffect, before: Speaker, after: Speaker) -> dict[str, object]:
    """One of the `games` of `rules diff --json`."""
    effect = found.effect
    parting: dict[str, object] | None = None
    if effect.parting is not None:
        verdict = effect.parting[1] or effect.parting[0]
        assert verdict is not None
        was, now = _said(effect.parting, before, after)
        parting = {"thread": str(verdict.thread), "no": verdict.number, "before": was, "after": now}
    players = [
        {"player": row.player, "before": _standing_json(row.before), "after": _standing_json(row.after)}
        for row in effect.players
    ]
    return {
        "game": found.game,
        "verdicts": effect.verdicts,
        "changed": len(effect.changed),
        "parting": parting,
        "players": players,
    }


def _under(ruleset: Ruleset, readings: Mapping[str, bool | str]) -> Ruleset:
    return with_readings(ruleset, readings, "readings") if readings else ruleset


def _said(pair: Pair[Verdict], before: Speaker, after: Speaker) -> tuple[str, str]:
    return after.apart(*pair, before)


def _place(pair: Pair[Verdict]) -> str:
    verdict = pair[1] or pair[0]
    assert verdict is not None
    return place(verdict.thread, verdict.number)


def _standing_json(row: Standing | None) -> dict[str, Any] | None:
    return None if row is None else {"rank": row.rank, "square": row.square, "home": row.home}
