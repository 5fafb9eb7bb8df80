"""The commands of a folder that was set up: init, poll, daemon, status, standings, why, verify, rebuild."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.app import clock
from referee.app.lock import only_poller
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json, problem_lines
from referee.errors import LockHeld, RefereeError, SourceError, UsageError
from referee.words import Speaker

if TYPE_CHECKING:
    from referee.app.filedoor import FromFile
    from referee.app.follow import Found
    from referee.app.open import Folder
    from referee.app.orphans import Forsaken, Orphan
    from referee.app.poll import Polled
    from referee.app.tell import ThreadStatus
    from referee.model import Candidate, Problem

F = TypeVar("F", bound=Callable[..., Any])


def settings_option(function: F) -> F:
    """`--settings FILE`, else `REFEREE_FILE`, else `referee.toml` of this folder."""
    return click.option("--settings", "file", metavar="FILE", default=None, help="Settings (default: referee.toml).")(
        function
    )


def game_option(function: F) -> F:
    """`--game NAME`, where the settings hold several games."""
    return click.option("--game", default=None, metavar="NAME", help="Which game, where there are several.")(function)


def _open(file: str | None, lang: str | None) -> tuple[Folder, Speaker]:
    """The folder, and a speaker in its language unless another is chosen."""
    from referee.app.open import open_folder

    folder = open_folder(file)
    return folder, Speaker(choose_lang(lang, folder.settings.lang), {})


def tells_frozen(speaker: Speaker) -> Callable[[str], None]:
    """Tells that a ledger is read where nothing may be written."""
    return lambda path: click.echo(f"referee: {speaker.frozen(path)}", err=True)


@click.command(help="Set a game up in this folder: a commented referee.toml and an empty ledger.")
@click.argument("url")
@click.option(
    "--from-handover", "handover", metavar="FILE", default=None,
    help="Open with the game that this file hands over: text as pasted, or the saved thread in which it stands.",
)  # fmt: skip
@click.option("--ruleset", metavar="NAME|FILE", default=None, help="Ruleset (default: that of the hand-over).")
@json_option
@lang_option
def init(url: str, handover: str | None, ruleset: str | None, as_json: bool, lang: str | None) -> int:
    """Write the settings and the ledger; nothing that is there is touched."""
    from referee.app.init import init as set_up

    if handover is not None:
        return _init_handed_over(handover, url, ruleset, as_json, lang)
    made = set_up(Path(), url, clock.now(), ruleset=ruleset)
    if as_json:
        print_json({"settings": str(made.settings), "ledger": made.ledger})
    else:
        click.echo(Speaker(choose_lang(lang), {}).made(str(made.settings), made.ledger))
    return 0


def _init_handed_over(file: str, url: str, ruleset: str | None, as_json: bool, lang: str | None) -> int:
    """The same with a game that was handed over."""
    from referee.app.handing import read_handover
    from referee.app.init import init as set_up
    from referee.words.host import HostSpeaker

    found = read_handover(file)
    made = set_up(Path(), url, clock.now(), found.handover, ruleset)
    handed = found.handover
    speaker = HostSpeaker(choose_lang(lang), {})
    if made.other_rules:
        click.echo(f"referee: {speaker.other_rules()}", err=True)
    if as_json:
        print_json({"settings": str(made.settings), "ledger": made.ledger, "handover": found.told()})
        return 0
    click.echo(speaker.handed_over(len(handed.players), str(handed.thread), handed.number, found.by, found.numbers))
    click.echo(speaker.made(str(made.settings), made.ledger))
    return 0


@click.command(help="One polite round over the threads that are due.")
@click.option(
    "--now", "hurry", is_flag=True, help="Poll whether due or not (never past Retry-After, back-off, budget)."
)
@settings_option
@json_option
@lang_option
def poll(hurry: bool, file: str | None, as_json: bool, lang: str | None) -> int:
    """Ask, read, judge, remember; exit 3 when a thread could not be asked, 2 when a game has bad rules."""
    folder, speaker = _open(file, lang)
    from referee.app.open import open_poller

    failed = broken = refused = False
    try:
        with (
            only_poller(folder.ledger_path, "poll", clock.now()),
            folder.open_ledger(clock.now()) as ledger,
            open_poller(folder, ledger, clock.jitter) as poller,
        ):
            for polled in poller.round(clock.now, hurry=hurry):
                failed = failed or polled.outcome in ("failed", "refused")
                for refusal in polled.refusals:
                    refused = True
                    click.echo(f"referee: {refusal}", err=True)
                if polled.trouble:
                    broken = True
                    click.echo(f"referee: {polled.trouble}", err=True)
                if as_json:
                    print_json(polled_json(polled, speaker))
                    continue
                click.echo(polled_line(polled, speaker), err=polled.outcome in ("failed", "refused"))
                for line in problem_lines(polled.problems, speaker):
                    click.echo(line, err=True)
            refused = refused or bool(poller.rulings.refused)
            tell_from_files(poller.rulings.news(), speaker, as_json=as_json)
            tell_of_rulings(poller.rulings.refused.values(), poller.rulings.orphans(), speaker)
            tell_forsaken(poller.rulings.forsaken(), folder, speaker)
            if folder.settings.notify:
                from referee.app.notify import Notifier
                from referee.cli.notify import tell_notes

                tell_notes(Notifier(folder, ledger, lambda: poller.places), speaker.lang)
    except LockHeld as error:
        click.echo(speaker.held(error.what), err=True)
        return error.exit_code
    if broken:
        return RefereeError.exit_code
    if refused:
        return UsageError.exit_code
    return SourceError.exit_code if failed else 0


def tell_of_rulings(refused: Iterable[str], lost: Sequence[Orphan], speaker: Speaker) -> None:
    """Tell of files of rulings that were refused, and of rulings whose post can't be found."""
    for error in refused:
        click.echo(f"referee: {speaker.rulings_kept(error)}", err=True)
    if lost:
        from referee.app.showrulings import orphan_lines

        for line in orphan_lines(lost, speaker):
            click.echo(f"referee: {line}", err=True)


