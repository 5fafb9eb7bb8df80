"""`referee audit`: saved threads replayed as one game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice

import click

from referee.app.audit import Audit, keep_apart, open_audit
from referee.app.report import Counts, CsvSink, JsonSink, Sink, place, run, short_lines
from referee.app.sources import Source
from referee.cli.options import choose_lang, json_option, lang_option, ruleset_options
from referee.cli.output import SHOWN, print_table, problem_line, write_bytes
from referee.errors import SourceError
from referee.model import Problem, Verdict
from referee.words import Speaker

#: From how many sources on a bar shows how far the work is.
_LONG = 5


@click.command(name="audit", help="Judge threads (files, URL=FILE, folders, URLs) as one game, in the order given.")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--linked", multiple=True, metavar="SOURCE", help="Saved threads of other boards, for extra rolls.")
@click.option("--game", metavar="FILE", help="Settings of the game (referee.toml).")
@click.option("--csv", "csv_path", type=click.Path(dir_okay=False), help="Also write the posts as CSV.")
@click.option("--pages", "pages_path", type=click.Path(file_okay=False), help="Also write the game as pages here.")
@click.option("--text", "with_text", is_flag=True, help="Tell every verdict in words.")
@ruleset_options
@json_option
@lang_option
def command(
    sources: tuple[str, ...],
    linked: tuple[str, ...],
    game: str | None,
    csv_path: str | None,
    pages_path: str | None,
    with_text: bool,
    ruleset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> int:
    """Judge every post, then print the standings."""
    language = choose_lang(lang)
    if csv_path is not None:
        keep_apart(csv_path, [*sources, *linked, *(path for path in (game, ruleset) if path)])
    audit, speaker = open_audit(sources, linked, game, ruleset, settings, language)
    with ExitStack() as stack:
        stack.callback(audit.close)
        sinks: list[Sink] = []
        ends: list[Callable[[], None]] = []
        if csv_path is not None:
            table = CsvSink(stack.enter_context(open(csv_path, "wb")))
            sinks.append(table)
            ends.append(table.finish)
        if as_json:
            json = JsonSink(audit, write_bytes, speaker, with_text=with_text)
            sinks.append(json)
            ends.append(json.finish)
        terminal = None if as_json else _Terminal(speaker, with_text)
        if terminal is not None:
            sinks.append(terminal)
        if pages_path is not None:
            from referee.app.site import PagesSink  # what makes pages is imported where some are wanted

            pages = PagesSink()
            sinks.append(pages)
        counts = run(audit, sinks, stack.enter_context(_progress(audit)))
        for finish in ends:
            finish()
    if terminal is not None:
        terminal.finish(audit, counts)
    if pages_path is not None and (counts.posts or not counts.refused):  # of nothing but refusals there is no game
        from referee.app.sitewriter import publish_audit
        from referee.cli.publish import published_line
        from referee.words.pages import PageSpeaker

        done = publish_audit(audit, pages, pages_path)
        click.echo(published_line(done, PageSpeaker(language, {})), err=True)
    return SourceError.exit_code if counts.refused else 0


class _Terminal:
    """An audit for a person: verdicts if asked for, then standings, open items and problems."""

    def __init__(self, speaker: Speaker, with_text: bool) -> None:
        self._speaker = speaker
        self._with_text = with_text
        self._items: list[str] = []
        self._problems = 0

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Print a line for each verdict if asked for; the open items wait."""
        if self._with_text:
            for verdict in verdicts:
                for line in short_lines(verdict, self._speaker):
                    click.echo(line)
        items = (item for verdict in verdicts for item in verdict.items)
        for item in islice(items, SHOWN - len(self._items)):
            self._items.append(f"{place(item.thread, item.number)}: {self._speaker.item(item)}")

    def problem(self, problem: Problem) -> None:
        """Tell a problem at once: refused sources always, of the others the first ones."""
        line = problem_line(problem, self._speaker)
        if problem.kind == "refused_source":
            click.echo(f"referee: {line}", err=True)
            return
        self._problems += 1
        if self._problems <= SHOWN:
            click.echo(line, err=True)

    def finish(self, audit: Audit, counts: Counts) -> None:
        """Print what the whole came to."""
        speaker = self._speaker
        if self._with_text and counts.posts:
            click.echo()
        for thread in audit.threads:
            if thread.refused is None:
                click.echo(speaker.thread_line(thread.thread or "", thread.title, thread.posts, thread.form or ""))
        rows = [speaker.standing_row(standing) for standing in audit.standings()]
        if rows:
            click.echo()
            print_table(speaker.standing_header(), rows, numbers=frozenset({0, 3, 4}))
        click.echo()
        click.echo(speaker.summary(counts.posts, counts.rolls, audit.gifts_waiting()))
        if self._items:
            click.echo()
            click.echo(speaker.items_header(counts.items))
            for line in self._items:
                click.echo(f"  {line}")
            if counts.items > len(self._items):
                click.echo(f"  {speaker.more(counts.items - len(self._items))}")
        if self._problems > SHOWN:
            click.echo(speaker.more(self._problems - SHOWN), err=True)


@contextmanager
def _progress(audit: Audit) -> Iterator[Callable[[Source], None]]:
    """A bar over the sources, on a terminal and for long work only."""
    files = [source for source in audit.sources if isinstance(source, Source)]
    if len(files) < _LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=len(files), file=sys.stderr) as bar:
        yield lambda _: bar.update(1)
