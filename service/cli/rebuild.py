"""`acta rebuild`: build standings, player pages and the index of games again from the first event."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projections.rebuild import RebuildRunning, SwitchFailed
from projections.rebuild import rebuild as rebuild_projections
from service.cli.console import err, out, say
from service.cli.failures import Failure
from service.cli.opening import opened
from service.cli.options import DataOption
from service.records.registry import event_mapper


def rebuild(data: DataOption = None) -> None:
    """Build the projections again from the first event, while the old tables keep serving.

    A running service notices nothing. Ctrl-C breaks off, and everything stays as it was.
    """
    columns = (TextColumn("Rebuilding"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with opened(data) as database:
        bar = Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
        with bar:
            task = bar.add_task("", total=None)
            try:
                position = rebuild_projections(
                    database.owner_url,
                    event_mapper().decode,
                    lambda done, of: bar.update(task, completed=done, total=of),
                )
            except KeyboardInterrupt:
                say("Broken off. The old tables serve as before.")
                raise
            except RebuildRunning:
                raise Failure("Another rebuild of this database is running; wait for it to end.") from None
            except SwitchFailed:
                raise Failure(
                    "The new tables could not be put in place, because the old ones were being read all the time. "
                    "They serve as before; try again when fewer people look."
                ) from None
    out.print(f"Rebuilt up to position {position} of the log.", markup=False)
