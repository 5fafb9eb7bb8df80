"""The command line: flags, terminals, exit codes. Everything it can do is one call of `app`."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from referee import __version__
from referee.cli.output import be_tolerant
from referee.errors import RefereeError

#: Command → the module that holds it, and its name there; a command is imported only when it runs.
COMMANDS = {
    "audit": "referee.cli.audit:command",
    "daemon": "referee.cli.ledger:daemon",
    "doctor": "referee.cli.doctor:command",
    "evening": "referee.cli.host:evening",
    "init": "referee.cli.ledger:init",
    "judge": "referee.cli.judge:command",
    "notify": "referee.cli.notify:command",
    "open": "referee.cli.host:open_command",
    "paste": "referee.cli.paste:command",
    "poll": "referee.cli.ledger:poll",
    "publish": "referee.cli.publish:command",
    "rebuild": "referee.cli.asked:rebuild",
    "rules": "referee.cli.rules:command",
    "ruling": "referee.cli.ruling:command",
    "serve": "referee.cli.serve:command",
    "standings": "referee.cli.asked:standings",
    "status": "referee.cli.ledger:status",
    "tryout": "referee.cli.tryout:command",
    "verify": "referee.cli.asked:verify",
    "why": "referee.cli.asked:why",
}

INTERRUPTED = 130


class _ReaderLeftError(Exception):
    """Whoever read our output has seen enough; click would end with 1."""


class _Commands(click.Group):
    """A group whose commands are imported on use: a cron start pays only for what it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderLeftError from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="referee")
def group() -> None:
    """Scraper and automatic referee for ID-sugoroku (IDすごろく), a dice game of 2ch-family threads."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and end the process with its exit code; no traceback reaches a person.

    0 done · 1 done, and something was found · 2 wrong use · 3 input failed · 4 the disk failed · 130 interrupted.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (it lasts as long as we do)
    be_tolerant(sys.stdout, sys.stderr)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    try:
        code = group.main(arguments, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return error.exit_code
    except click.ClickException as error:
        _say(error.format_message())
        if isinstance(error, click.UsageError) and error.ctx is not None:
            _say(f"help: {error.ctx.command_path} --help")
        return error.exit_code
    except RefereeError as error:
        _say(str(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (_ReaderLeftError, BrokenPipeError):
        # Keep Python from complaining at exit about what it could not flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        _say(f"{error.filename or 'disk'}: {error.strerror or error} — make room or mend the permissions and try again")
        return RefereeError.exit_code


def _say(line: str) -> None:
    click.echo(f"referee: {line}", err=True)
