"""Makes the saved threads of `fixtures/threads/` that no hand could write: `python -m tests.generate` rewrites them.

What comes out is the same bytes on every machine and every Python from 3.11 on: chance is one seeded `random.Random`,
of which only `random`, `randrange` and `choice` are used; nothing of `referee` is imported, so a bug of the referee
cannot hide itself in its own fixtures.

    script.py       the small language of scenes: who posts what on which day, and what the rules say of it
    scenes/*.txt    the scenes of the long game, by section of RULES.md; families.txt, what every family plays
    post.py         one post before it is written, and the people who post
    styles.py       how each family of boards writes a post into a dat (FORMATS 1)
    numbered.py     the same for したらば and まち (FORMATS 3)
    chance.py       IDs with many events, small talk
    schedule.py     which scene is played on which days by whom
    long_game.py    two threads of 1,000 posts: a random body with the scenes in between
    families.py     one short thread for each family
    pages.py        five posts as a page of each generation, and as the dat of its board
    expect.py       what a scene expects, compared with rows of verdicts
    occur.py        how rules show themselves in a judged game

Every expectation in a scene was worked out from RULES.md by hand; `tests/test_fixtures.py` checks them all, besides
comparing with the golden files.
"""
