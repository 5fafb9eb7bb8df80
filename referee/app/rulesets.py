"""Rulesets by name or file: the packaged ones are read here, since the rules themselves open nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from referee.app.asread import read_toml
from referee.app.beside import kept_beside
from referee.errors import RulesetError, nearest
from referee.rules import Ruleset, load_ruleset, parse_setting, with_readings

#: The ruleset of a game that names none.
DEFAULT = "id-sugoroku"


def _packaged_folder() -> Traversable:
    return resources.files("referee.rules") / "sets"


def packaged_names() -> tuple[str, ...]:
    """The names of the rulesets that come with the referee."""
    names = [entry.name for entry in _packaged_folder().iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def find_ruleset(
    name: str = DEFAULT,
    settings: Iterable[str] = (),
    readings: Mapping[str, bool | str] | None = None,
    text: str = "",
) -> Ruleset:
    """The ruleset of a name (`referee/rules/sets`) or a file.

    Args:
        name: a packaged name, or the path of a TOML file.
        settings: `SWITCH=VALUE` as typed; they win over `readings`.
        readings: the readings that a settings file names.
        text: the TOML text of the file, where it was kept.

    Raises:
        RulesetError: no such ruleset, a wrong row, an unknown switch or value.
    """
    ruleset = load_ruleset(text, name) if text else _ruleset(name)
    if readings:
        ruleset = with_readings(ruleset, readings, "readings")
    chosen = dict(parse_setting(text) for text in settings)
    return with_readings(ruleset, chosen, "--set") if chosen else ruleset


def key_of(error: RulesetError) -> str:
    """Which key of a game a refusal by `find_ruleset` is about: `readings` or `ruleset`."""
    return "readings" if error.where.partition(",")[0] == "readings" else "ruleset"


def of_game(error: RulesetError, origin: str, game: str) -> RulesetError:
    """A refusal that names what says so (`origin`: a settings file, or a variable) and the game too."""
    where = error.where if key_of(error) == "readings" else f"ruleset: {error.where}"
    return RulesetError(f"{origin}, game {game}, {where}", error.what, error.hint)


def file_text(name: str) -> str:
    """The TOML text of a ruleset that is a file; nothing for a packaged one.

    Raises:
        RulesetError: no such file.
    """
    return "" if name in packaged_names() else _text(name)


def _ruleset(name: str) -> Ruleset:
    place = kept_beside(_packaged_folder()) if _packaged(name) is not None else None
    read = tomllib.loads if place is None else partial(read_toml, place=place)
    return load_ruleset(_text(name), name, read)


def _packaged(name: str) -> Traversable | None:
    """The file of a ruleset that comes with the referee."""
    file = _packaged_folder() / f"{name}.toml"
    return file if "/" not in name and not name.endswith(".toml") and file.is_file() else None


def _text(name: str) -> str:
    """The TOML text of a ruleset."""
    packaged = _packaged(name)
    if packaged is not None:
        return packaged.read_text("utf-8")
    path = Path(name)
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise RulesetError(name, "is not UTF-8 text", "save the ruleset as UTF-8") from None
    except OSError as error:
        hint = f"name a TOML file, or one of the rulesets that come with the referee: {nearest(name, packaged_names())}"
        raise RulesetError(name, f"no such ruleset ({error.strerror})", hint) from None
