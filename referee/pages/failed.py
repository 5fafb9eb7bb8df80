"""A page that can't be had: one sentence, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from referee.pages.edition import printer
from referee.pages.paths import FOLDERS
from referee.words.pages import PageSpeaker

#: HTTP statuses that have a sentence.
STATUSES = (400, 404, 405, 408, 413, 414, 429, 500, 503)


def failed_page(status: int, depth: int, templates: Mapping[str, str]) -> str:
    """The page of a status; the site begins `depth` folders above it."""
    by_lang = {lang: PageSpeaker(lang, {}).label for lang in FOLDERS}
    up = "../" * depth
    sentences = [(lang, say(f"fail_{status}"), say("to_games")) for lang, say in by_lang.items()]
    return printer(templates).get_template("failed.html").render(status=status, sentences=sentences, up=up)
