"""Runs every benchmark."""

from __future__ import annotations

from benchmarks import audit, evaluate, parse, poll, start

for module in (evaluate, parse, audit, start, poll):
    print((module.__doc__ or "").splitlines()[0])
    module.main()
