"""Where alembic starts. The service hands in a connection; the command line makes one from the environment."""

from alembic import context

from service.database.migrations import apply, connect_for_command_line

if context.is_offline_mode():
    context.configure(dialect_name="postgresql", literal_binds=True, dialect_opts={"paramstyle": "named"})
    with context.begin_transaction():
        context.run_migrations()
elif (connection := context.config.attributes.get("connection")) is not None:
    apply(connection)
else:
    with connect_for_command_line() as connection:
        apply(connection)
