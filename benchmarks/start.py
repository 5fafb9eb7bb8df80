"""How long a command takes from start to end, beside a Python that only imports what every command needs."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.timing import fastest

REFEREE = [sys.executable, "-m", "referee"]


def main(rounds: int = 15) -> None:
    """Prints milliseconds of `referee judge ID` and of the reference (asked: at most 2.5 ×)."""
    commands = {
        "judge": [*REFEREE, "judge", "Rzi1234p"],
        "bare": [sys.executable, "-c", "import click, msgspec"],
    }
    times = fastest(
        {
            name: lambda command=command: subprocess.run(command, capture_output=True, check=True)
            for name, command in commands.items()
        },
        rounds,
    )
    for name, seconds in times.items():
        print(f"  {name:10} {seconds * 1000:6.0f} ms")
    print(f"  judge takes {times['judge'] / times['bare']:.2f} × the imports (asked: 2.5)")


if __name__ == "__main__":
    main()
