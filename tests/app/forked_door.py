"""A file of rulings taken over in a process of its own, killed at some step of the database."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from typing import TYPE_CHECKING

from forked import Points
from process import environment

from referee.app.open import open_folder
from referee.app.rulingsfile import take

if TYPE_CHECKING:
    from scene import Scene


class Killer:
    """Runs on the ledger of a scene as it stands now, again and again."""

    def __init__(self, scene: Scene) -> None:
        scene.close()
        self._scene, self._kept = scene, scene.database.read_bytes()
        self.points = int(self._run(0).stdout)

    def killed_at(self, point: int) -> bool:
        """Run, and die at one of the steps; whether it did. The ledger stays as the dead left it."""
        return self._run(point).returncode != 0

    def _run(self, point: int) -> subprocess.CompletedProcess[str]:
        for old in self._scene.path.glob("referee.db*"):
            old.unlink()
        self._scene.database.write_bytes(self._kept)
        command = [sys.executable, __file__, str(self._scene.file), str(point), self._scene.now.isoformat()]
        return subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60)


def main() -> None:
    settings, point, at = sys.argv[1:]
    points = Points(int(point))
    points.watch()
    folder, now = open_folder(settings), datetime.fromisoformat(at)
    with folder.open_ledger(now) as ledger:
        points.seen = 0
        take(ledger, folder, folder.settings.game[0], now)
        print(points.seen, flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
