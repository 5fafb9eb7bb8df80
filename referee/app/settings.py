"""The settings file `referee.toml`: what a host writes down about a game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from referee.app.rulesets import DEFAULT
from referee.errors import UsageError, nearest, wrong_value
from referee.model import GameSettings


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[game]]` table (DESIGN, "Settings")."""

    name: str
    title: str = ""
    host: tuple[str, ...] = ()
    ruleset: str = DEFAULT
    readings: dict[str, bool | str] = {}
    threads: tuple[str, ...] = ()
    extra_boards: tuple[str, ...] = GameSettings().extra_boards
    exposures: Literal["link", "ruling"] = "link"
    random: Literal["seeded", "ruling"] = "seeded"
    next_thread: Literal["propose", "follow"] = "propose"
    rulings: str | None = None

    @property
    def settings(self) -> GameSettings:
        """What the game room needs of it."""
        return GameSettings(self.extra_boards, self.exposures, self.random)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: tuple[Game, ...]
    ledger: str = "sqlite:///referee.db"
    pages: str = "site"
    lang: Literal["ja", "en"] = "ja"
    contact: str = ""


T = TypeVar("T", bound=Struct)


def read_settings(path: str) -> Settings:
    """Read a settings file.

    Raises:
        UsageError: no such file, no TOML, an unknown key or a wrong value; names the path in the file and the nearest
            right name.
    """
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise UsageError(
            path, f"can't be read ({error.strerror})", "name a settings file such as referee.toml"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(path, f"not valid TOML: {error}", "mend the line it names") from None
    games = data.get("game", [])
    if not isinstance(games, list) or not games:
        raise UsageError(path, "no [[game]] table", "add one, with at least a name")
    for number, game in enumerate(games, 1):
        _convert(game, Game, path, f"[[game]] no. {number}")
    return _convert(data, Settings, path, "")


def find_game(argument: str) -> Game:
    """The game that `--game FILE` or `--game FILE:NAME` names.

    Raises:
        UsageError: as `read_settings`; or the file holds several games and none, or an unknown one, is named.
    """
    path, _, name = argument.rpartition(":") if not Path(argument).exists() and ":" in argument else (argument, "", "")
    games = read_settings(path).game
    names = ", ".join(game.name for game in games)
    if not name and len(games) > 1:
        raise UsageError(path, f"holds {len(games)} games", f"write {path}:NAME, NAME one of {names}")
    for game in games:
        if not name or game.name == name:
            return with_ruleset_beside(game, Path(path))
    raise UsageError(path, f"has no game {name}", f"its games: {names}")


def with_ruleset_beside(game: Game, file: Path) -> Game:
    """The game with its ruleset, where that is a file, counted from the settings file."""
    beside = file.parent / game.ruleset
    return msgspec.structs.replace(game, ruleset=str(beside)) if beside.is_file() else game


def _convert(table: Any, kind: type[T], path: str, where: str) -> T:
    place = f"{path}, {where}" if where else path
    for key in table if isinstance(table, dict) else ():
        if key not in kind.__struct_fields__:
            raise UsageError(place, f"unknown key {key}", nearest(key, kind.__struct_fields__))
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise UsageError(place, *wrong_value(error, kind)) from None
