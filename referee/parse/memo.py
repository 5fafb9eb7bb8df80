"""A bounded memory of answers, made anew for each file that is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Memo(dict[K, T]):
    """The answers of a function by its argument: `memo[question]` asks the function only the first time.

    All is forgotten at once when `limit` answers are held, so that a hostile file can't fill the memory.
    """

    def __init__(self, answer: Callable[[K], T], limit: int = 4096) -> None:
        super().__init__()
        self._answer = answer
        self._limit = limit

    def __missing__(self, question: K) -> T:
        if len(self) >= self._limit:
            self.clear()
        answer = self[question] = self._answer(question)
        return answer
