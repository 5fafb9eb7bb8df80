"""What came before this post: `decide` says, `evolve` changes, `replay` folds the two over a thread.

Quiet: no clock, no chance, no files. Times are the posts' own, squares are counted from the start.
"""

from referee.game.contradictions import Contradiction, DayTaken, TripOf, contradiction, day_taken
from referee.game.decide import decide
from referee.game.evolve import evolve
from referee.game.handedcheck import flaw
from referee.game.handover import DAYS_KEPT, carried, days_of, listed, opening_state
from referee.game.near import is_near_midnight
from referee.game.opened import OpenGame
from referee.game.ranges import RANGED, is_ranged, lookalike_player, other_day, ranges
from referee.game.replay import EMPTY, fold, judge_in, judge_posts, replay
from referee.game.rulings import NO_RULINGS, Rulings, index
from referee.game.standings import gifts_waiting, standings
from referee.game.suits import suits
from referee.game.table import Judge, LinkedThreads, Table

__all__ = [
    "DAYS_KEPT",
    "EMPTY",
    "NO_RULINGS",
    "RANGED",
    "Contradiction",
    "DayTaken",
    "Judge",
    "LinkedThreads",
    "OpenGame",
    "Rulings",
    "Table",
    "TripOf",
    "carried",
    "contradiction",
    "day_taken",
    "days_of",
    "decide",
    "evolve",
    "flaw",
    "fold",
    "gifts_waiting",
    "index",
    "is_near_midnight",
    "is_ranged",
    "judge_in",
    "judge_posts",
    "listed",
    "lookalike_player",
    "opening_state",
    "other_day",
    "ranges",
    "replay",
    "standings",
    "suits",
]
