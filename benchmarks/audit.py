"""How fast, and in how much memory, saved threads are audited to JSON, beside a bare script over the same bytes."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.parse import bare
from benchmarks.threads import write_threads
from benchmarks.timing import fastest
from referee.app.audit import open_audit
from referee.app.report import JsonSink, run

THREADS, POSTS = 30, 1000
FEW, MANY = 20, 200


def audit_all(paths: list[str]) -> int:
    """What `referee audit --json` does between start and end of the process; tells the bytes of JSON."""
    written = 0

    def write(data: bytes) -> None:
        nonlocal written
        written += len(data)

    audit, speaker = open_audit(paths, [], None, None, [], "ja")
    sink = JsonSink(audit, write, speaker, with_text=False)
    run(audit, [sink])
    sink.finish()
    return written


def read_all(paths: list[str]) -> None:
    """The bare script: read, split and decode every field."""
    for path in paths:
        bare(Path(path).read_bytes())


def peak(paths: list[str]) -> float:
    """Peak resident memory, in MiB, of a process that audits these threads."""
    code = "import sys; from benchmarks.audit import audit_all, own_peak; audit_all(sys.argv[1:]); print(own_peak())"
    done = subprocess.run([sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True)
    return float(done.stdout)


def own_peak() -> float:
    """Peak resident memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(rounds: int = 7) -> None:
    """Prints posts per second and memory, with the ratios asked for."""
    with tempfile.TemporaryDirectory() as folder:
        rolling = write_threads(Path(folder) / "rolling", THREADS, same_players=False)
        times = fastest({"audit": lambda: audit_all(rolling), "bare": lambda: read_all(rolling)}, rounds)
        for name, seconds in times.items():
            print(f"  {name:10} {THREADS * POSTS / seconds:9,.0f} posts/s")
        print(f"  audit is 1/{times['audit'] / times['bare']:.1f} of the bare script (asked: 1/7, aim: 1/4)")
        paths = write_threads(Path(folder) / "same", MANY)
        memory = {FEW: peak(paths[:FEW]), MANY: peak(paths)}
        print(f"  memory: {FEW} threads {memory[FEW]:.1f} MiB, {MANY} threads {memory[MANY]:.1f} MiB")
        print(f"  {MANY} threads take {memory[MANY] / memory[FEW]:.2f} × the memory of {FEW} (asked: 1.3)")


if __name__ == "__main__":
    main()
