"""The order in which drills from a person's own hands were made."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; those that are there are the oldest, by name."""
    column = sa.Column("serial", sa.Integer, nullable=False, server_default="0")
    op.add_column("own_drills", column)


def downgrade() -> None:
    """Forget the order."""
    op.drop_column("own_drills", "serial")