def tell_from_files(made: Iterable[FromFile], speaker: Speaker, *, as_json: bool = False, aside: bool = False) -> None:
    """Tell what files of rulings changed, with every post that a pattern touches; `aside`: where something else was
    asked for."""
    for one in made:
        from referee.app.showrulings import from_file_json, from_file_lines

        if as_json:
            print_json(from_file_json(one, speaker))
            continue
        for line in from_file_lines(one, speaker):
            click.echo(line, err=aside)


def tell_forsaken(left: Sequence[Forsaken], folder: Folder, speaker: Speaker) -> None:
    """Tell of games with rulings that the settings know no more."""
    if left:
        from referee.app.showrulings import forsaken_lines

        for line in forsaken_lines(left, str(folder.file), speaker):
            click.echo(f"referee: {line}", err=True)


def polled_json(polled: Polled, speaker: Speaker) -> dict[str, object]:
    """What became of a poll, as JSON."""
    found = polled.candidate
    if found is not None:
        reasons = [{"sign": reason.sign, "no": reason.number} for reason in found.reasons]
        return {
            "thread": str(polled.thread),
            "outcome": polled.outcome,
            "address": polled.address,
            "title": found.title,
            "score": found.score,
            "reasons": reasons,
        }
    return {
        "thread": str(polled.thread),
        "outcome": polled.outcome,
        "reason": polled.reason or None,
        "new": new_verdicts(polled),
        "superseding": superseding_verdicts(polled),
        "next_at": clock.iso(polled.next_at),
        "why": polled.why,
        "requests": polled.requests,
        "received": polled.received,
        "problems": problems_json(polled.problems, speaker),
    }


def problems_json(problems: Sequence[Problem], speaker: Speaker) -> list[object]:
    """Problems as JSON, in the form of `audit --json`."""
    if not problems:
        return []
    from msgspec import to_builtins

    from referee.app.report import problem_row

    return [to_builtins(problem_row(problem, speaker)) for problem in problems]


def polled_line(polled: Polled, speaker: Speaker) -> str:
    """What became of a poll, in a line."""
    if polled.candidate is not None:
        return found_line(polled.candidate, polled.address, polled.outcome, speaker)
    outcome = speaker.poll_outcome(polled.outcome, polled.reason, new_verdicts(polled), superseding_verdicts(polled))
    if polled.outcome == "linked":
        return f"{polled.thread}: {outcome}"
    return f"{polled.thread}: {outcome}; {speaker.poll_next(polled.next_at, polled.why)}"


def found_line(candidate: Candidate, address: str, outcome: str, speaker: Speaker) -> str:
    """A thread that a game goes on in, or that the host is asked about, in a line."""
    line = f"{candidate.thread}: {speaker.poll_outcome(outcome, '', 0)}: {speaker.candidate(candidate)}"
    return f"{line}; {speaker.add_thread(address)}" if outcome == "proposed" else line


def new_verdicts(polled: Polled) -> int:
    """How many verdicts a poll declared for the first time, or a linked thread changed."""
    return polled.settled + sum(len(declared.new) for declared in polled.declared)


def superseding_verdicts(polled: Polled) -> int:
    """How many verdicts a poll declared in place of others, of posts judged anew."""
    return sum(len(declared.superseding) for declared in polled.declared)


