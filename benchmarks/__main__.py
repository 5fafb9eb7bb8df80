"""Runs every benchmark."""

from __future__ import annotations

from benchmarks import audit, evaluate, pages, parse, poll, publish, serve, start

for module in (evaluate, parse, pages, audit, start, poll, publish, serve):
    print((module.__doc__ or "").splitlines()[0])
    module.main()
