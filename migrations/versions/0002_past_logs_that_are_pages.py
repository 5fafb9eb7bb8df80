"""Captures tell whether they are lines, or a page: what was captured before are lines.

Revision: 0002, after: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_BEFORE = "id, thread_id, source, seen_at, status, headers, from_byte, at_byte, size, sha256"


def upgrade() -> None:
    """Make the table of captures anew; its rows stay as they are."""
    op.execute(f"CREATE TEMPORARY TABLE captures_0001 AS SELECT {_BEFORE}, body FROM captures")
    op.drop_table("captures")
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
        sa.Column("form", sa.String(length=8), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("seen_at LIKE '____-__-__T__:__:__.______Z'", name=op.f("ck_captures_seen_at_is_utc")),
        sa.CheckConstraint("form IN ('lines', 'page')", name=op.f("ck_captures_form_known")),
        sa.CheckConstraint("form = 'lines' OR from_byte = 0", name=op.f("ck_captures_page_is_whole")),
        sa.CheckConstraint(
            "0 <= from_byte AND from_byte <= at_byte AND at_byte <= from_byte + size",
            name=op.f("ck_captures_bytes_in_order"),
        ),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_captures_sha256_is_sha256")),
        sa.CheckConstraint("status BETWEEN 100 AND 599", name=op.f("ck_captures_status_is_http")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_captures_thread_id_threads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_captures")),
    )
    op.execute(
        f"INSERT INTO captures ({_BEFORE}, form, body) SELECT {_BEFORE}, 'lines', body FROM captures_0001 ORDER BY id"
    )
    op.execute("DROP TABLE captures_0001")
    op.create_index(op.f("ix_captures_thread_id_id"), "captures", ["thread_id", "id"], unique=False)
    op.create_index(
        "ix_captures_pages",
        "captures",
        ["thread_id", "id"],
        unique=False,
        sqlite_where=sa.text("form = 'page'"),
        postgresql_where=sa.text("form = 'page'"),
    )
