"""The small language of scenes.

    == E-K: what K does to the digits                       a scene: the rules that it plays, and its title
    fresh A                                                 A is someone who plays in no other scene
    1 A KBd2Mha4 16歩 | 掛け算 => roll from=0 to=16         day of the scene, who, ID, words | body => expectation
    > e1 entrance2 1 A aHdF2mnv                             a post on another board, called e1
    1 A ??? sage | @e1 => extra from=16 to=18; chat:no_id   its address in a body
    idle 2                                                  days that must pass before its people play again

Who: `A` … a player of the scene, `-` nobody, `◇A` a look-alike of A, `A~` A under the trip of another site. ID: `-`
for none, `???` hidden. Words: `sage`; `host` (fusianasan), `erased`, `removed` (on boards that leave a gap), `broken`,
`undated`; a time `20:05:12`, or only its seconds `:12`; `early` (stamped before the post before it), `midnight`
(23:59:45); others are a claim behind the name. `<br>` in a body is a new line. Every player of a scene stands on the
start, with no state and no rest, when day 1 begins. The language of expectations is in expect.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from .post import Person, Said

SCENES = Path(__file__).parent / "scenes"
_FORMS = ("host", "erased", "broken", "undated", "removed")
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)")
_REFERENCE = re.compile(r"@(\w+)")


@dataclass(frozen=True)
class Line:
    """One line of a scene; `at` is a second of the day, or the second of a minute as a negative number minus one."""

    day: int
    who: str
    ident: str
    mail: str = ""
    claim: str = ""
    body: str = ""
    form: str = ""
    at: int | None = None
    early: bool = False
    label: str = ""
    board: str = ""
    expect: str = ""


@dataclass
class Scene:
    """A scene: `slug` is unique, `rules` the ids that it plays, `idle` days of rest behind its last line."""

    slug: str
    title: str
    rules: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)
    fresh: tuple[str, ...] = ()
    idle: int = 0

    @property
    def symbols(self) -> list[str]:
        """The players of the scene."""
        return sorted({line.who.strip("◇~") for line in self.lines} - {"-"})

    @property
    def last_day(self) -> int:
        return max(line.day for line in self.lines)


def read_scenes(name: str) -> list[Scene]:
    """The scenes of a file in `scenes/`."""
    found: list[Scene] = []
    for text in (SCENES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        words = text.split()
        if not words or words[0] == "#":
            continue
        if words[0] == "==":
            rules, _, title = text[2:].partition(":")
            found.append(Scene(f"{name}-{len(found) + 1}", title.strip(), tuple(rules.split())))
        elif words[0] == "fresh":
            found[-1].fresh = tuple(words[1:])
        elif words[0] == "idle":
            found[-1].idle = int(words[1])
        else:
            found[-1].lines.append(_read_line(text))
    return found


def _read_line(text: str) -> Line:
    said, _, expect = text.partition("=>")
    head, _, body = said.partition("|")
    words = head.split()
    label = board = ""
    if words[0] == ">":
        label, board, words = words[1], words[2], words[3:]
    day, who, ident, *rest = words
    at: int | None = None
    claim = []
    for word in rest:
        time = _TIME.fullmatch(word)
        if time:
            at = int(time[1]) * 3600 + int(time[2]) * 60 + int(time[3])
        elif word == "midnight":
            at = 86_400 - 15
        elif re.fullmatch(r":\d\d", word):
            at = -1 - int(word[1:])
        elif word not in ("sage", "early", *_FORMS):
            claim.append(word)
    return Line(
        int(day), who, "" if ident == "-" else ident, "sage" if "sage" in rest else "", " ".join(claim), body.strip(),
        next((word for word in rest if word in _FORMS), ""), at, "early" in rest, label, board, expect.strip(),
    )  # fmt: skip


def say(line: Line, scene: Scene, people: dict[str, Person], day: int, second: int) -> Said:
    """A line of a scene as a post of a day; labels are made unique by the name of the scene."""
    person = people.get(line.who.strip("◇~"))
    name, trip = "名無しさん", ""
    if person is not None:
        name = f"{person.name} {line.claim}".strip()
        trip = person.elsewhere if line.who.endswith("~") else person.trip
        if line.who.startswith("◇"):
            name, trip = f"{person.name}◇{person.trip[1:]}", ""
    said = line.body or ("振ります" if person is not None else "ほしゅ")
    own = {other.label for other in scene.lines if other.label}
    body = _REFERENCE.sub(lambda found: f"@{scene.slug}.{found[1]}" if found[1] in own else found[0], said)
    return Said(
        day, second, name, trip, line.mail, line.ident, body, line.form, line.who, person.sign if person else 0,
        f"{scene.slug}.{line.label}" if line.label else "", line.board, line.expect, scene.slug, people,
    )  # fmt: skip


def with_addresses(body: str, labels: dict[str, Said], threads: dict[str, str]) -> str:
    """A body with addresses in the place of `@label` (a post), `@board/` (its thread) and `@board/5`."""

    def address(found: re.Match[str]) -> str:
        said = labels.get(found[1])
        if said is not None:
            return f"{threads[said.board]}/{said.no}"
        return threads[found[1]] if found[1] in threads else found[0]

    return re.sub(r"@([\w-]+(?:\.\w+)?)", address, body)