@click.command(help="Poll at each thread's own pace until told to stop (SIGTERM); SIGHUP reads the settings again.")
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of the log.")
@settings_option
@lang_option
def daemon(log: str, file: str | None, lang: str | None) -> int:
    """Run the scheduler in the foreground, as systemd likes it."""
    folder, speaker = _open(file, lang)
    from referee.app import logs
    from referee.app.daemon import LOG, Daemon

    logs.set_up(log)

    def tell(polled: Polled) -> None:
        for refusal in polled.refusals:
            LOG.error("%s", refusal)
        if polled.outcome != "waits":
            LOG.info(polled_line(polled, speaker), extra=logs.told(**polled_json(polled, speaker)))
            for line in problem_lines(polled.problems, speaker) if log == "text" else ():
                LOG.info(line)

    at_work = Daemon(folder, clock.now, clock.jitter, tell)
    code = 0
    try:
        with only_poller(folder.ledger_path, "daemon", clock.now()):
            at_work.run()
    except LockHeld as error:
        click.echo(speaker.held(error.what), err=True)
    except RefereeError as error:
        if not at_work.hangs:
            raise
        click.echo(f"referee: {error}", err=True)
        code = error.exit_code
    if at_work.hangs:  # a server that does not answer would keep us for as long as it likes; nothing is half written
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def thread_lines(thread: ThreadStatus, speaker: Speaker) -> Iterator[str]:
    """How the polling of a thread stands, line by line."""
    cursor, last = thread.cursor, thread.last_post
    if cursor is None:
        yield speaker.poll_last(None, 0, 0)
    else:
        yield speaker.poll_last(cursor.polled_at, cursor.posts, cursor.failures)
    if last is not None:
        yield speaker.last_post(last.number, last.stamp)
    if cursor is not None:
        yield speaker.poll_next(cursor.next_at, cursor.why)
    yield speaker.budget(thread.use.host, thread.used, thread.requests_left, thread.quiet_until)
    yield from problem_lines(thread.differences, speaker)


def item_json(found: Found, speaker: Speaker) -> dict[str, object]:
    """A thread that the host is asked about, as an open item."""
    text = f"{speaker.candidate(found.candidate)}; {speaker.add_thread(found.address)}"
    thread = str(found.candidate.thread)
    return {"kind": "next_thread", "why": None, "thread": thread, "no": None, "text": text}


@click.command(help="What is polled when, and why then.")
@settings_option
@json_option
@lang_option
def status(file: str | None, as_json: bool, lang: str | None) -> int:
    """Tell of each thread: last poll, last post, next poll and why then, requests, back-off; and the ledger's size.

    Exit 2 when a game's ruleset or readings can't be used.
    """
    folder, speaker = _open(file, lang)
    from referee.app.follow import proposals
    from referee.app.open import with_adopted
    from referee.app.showrulings import forsaken_items, forsaken_lines, orphan_items, orphan_lines
    from referee.app.tell import status as look
    from referee.cli.notify import notification_lines, notifications_json

    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
        folder = with_adopted(folder, ledger)
        found = look(ledger, folder, clock.now())
        asked = proposals(ledger, folder.places)
    code = UsageError.exit_code if found.troubles else 0
    if as_json:
        items = [
            *(item_json(one, speaker) for one in asked),
            *orphan_items(found.orphans, speaker),
            *forsaken_items(found.forsaken, str(folder.file), speaker),
        ]
        notes = notifications_json(folder)
        threads = [{**one.as_json(), "problems": problems_json(one.differences, speaker)} for one in found.threads]
        print_json({"threads": threads, **found.as_json(), "open_items": items, "notifications": notes})
        return code
    for thread in found.threads:
        click.echo(str(thread.place.thread))
        for line in thread_lines(thread, speaker):
            click.echo(f"  {line}")
    for link in found.linked:
        outcome = speaker.poll_outcome(link.outcome, link.reason, 0)
        click.echo(f"{link.cursor.thread}: {outcome}; {speaker.poll_next(link.cursor.next_at, link.cursor.why)}")
    for one in asked:
        click.echo(found_line(one.candidate, one.address, "proposed", speaker))
    for line in (*orphan_lines(found.orphans, speaker), *forsaken_lines(found.forsaken, str(folder.file), speaker)):
        click.echo(line)
    for line in notification_lines(folder, lang):
        click.echo(line)
    click.echo(speaker.sizes(found.sizes.bytes, found.sizes.posts, found.sizes.verdicts))
    for game, error in found.troubles:
        click.echo(speaker.not_judged(game, str(error)))
    return code
