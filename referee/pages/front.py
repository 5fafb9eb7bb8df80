"""The front page of a site: its games, and who was the first home in each round of them (一番乗り)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.pages.edition import HEAD, NAME, TRIP, printer
from referee.pages.paths import FOLDERS, HALL, STANDINGS, slug
from referee.pages.records import FirstHome
from referee.pages.view import Page
from referee.words.pages import LANGUAGES, PageSpeaker
from referee.words.tongue import plain, shown

#: Rounds told of one game, the newest: the hall of fame has all.
_ROUNDS = 3


def front_page(
    games: Sequence[tuple[str, str]],
    templates: Mapping[str, str],
    checker: str = "",
    homes: Mapping[str, Sequence[FirstHome]] | None = None,
) -> Page:
    """Links to the standings of each game (its name, which is its folder, and its title), in both languages; to the
    ID checker, where there is one in the folder of each game; and who was the first home, by the names of games."""
    by_lang = {lang: PageSpeaker(lang, {}).label for lang in FOLDERS}
    leads_to = [(lang, LANGUAGES[lang], f"{folder}{STANDINGS}") for lang, folder in FOLDERS.items()]
    if checker:
        leads_to += [(lang, by_lang[lang]("checker"), f"{folder}{checker}") for lang, folder in FOLDERS.items()]
    halls = [(lang, by_lang[lang]("hall"), f"{folder}{HALL}") for lang, folder in FOLDERS.items()]
    rows = [
        (
            shown(title, HEAD),
            [(lang, text, f"{slug(name)}/{target}") for lang, text, target in leads_to],
            [(lang, text, f"{slug(name)}/{target}") for lang, text, target in halls],
            list(_told((homes or {}).get(name, ()), slug(name))),
        )
        for name, title in games
    ]
    template = printer(templates).get_template("front.html")
    heading = " / ".join(say("games") for say in by_lang.values())
    return Page(STANDINGS, template.render(rows=rows, heading=heading))


def _told(homes: Sequence[FirstHome], folder: str) -> Iterator[tuple[str, str, str, str]]:
    """Of each round told, the newest first: which one it is (nothing where there is but one), the place in the hall of
    fame, who came home, and on which day."""
    is_one = all(home.round == 1 for home in homes)
    for home in sorted(homes, key=lambda one: one.round, reverse=True)[:_ROUNDS]:
        number = " / ".join(PageSpeaker(lang, {}).label("round_no", number=home.round) for lang in FOLDERS)
        name, trip = shown(home.name, NAME), plain(home.player, TRIP)
        who = PageSpeaker("ja", {}).label("name_of", name=name, trip=trip) if name else trip
        yield "" if is_one else number, f"{folder}/{HALL}#round-{home.round}", who, home.home_on or ""
