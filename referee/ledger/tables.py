"""The schema of the ledger; `migrations/` makes the same, and a test compares the two.

Times are UTC, as text of fixed width (`2026-03-01T00:00:00.000000Z`), so that their order is the order of the text and
a person can read them; days of the game are ordinals; digests are SHA-256 in hex. Every constraint has a name.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_TIME = String(27)
_IS_PAGE = "form = 'page'"
_DIGEST = String(64)


def _check(name: str, condition: str) -> CheckConstraint:
    return CheckConstraint(condition, name=name)


def _is_time(column: str) -> CheckConstraint:
    return _check(f"{column}_is_utc", f"{column} LIKE '____-__-__T__:__:__.______Z'")


def _is_digest(column: str) -> CheckConstraint:
    return _check(f"{column}_is_sha256", f"length({column}) = 64")


def _one(name: str, columns: tuple[str, ...], where: str) -> Index:
    """A unique index over the rows of a condition."""
    return Index(name, *columns, unique=True, sqlite_where=text(where), postgresql_where=text(where))


#: The games kept here. `settings` is canonical JSON; `posts_digest` runs over the posts in the order of sighting.
games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    Column("posts_digest", _DIGEST, nullable=False),
    _is_digest("posts_digest"),
)

#: Every thread seen, those of games and those that extra rolls link to; `site`, `board`, `key` are its identity.
threads = Table(
    "threads",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("site", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("host", Text),
    Column("family", Text, nullable=False),
    Column("title", Text),
    UniqueConstraint("site", "board", "key"),
)

#: Which threads a game is played in, in order.
game_threads = Table(
    "game_threads",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("thread_id", ForeignKey(threads.c.id), nullable=False),
    UniqueConstraint("game_id", "thread_id"),
    _check("ordinal_from_1", "ordinal >= 1"),
)

#: What servers answered. The answer began at byte `from_byte` of the dat and was `size` bytes long (digest `sha256`);
#: `body` (zlib) holds it from byte `at_byte` of the dat on: what lies before was held already, byte for byte.
#: A past log that is a page (`form`) is no part of the dat: its bytes are counted from those of the page before it.
captures = Table(
    "captures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("thread_id", ForeignKey(threads.c.id), nullable=False),
    Column("source", Text, nullable=False),
    Column("seen_at", _TIME),
    Column("status", Integer),
    Column("headers", Text, nullable=False),
    Column("from_byte", BigInteger, nullable=False),
    Column("at_byte", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("sha256", _DIGEST, nullable=False),
    Column("form", String(8), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index(None, "thread_id", "id"),
    Index("ix_captures_pages", "thread_id", "id", sqlite_where=text(_IS_PAGE), postgresql_where=text(_IS_PAGE)),
    _is_time("seen_at"),
    _check("form_known", "form IN ('lines', 'page')"),
    _check("page_is_whole", "form = 'lines' OR from_byte = 0"),
    _check("status_is_http", "status BETWEEN 100 AND 599"),
    _check("bytes_in_order", "0 <= from_byte AND from_byte <= at_byte AND at_byte <= from_byte + size"),
    _is_digest("sha256"),
)

#: Contents of posts, each content (fingerprint) of a thread once. `number` is the one last seen. `first_capture` and
#: `first_number` are the order of the game: the capture that showed it first and its number there, or the place that
#: was made for it where a page has it before what was known; `replaces` is the content that stood in its place before
#: (an edit).
posts = Table(
    "posts",
    metadata,
    Column("thread_id", ForeignKey(threads.c.id), primary_key=True),
    Column("fingerprint", BigInteger, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("first_number", Integer, nullable=False),
    Column("first_capture", ForeignKey(captures.c.id), nullable=False),
    Column("gone_capture", ForeignKey(captures.c.id)),
    Column("status", String(12), nullable=False),
    Column("replaces", BigInteger),
    Column("form", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    ForeignKeyConstraint(
        ["thread_id", "replaces"], ["posts.thread_id", "posts.fingerprint"], deferrable=True, initially="DEFERRED"
    ),
    UniqueConstraint("first_capture", "first_number"),
    Index(None, "thread_id", "number"),
    _check("number_from_1", "number >= 1 AND first_number >= 1"),
    _check("status_known", "status IN ('present', 'gone', 'thread_gone')"),
    _check("gone_has_capture", "(status = 'gone') = (gone_capture IS NOT NULL)"),
)

#: Rulesets that judged, by their digest.
rulesets = Table(
    "rulesets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
)

#: What was declared, and never changed: a new row supersedes an old one. `day` is that of the daily roll; `again` tells
#: apart the rolls of one day that the reading showing_allows_second_roll permits (0: the usual one, and the only one
#: without that reading). No foreign key leads to `posts`: those are derived and may be made anew.
verdicts = Table(
    "verdicts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("round", Integer, nullable=False),
    Column("thread_id", ForeignKey(threads.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("fingerprint", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("player", Text),
    Column("day", Integer),
    Column("again", Integer, nullable=False),
    Column("ruleset_id", ForeignKey(rulesets.c.id), nullable=False),
    Column("supersedes", ForeignKey("verdicts.id"), unique=True),
    Column("in_force", Integer, nullable=False),
    Column("cause", Text, nullable=False),
    Column("declared_at", _TIME, nullable=False),
    Column("form", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("sha256", _DIGEST, nullable=False),
    _one("uq_verdicts_post_in_force", ("game_id", "round", "thread_id", "fingerprint"), "in_force = 1"),
    _one("uq_verdicts_daily_roll", ("game_id", "round", "player", "day", "again"), "in_force = 1 AND kind = 'roll'"),
    Index(None, "thread_id", "number"),
    _check("round_from_1", "round >= 1"),
    _check("number_from_1", "number >= 1"),
    _check("kind_known", "kind IN ('roll', 'void', 'chat', 'erased', 'notice')"),
    _check("roll_has_player_and_day", "kind <> 'roll' OR (player IS NOT NULL AND day IS NOT NULL)"),
    _check("again_from_0", "again >= 0"),
    _check("in_force_is_0_or_1", "in_force IN (0, 1)"),
    _check("supersedes_earlier", "supersedes < id"),
    _is_time("declared_at"),
    _is_digest("sha256"),
)

#: The conditions of the partial indexes, spelled out as SQLite wants them, not as bound values: only then it sees that
#: an index serves a query.
IS_IN_FORCE: ColumnElement[bool] = verdicts.c.in_force == literal_column("1")
IS_ROLL: ColumnElement[bool] = verdicts.c.kind == literal_column("'roll'")

#: Verdicts that no longer stand and have no successor.
withdrawals = Table(
    "withdrawals",
    metadata,
    Column("verdict_id", ForeignKey(verdicts.c.id), primary_key=True),
    Column("cause", Text, nullable=False),
    Column("at", _TIME, nullable=False),
    _is_time("at"),
)

#: Who moved from where to where by a verdict, in order.
moves = Table(
    "moves",
    metadata,
    Column("verdict_id", ForeignKey(verdicts.c.id), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", Text, nullable=False),
    Column("origin", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("cause", String(8), nullable=False),
    Index(None, "player"),
    _check("place_from_0", "place >= 0"),
    _check("squares_from_0", "origin >= 0 AND target >= 0"),
    _check("cause_known", "cause IN ('roll', 'jump', 'landing', 'cp', 'ruling')"),
    sqlite_with_rowid=False,
)

#: How far the polling of each thread has got.
cursors = Table(
    "cursors",
    metadata,
    Column("thread_id", ForeignKey(threads.c.id), primary_key=True),
    Column("address", Text, nullable=False),
    Column("life", String(8), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("last_modified", Text),
    Column("etag", Text),
    Column("polled_at", _TIME),
    Column("changed_at", _TIME),
    Column("full_at", _TIME),
    Column("ended_at", _TIME),
    Column("next_at", _TIME),
    Column("why", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("posts", Integer, nullable=False),
    _check("life_known", "life IN ('live', 'ended', 'audited')"),
    _check("counts_from_0", "size >= 0 AND failures >= 0 AND posts >= 0"),
    *(_is_time(column) for column in ("polled_at", "changed_at", "full_at", "ended_at", "next_at")),
)

#: What was asked of each host.
hosts = Table(
    "hosts",
    metadata,
    Column("host", Text, primary_key=True),
    Column("day", String(10), nullable=False),
    Column("requests", Integer, nullable=False),
    Column("asked_at", _TIME),
    Column("quiet_until", _TIME),
    _check("requests_from_0", "requests >= 0"),
    _is_time("asked_at"),
    _is_time("quiet_until"),
)

#: The state of a game after its last post, but for what grows with its threads (`players`, `pieces`); valid while the
#: digests are those of today. `mark` counts the snapshots written.
snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("mark", Integer, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("rulings", Text, nullable=False),
    Column("posts_digest", _DIGEST, nullable=False),
    Column("form", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    _check("round_from_1", "round >= 1"),
    _check("mark_from_1", "mark >= 1"),
    _is_digest("posts_digest"),
)

#: Each player's part of the snapshot; the totals stand beside it to be read (and are compared by `verify`).
players = Table(
    "players",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("trip", Text, primary_key=True),
    Column("square", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("home_at", Integer),
    Column("form", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    ForeignKeyConstraint(["game_id", "round"], ["snapshots.game_id", "snapshots.round"]),
    _check("totals_from_0", "square >= 0 AND rolls >= 0"),
    _check("home_at_from_1", "home_at >= 1"),
    sqlite_with_rowid=False,
)

#: The rest of the snapshot that grows: linked posts used (`used`), fingerprints of earlier threads (`past`).
pieces = Table(
    "pieces",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("payload", LargeBinary, nullable=False),
    ForeignKeyConstraint(["game_id", "round"], ["snapshots.game_id", "snapshots.round"]),
    _check("kind_known", "kind IN ('used', 'past')"),
    sqlite_with_rowid=False,
)

#: What happened, appended only: each row's digest is over its content and the digest of the row before.
journal = Table(
    "journal",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("at", _TIME, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("content", Text, nullable=False),
    Column("sha256", _DIGEST, nullable=False),
    _check("seq_from_1", "seq >= 1"),
    _is_time("at"),
    _is_digest("sha256"),
)
