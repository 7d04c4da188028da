"""Answers to drills, mistakes that come again, and drills from a person's own hands."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "drill_answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, nullable=False, index=True),
        *(sa.Column(name, sa.String, nullable=False) for name in ("drill", "kind", "action")),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("loss", "rating")),
        sa.Column("day", sa.Date, nullable=False),
    )
    op.create_table(
        "drill_repetitions",
        sa.Column("person", sa.String, primary_key=True, nullable=False),
        sa.Column("drill", sa.String, primary_key=True, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("due", sa.Date, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "own_drills",
        sa.Column("person", sa.String, primary_key=True, nullable=False),
        sa.Column("drill", sa.String, primary_key=True, nullable=False),
        sa.Column("decision", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget them."""
    for name in ("own_drills", "drill_repetitions", "drill_answers"):
        op.drop_table(name)
