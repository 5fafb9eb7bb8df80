"""All generated stories, and their files written into a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .families import family_games
from .long_game import long_game
from .pages import FORMATS
from .post import Story


def stories() -> list[Story]:
    """Every generated folder."""
    return [long_game(), *family_games()]


def write_pages(folder: Path) -> Iterator[Path]:
    """Write the five posts as a page of every generation; tells each path when it is written."""
    for form in FORMATS:
        path = folder / f"{form.name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(form.page_bytes())
        yield path


def write_all(folder: Path) -> Iterator[Path]:
    """Write the files of every story; tells each path when it is written."""
    for story in stories():
        for name, content in story.files.items():
            path = folder / story.slug / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            yield path
