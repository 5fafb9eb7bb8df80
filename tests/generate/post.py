"""One post before it is written into a dat, and the people who post."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta


@dataclass(frozen=True)
class Person:
    """Someone with a trip; `sign` distinguishes people where a board shows it (SLIP, BE)."""

    name: str
    trip: str
    sign: int = 0

    @property
    def elsewhere(self) -> str:
        """The trip that the same key gives on another site (RULES X3: trips change from site to site)."""
        return "◆" + self.trip[:0:-1]


@dataclass
class Said:
    """One post: `day` counts from the first day of the game, `second` from midnight (JST).

    `ident` is the ID as the script has it, `""` for none; `form` is `""` or a word of `script._FORMS`;
    `body` may hold `@label` for the address of a post on another board; `label` names this post; `expect` is what the
    rules say of it and `scene` where that is written; `people` are the symbols of the scene.
    """

    day: int
    second: int
    name: str = "名無しさん"
    trip: str = ""
    mail: str = ""
    ident: str = ""
    body: str = ""
    form: str = ""
    who: str = "-"
    sign: int = 0
    label: str = ""
    board: str = ""
    expect: str = ""
    scene: str = ""
    people: dict[str, Person] = field(default_factory=dict)
    #: Where it came to stand: filled when threads are numbered.
    thread: str = ""
    no: int = 0

    @property
    def place(self) -> tuple[int, int]:
        return self.day, self.second


@dataclass
class Story:
    """A fixture folder: its files, and the posts of which a script says what the rules make of them."""

    slug: str
    files: dict[str, bytes]
    scripted: list[Said]
    labels: dict[str, Said]
    first_day: date

    def day(self, offset: int) -> str:
        """A day of the game as an ISO date."""
        return (self.first_day + timedelta(days=offset)).isoformat()


def about(title: str, shows: str, family: str, sources: list[str], linked: list[str]) -> bytes:
    """The text of an about.toml."""
    lines = [f'title = "{title}"', f'shows = "{shows}"', f'family = "{family}"']
    for key, paths in (("sources", sources), ("linked", linked)):
        lines.append(f"{key} = [{', '.join(chr(34) + path + chr(34) for path in paths)}]")
    return ("\n".join(lines) + "\n").encode()
