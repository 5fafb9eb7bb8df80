"""Python made into JavaScript: the part of the language that the rules and their words are written in, and no more.

The checker page judges IDs without a server, and the rules are not written twice: `python -m toscript` translates the
functions that `referee judge` is made of (docs/checker.md). What is not known here is refused with one line that names
file, line and what it is. Nothing of the program needs this package: what it makes is a file of the program.
"""

from toscript.module import Untranslatable
from toscript.program import translate

__all__ = ["Untranslatable", "translate"]
