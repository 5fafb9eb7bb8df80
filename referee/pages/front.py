"""The front page of a site: its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.pages.edition import HEAD, printer
from referee.pages.paths import FOLDERS, STANDINGS, slug
from referee.pages.view import Page
from referee.words.pages import LANGUAGES, PageSpeaker
from referee.words.tongue import shown


def front_page(games: Sequence[tuple[str, str]], templates: Mapping[str, str]) -> Page:
    """Links to the standings of each game (its name, which is its folder, and its title), in both languages."""
    rows = [
        (
            shown(title, HEAD),
            [(lang, LANGUAGES[lang], f"{slug(name)}/{folder}{STANDINGS}") for lang, folder in FOLDERS.items()],
        )
        for name, title in games
    ]
    template = printer(templates).get_template("front.html")
    says = {lang: PageSpeaker(lang, {}).label for lang in FOLDERS}
    heading = " / ".join(say("games") for say in says.values())
    return Page(STANDINGS, template.render(rows=rows, heading=heading))
