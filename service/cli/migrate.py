"""`acta migrate`: bring the database to the newest schema."""

from service.cli.console import out
from service.cli.opening import settings_of
from service.cli.options import DataOption
from service.database import current_revision, open_database


def migrate(data: DataOption = None) -> None:
    """Bring the database to the schema of this version of acta. The other commands do it by themselves."""
    with open_database(settings_of(data=data), migrated=False, keep_running=False) as database:
        before = current_revision(database.owner_url)
        after = database.migrate()
        if before == after:
            out.print(f"The database in {database.place} is at {after} already.", markup=False)
        else:
            what = f"from {before} to {after}" if before else f"to {after}"
            out.print(f"The database in {database.place} was brought {what}.", markup=False)
