"""How alembic runs here: over the connection and the transaction that the ledger hands in, and never by itself."""

from alembic import context

from referee.ledger.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the ledger's own BEGIN IMMEDIATE is around it all
)
context.run_migrations()
