"""The front page of a site: its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.pages.edition import HEAD, printer
from referee.pages.paths import FOLDERS, STANDINGS, slug
from referee.pages.view import Page
from referee.words.pages import LANGUAGES, PageSpeaker
from referee.words.tongue import shown


def front_page(games: Sequence[tuple[str, str]], templates: Mapping[str, str], checker: str = "") -> Page:
    """Links to the standings of each game (its name, which is its folder, and its title), in both languages; and to the
    ID checker, where there is one in the folder of each game."""
    by_lang = {lang: PageSpeaker(lang, {}).label for lang in FOLDERS}
    leads_to = [(lang, LANGUAGES[lang], f"{folder}{STANDINGS}") for lang, folder in FOLDERS.items()]
    if checker:
        leads_to += [(lang, by_lang[lang]("checker"), f"{folder}{checker}") for lang, folder in FOLDERS.items()]
    rows = [
        (shown(title, HEAD), [(lang, text, f"{slug(name)}/{target}") for lang, text, target in leads_to])
        for name, title in games
    ]
    template = printer(templates).get_template("front.html")
    heading = " / ".join(say("games") for say in by_lang.values())
    return Page(STANDINGS, template.render(rows=rows, heading=heading))
