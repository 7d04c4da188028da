"""Runs with their chunks, games, hands and decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_run() -> sa.Column[int]:
    return sa.Column(
        "run",
        sa.Integer,
        sa.ForeignKey("runs.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String, nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("folder", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("worker", sa.String, nullable=False),
        sa.Column("pieces", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True)),
    )
    op.create_table(
        "pieces",
        _of_run(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String, nullable=False, unique=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("definition", sa.JSON, nullable=False),
    )
    op.create_table(
        "hands",
        _of_run(),
        sa.Column("serial", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("piece", sa.Integer, nullable=False),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        *(
            sa.Column(name, sa.String, nullable=False)
            for name in ("seating", "stacks", "cards", "actions", "payoffs", "mucked")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "decisions",
        _of_run(),
        sa.Column("hand", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        *(sa.Column(name, sa.String, nullable=False) for name in ("agent", "action", "reasons")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget everything."""
    for name in ("decisions", "hands", "games", "pieces", "runs"):
        op.drop_table(name)
