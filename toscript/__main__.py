"""`python -m toscript` prints the engine of the checker page."""

from toscript.engine import engine

print(engine(), end="")
