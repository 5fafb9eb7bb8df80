"""Which scene of the long game is played on which days by whom."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .post import Person
from .script import Scene


@dataclass
class Cast:
    """The players: `steady` roll first and last on each day, `free` as they like, `pool` plays the scenes, `fresh` are
    taken one by one by scenes whose people come home."""

    steady: list[Person]
    free: list[Person]
    pool: list[Person]
    fresh: list[Person]


@dataclass
class Planned:
    """A scene with the day of its day 0 and the people of its symbols; `resets` first go back to the start."""

    scene: Scene
    start: int
    people: dict[str, Person]
    resets: list[Person]


def plan(scenes: list[Scene], cast: Cast, days: int, random: Random) -> list[Planned]:
    """Spread scenes evenly over the days from 1 on; a person plays one scene at a time.

    Raises:
        ValueError: the scenes do not fit into the days.
    """
    free_from = {person.trip: 1 for person in cast.pool}
    played: set[str] = set()
    fresh = iter(cast.fresh)
    planned = []
    room = days - max(scene.last_day + scene.idle for scene in scenes) - 3
    for place, scene in enumerate(scenes):
        wish = 1 + place * room // len(scenes)
        wanted = [symbol for symbol in scene.symbols if symbol not in scene.fresh]
        ready = sorted(cast.pool, key=lambda person: (max(free_from[person.trip], wish), person.trip))[: len(wanted)]
        start = max([wish, *(free_from[person.trip] for person in ready)])
        end = start + scene.last_day + scene.idle
        if end > days:
            raise ValueError(f"{scene.slug} does not fit: it would end on day {end} of {days}")
        people = dict(zip(wanted, ready, strict=True)) | {symbol: next(fresh) for symbol in scene.fresh}
        planned.append(Planned(scene, start, people, [person for person in ready if person.trip in played]))
        for person in ready:
            played.add(person.trip)
            free_from[person.trip] = end + 1
    return planned
