"""The first schema.

Revision: 0001, after: nothing
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("posts_digest", sa.String(length=64), nullable=False),
        sa.CheckConstraint("length(posts_digest) = 64", name=op.f("ck_games_posts_digest_is_sha256")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("name", name=op.f("uq_games_name")),
    )
    op.create_table(
        "hosts",
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.String(length=27), nullable=True),
        sa.Column("quiet_until", sa.String(length=27), nullable=True),
        sa.CheckConstraint("asked_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_hosts_asked_at_is_utc")),
        sa.CheckConstraint("quiet_until LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_hosts_quiet_until_is_utc")),
        sa.CheckConstraint("requests >= 0", name=op.f("ck_hosts_requests_from_0")),
        sa.PrimaryKeyConstraint("host", name=op.f("pk_hosts")),
    )
    op.create_table(
        "journal",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.CheckConstraint("at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_journal_at_is_utc")),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_journal_sha256_is_sha256")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_journal_seq_from_1")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "rulesets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rulesets")),
        sa.UniqueConstraint("digest", name=op.f("uq_rulesets_digest")),
    )
    op.create_table(
        "threads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=True),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
        sa.UniqueConstraint("site", "board", "key", name=op.f("uq_threads_site_board_key")),
    )
    op.create_table(
        "captures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.String(length=27), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("headers", sa.Text(), nullable=False),
        sa.Column("from_byte", sa.BigInteger(), nullable=False),
        sa.Column("at_byte", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("seen_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_captures_seen_at_is_utc")),
        sa.CheckConstraint(
            "0 <= from_byte AND from_byte <= at_byte AND at_byte <= from_byte + size",
            name=op.f("ck_captures_bytes_in_order"),
        ),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_captures_sha256_is_sha256")),
        sa.CheckConstraint("status BETWEEN 100 AND 599", name=op.f("ck_captures_status_is_http")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_captures_thread_id_threads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_captures")),
    )
    op.create_index(op.f("ix_captures_thread_id_id"), "captures", ["thread_id", "id"], unique=False)
    op.create_table(
        "cursors",
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("life", sa.String(length=8), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("polled_at", sa.String(length=27), nullable=True),
        sa.Column("changed_at", sa.String(length=27), nullable=True),
        sa.Column("full_at", sa.String(length=27), nullable=True),
        sa.Column("ended_at", sa.String(length=27), nullable=True),
        sa.Column("next_at", sa.String(length=27), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sa.CheckConstraint("changed_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_cursors_changed_at_is_utc")),
        sa.CheckConstraint("ended_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_cursors_ended_at_is_utc")),
        sa.CheckConstraint("full_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_cursors_full_at_is_utc")),
        sa.CheckConstraint("life IN ('live', 'ended', 'audited')", name=op.f("ck_cursors_life_known")),
        sa.CheckConstraint("next_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_cursors_next_at_is_utc")),
        sa.CheckConstraint("polled_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_cursors_polled_at_is_utc")),
        sa.CheckConstraint("size >= 0 AND failures >= 0 AND posts >= 0", name=op.f("ck_cursors_counts_from_0")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_cursors_thread_id_threads")),
        sa.PrimaryKeyConstraint("thread_id", name=op.f("pk_cursors")),
    )
    op.create_table(
        "game_threads",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("ordinal >= 1", name=op.f("ck_game_threads_ordinal_from_1")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_game_threads_game_id_games")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_game_threads_thread_id_threads")),
        sa.PrimaryKeyConstraint("game_id", "ordinal", name=op.f("pk_game_threads")),
        sa.UniqueConstraint("game_id", "thread_id", name=op.f("uq_game_threads_game_id_thread_id")),
    )
    op.create_table(
        "snapshots",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("rulings", sa.Text(), nullable=False),
        sa.Column("posts_digest", sa.String(length=64), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("length(posts_digest) = 64", name=op.f("ck_snapshots_posts_digest_is_sha256")),
        sa.CheckConstraint("mark >= 1", name=op.f("ck_snapshots_mark_from_1")),
        sa.CheckConstraint("round >= 1", name=op.f("ck_snapshots_round_from_1")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_snapshots_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "round", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.Column("again", sa.Integer(), nullable=False),
        sa.Column("ruleset_id", sa.Integer(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.Column("in_force", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("declared_at", sa.String(length=27), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "declared_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_verdicts_declared_at_is_utc")
        ),
        sa.CheckConstraint(
            "kind <> 'roll' OR (player IS NOT NULL AND day IS NOT NULL)",
            name=op.f("ck_verdicts_roll_has_player_and_day"),
        ),
        sa.CheckConstraint("kind IN ('roll', 'void', 'chat', 'erased', 'notice')", name=op.f("ck_verdicts_kind_known")),
        sa.CheckConstraint("again >= 0", name=op.f("ck_verdicts_again_from_0")),
        sa.CheckConstraint("in_force IN (0, 1)", name=op.f("ck_verdicts_in_force_is_0_or_1")),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_verdicts_sha256_is_sha256")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_verdicts_number_from_1")),
        sa.CheckConstraint("round >= 1", name=op.f("ck_verdicts_round_from_1")),
        sa.CheckConstraint("supersedes < id", name=op.f("ck_verdicts_supersedes_earlier")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_verdicts_game_id_games")),
        sa.ForeignKeyConstraint(["ruleset_id"], ["rulesets.id"], name=op.f("fk_verdicts_ruleset_id_rulesets")),
        sa.ForeignKeyConstraint(["supersedes"], ["verdicts.id"], name=op.f("fk_verdicts_supersedes_verdicts")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_verdicts_thread_id_threads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdicts")),
        sa.UniqueConstraint("supersedes", name=op.f("uq_verdicts_supersedes")),
    )
    op.create_index(op.f("ix_verdicts_thread_id_number"), "verdicts", ["thread_id", "number"], unique=False)
    op.create_index(
        "uq_verdicts_daily_roll",
        "verdicts",
        ["game_id", "round", "player", "day", "again"],
        unique=True,
        sqlite_where=sa.text("in_force = 1 AND kind = 'roll'"),
        postgresql_where=sa.text("in_force = 1 AND kind = 'roll'"),
    )
    op.create_index(
        "uq_verdicts_post_in_force",
        "verdicts",
        ["game_id", "round", "thread_id", "fingerprint"],
        unique=True,
        sqlite_where=sa.text("in_force = 1"),
        postgresql_where=sa.text("in_force = 1"),
    )
    op.create_table(
        "moves",
        sa.Column("verdict_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("origin", sa.Integer(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=8), nullable=False),
        sa.CheckConstraint("cause IN ('roll', 'jump', 'landing', 'cp', 'ruling')", name=op.f("ck_moves_cause_known")),
        sa.CheckConstraint("origin >= 0 AND target >= 0", name=op.f("ck_moves_squares_from_0")),
        sa.CheckConstraint("place >= 0", name=op.f("ck_moves_place_from_0")),
        sa.ForeignKeyConstraint(["verdict_id"], ["verdicts.id"], name=op.f("fk_moves_verdict_id_verdicts")),
        sa.PrimaryKeyConstraint("verdict_id", "place", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_moves_player"), "moves", ["player"], unique=False)
    op.create_table(
        "pieces",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("kind IN ('used', 'past')", name=op.f("ck_pieces_kind_known")),
        sa.ForeignKeyConstraint(
            ["game_id", "round"],
            ["snapshots.game_id", "snapshots.round"],
            name=op.f("fk_pieces_game_id_round_snapshots"),
        ),
        sa.PrimaryKeyConstraint("game_id", "round", "kind", "key", name=op.f("pk_pieces")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("trip", sa.Text(), nullable=False),
        sa.Column("square", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Integer(), nullable=False),
        sa.Column("home_at", sa.Integer(), nullable=True),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("home_at >= 1", name=op.f("ck_players_home_at_from_1")),
        sa.CheckConstraint("square >= 0 AND rolls >= 0", name=op.f("ck_players_totals_from_0")),
        sa.ForeignKeyConstraint(
            ["game_id", "round"],
            ["snapshots.game_id", "snapshots.round"],
            name=op.f("fk_players_game_id_round_snapshots"),
        ),
        sa.PrimaryKeyConstraint("game_id", "round", "trip", name=op.f("pk_players")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_number", sa.Integer(), nullable=False),
        sa.Column("first_capture", sa.Integer(), nullable=False),
        sa.Column("gone_capture", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("replaces", sa.BigInteger(), nullable=True),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("(status = 'gone') = (gone_capture IS NOT NULL)", name=op.f("ck_posts_gone_has_capture")),
        sa.CheckConstraint("status IN ('present', 'gone', 'thread_gone')", name=op.f("ck_posts_status_known")),
        sa.CheckConstraint("number >= 1 AND first_number >= 1", name=op.f("ck_posts_number_from_1")),
        sa.ForeignKeyConstraint(["first_capture"], ["captures.id"], name=op.f("fk_posts_first_capture_captures")),
        sa.ForeignKeyConstraint(["gone_capture"], ["captures.id"], name=op.f("fk_posts_gone_capture_captures")),
        sa.ForeignKeyConstraint(
            ["thread_id", "replaces"],
            ["posts.thread_id", "posts.fingerprint"],
            name=op.f("fk_posts_thread_id_replaces_posts"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_posts_thread_id_threads")),
        sa.PrimaryKeyConstraint("thread_id", "fingerprint", name=op.f("pk_posts")),
        sa.UniqueConstraint("first_capture", "first_number", name=op.f("uq_posts_first_capture_first_number")),
    )
    op.create_index(op.f("ix_posts_thread_id_number"), "posts", ["thread_id", "number"], unique=False)
    op.create_table(
        "withdrawals",
        sa.Column("verdict_id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.CheckConstraint("at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_withdrawals_at_is_utc")),
        sa.ForeignKeyConstraint(["verdict_id"], ["verdicts.id"], name=op.f("fk_withdrawals_verdict_id_verdicts")),
        sa.PrimaryKeyConstraint("verdict_id", name=op.f("pk_withdrawals")),
    )
