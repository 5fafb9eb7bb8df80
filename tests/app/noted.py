"""A game with a hook that is told of it."""

from __future__ import annotations

from fakeboard import FakeThread
from fakehook import FakeHook
from scene import Scene

ALL = '"rest_ends", "passed", "home", "thread_end", "open_item", "changed_verdict"'


def write(scene: Scene, thread: FakeThread, hook: FakeHook, more: str = f"events = [{ALL}]") -> None:
    scene.write(thread, also=f'\n[[notify]]\nurl = "{hook.url}"\n{more}\n')
