"""The settings file `referee.toml`: what a host writes down about games, and what the environment says instead."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from referee.app.rulesets import DEFAULT
from referee.app.search import Search, board_hint, parse_search
from referee.errors import UsageError, nearest, wrong_value
from referee.model import GameSettings, StrongSign
from referee.model.address import Address, parse_address

#: Environment variables override the file: this and the path of the key, `__` for the dot
#: (`REFEREE_POLLING__INTERVAL`).
PREFIX = "REFEREE_"
#: The file's name where none is given …
FILE = "referee.toml"
#: … and the variable that gives another; it is no key of the settings.
FILE_VARIABLE = "REFEREE_FILE"
#: What the address of a ledger begins with.
SQLITE = "sqlite:///"


class Polling(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[polling]` table: seconds between polls of a lively thread (`interval`, 60 or more) and of a quiet one
    (`slowest`), seconds between full fetches while a thread moves (`full`), requests to one host on one day; hosts
    besides those of the known families to which a player's link may lead (`linked_hosts`, with their port if any)."""

    interval: Annotated[int, Meta(ge=60, le=86400)] = 60
    slowest: Annotated[int, Meta(ge=60, le=604800)] = 900
    full: Annotated[int, Meta(ge=600, le=2592000)] = 3600
    requests_per_day: Annotated[int, Meta(ge=1, le=86400)] = 8640
    linked_hosts: tuple[str, ...] = ()


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[game]]` table (DESIGN, "Settings").

    A thread is an address, or a search: the address of a board and a pattern of titles. `next_signs` are the signs by
    which `next_thread = "follow"` may go on to another thread unasked.
    """

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
    next_signs: tuple[StrongSign, ...] = ("host_trip", "host_linked")
    rulings: str | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The threads that are named by their addresses."""
        return tuple(thread for thread in self.threads if parse_search(thread) is None)

    @property
    def searches(self) -> tuple[Search, ...]:
        """The searches among the threads."""
        return tuple(search for thread in self.threads if (search := parse_search(thread)) is not None)

    @property
    def settings(self) -> GameSettings:
        """What the game room needs of it."""
        return GameSettings(self.extra_boards, self.exposures, self.random)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; `site_url` is the address at which the pages are served, empty where they are at none."""

    game: tuple[Game, ...]
    ledger: str = "sqlite:///referee.db"
    pages: str = "site"
    lang: Literal["ja", "en"] = "ja"
    contact: str = ""
    site_url: str = ""
    polling: Polling = Polling()


#: A host, with its port where it has one.
_HOST = re.compile(r"(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?", re.ASCII | re.IGNORECASE)

T = TypeVar("T", bound=Struct)


def read_settings(path: str, environment: Mapping[str, str] | None = None) -> Settings:
    """Read a settings file; variables of the environment (`REFEREE_…`) stand above it.

    Raises:
        UsageError: no such file, no TOML, an unknown key or a wrong value; names the path in the file, or the variable
            that is to blame, and the nearest right name.
    """
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        hint = f"name a settings file such as {FILE}, or make one with: referee init URL"
        raise UsageError(path, f"can't be read ({error.strerror})", hint) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(path, f"not valid TOML: {error}", "mend the line it names") from None
    variables = overrides(environment or {})
    try:
        return _settings(data, path, variables)
    except UsageError as error:
        for name in variables:
            if _is_to_blame(name, variables, error, data, path):
                raise UsageError(name, error.what, error.hint) from None
        raise


def overrides(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables of an environment that stand above the settings, by name."""
    names = sorted(name for name in environment if name.startswith(PREFIX) and name != FILE_VARIABLE)
    return {name: environment[name] for name in names}


def _is_to_blame(name: str, variables: Mapping[str, str], error: UsageError, data: dict[str, Any], path: str) -> bool:
    """Whether an error is gone without one of the variables."""
    try:
        _settings(data, path, {other: value for other, value in variables.items() if other != name})
    except UsageError as left:
        return str(left) != str(error)
    return True


def _settings(data: dict[str, Any], path: str, variables: Mapping[str, str]) -> Settings:
    """The settings of a file as parsed, under some variables."""
    data = deepcopy(data)
    for name, value in variables.items():
        _override(data, name, value)
    for key in data:
        if key not in Settings.__struct_fields__:
            raise UsageError(path, f"unknown key {key}", nearest(key, Settings.__struct_fields__))
    games = data.get("game", [])
    if not isinstance(games, list) or not games:
        raise UsageError(path, "no [[game]] table", "add one, with at least a name")
    for number, game in enumerate(games, 1):
        _check_threads(_convert(game, Game, path, f"[[game]] no. {number}"), path)
    if "polling" in data:
        _convert(data["polling"], Polling, path, "[polling]")
    settings = _convert(data, Settings, path, "")
    _check_ledger(settings.ledger, path)
    _check_site(settings.site_url, path)
    _check_pace(settings.polling, path)
    _check_names(settings, path)
    games_here = tuple(_with_ruleset_beside(game, Path(path)) for game in settings.game)
    return msgspec.structs.replace(settings, game=games_here)


def find_game(argument: str, environment: Mapping[str, str] | None = None) -> Game:
    """The game that `--game FILE` or `--game FILE:NAME` names, under the environment.

    Raises:
        UsageError: as `read_settings`; or the file holds several games and none, or an unknown one, is named.
    """
    path, name = file_and_game(argument)
    return choose_game(read_settings(path, environment), name, path)


def file_and_game(argument: str) -> tuple[str, str]:
    """The path and the name in `FILE` or `FILE:NAME`; the name is empty where there is none."""
    path, _, name = argument.rpartition(":") if not Path(argument).exists() and ":" in argument else (argument, "", "")
    return path, name


def choose_game(settings: Settings, name: str, path: str) -> Game:
    """The game of a name; the only one where no name is given.

    Raises:
        UsageError: several games and none, or an unknown one, is named.
    """
    names = ", ".join(game.name for game in settings.game)
    if not name and len(settings.game) > 1:
        raise UsageError(path, f"holds {len(settings.game)} games", f"name one of {names}")
    for game in settings.game:
        if not name or game.name == name:
            return game
    raise UsageError(path, f"has no game {name}", f"its games: {names}")


def _override(data: dict[str, Any], name: str, value: str) -> None:
    """Put one variable of the environment in its place; list items are named by their place from 0."""
    *parents, key = name.removeprefix(PREFIX).lower().split("__")
    place: Any = data
    try:
        for parent in parents:
            place = place[int(parent)] if isinstance(place, list) else place.setdefault(parent, {})
        if isinstance(place, list):
            if int(key) == len(place):  # the next item of a list
                place.append(_typed(value))
            else:
                place[int(key)] = _typed(value)
        else:
            place[key] = _typed(value, is_text=_is_text(parents, key))
    except (ValueError, IndexError, AttributeError, TypeError):
        raise UsageError(
            name, "names no place in the settings", f"write {PREFIX}GAME__0__RULESET and the like"
        ) from None


def _typed(value: str, *, is_text: bool = False) -> Any:
    """A value of the environment as TOML would read it; anything else is text, and so is all where text belongs."""
    try:
        found = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value
    return value if is_text and not isinstance(found, str) else found


def _is_text(parents: list[str], key: str) -> bool:
    """Whether text belongs in a place, so that 2007 is a name and no number there."""
    kind = {(): Settings, ("polling",): Polling}.get(tuple(parents), Game if len(parents) == 2 else None)
    return str(getattr(kind, "__annotations__", {}).get(key, "")).startswith(("str", "Literal"))


def thread_address(url: str, where: str) -> Address:
    """The address of a thread.

    Raises:
        UsageError: it names no thread; `where` it stands.
    """
    address = parse_address(url)
    if address is None:
        hint = "give the address of a thread, such as https://etc7.2ch.net/test/read.cgi/entrance/1178000000/"
        raise UsageError(where, f"{url} names no thread of a board", hint)
    return address


def _check_threads(game: Game, path: str) -> None:
    for thread in game.threads:
        if parse_search(thread) is None:
            where = f"{path}, game {game.name}, threads"
            if " " in thread.strip():
                raise UsageError(where, f"{thread} is no search", board_hint(thread.strip().partition(" ")[0]))
            thread_address(thread, where)


def _check_ledger(url: str, path: str) -> None:
    if not url.startswith(SQLITE) or url == SQLITE or ":memory:" in url:
        raise UsageError(f"{path}, ledger", f"{url} is no SQLite ledger", "write sqlite:///referee.db")


def _check_site(url: str, path: str) -> None:
    if url and not re.fullmatch(r"https?://[!-~]+", url):
        hint = "write the address of the folder of pages, such as https://example.jp/sugoroku/"
        raise UsageError(f"{path}, site_url", f"{url} is no address", hint)


def _check_pace(polling: Polling, path: str) -> None:
    if polling.slowest < polling.interval:
        what = f"slowest ({polling.slowest}) is less than interval ({polling.interval})"
        raise UsageError(f"{path}, [polling]", what, "a quiet thread is polled no more often than a lively one")
    for host in polling.linked_hosts:
        if not _HOST.fullmatch(host):
            hint = 'write the host alone, with its port if it has one: "bbs.example.jp", "127.0.0.1:8080"'
            raise UsageError(f"{path}, [polling], linked_hosts", f"{host} is no host", hint)


def _check_names(settings: Settings, path: str) -> None:
    seen: set[str] = set()
    for number, game in enumerate(settings.game, 1):
        if not game.name.strip():
            raise UsageError(f"{path}, [[game]] no. {number}, name", "is empty", "give the game a name")
        for trip in game.host:
            if not trip.startswith("◆"):
                raise UsageError(f"{path}, game {game.name}, host", f"{trip} is no trip", f"did you mean ◆{trip}?")
        if game.name in seen:
            raise UsageError(f"{path}, [[game]]", f"two games are called {game.name}", "give each a name of its own")
        seen.add(game.name)


def _with_ruleset_beside(game: Game, file: Path) -> Game:
    """The game with its ruleset, where that is a file, counted from the settings file."""
    return msgspec.structs.replace(game, ruleset=beside(game.ruleset, file.parent))


def beside(name: str, folder: Path) -> str:
    """A ruleset's name as typed, or its path where a file of that name lies in the folder of the settings."""
    path = folder / name
    return str(path) if path.is_file() else name


def _convert(table: Any, kind: type[T], path: str, where: str) -> T:
    place = f"{path}, {where}" if where else path
    for key in table if isinstance(table, dict) else ():
        if key not in kind.__struct_fields__:
            raise UsageError(place, f"unknown key {key}", nearest(key, kind.__struct_fields__))
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise UsageError(place, *wrong_value(error, kind)) from None
