"""What Alembic runs: on the connection that the store has open."""

from alembic import context

from fivebet.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite can change little of a table
)
context.run_migrations()
