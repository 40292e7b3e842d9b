"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", help="The folder with acta's own database. Default: $ACTA_DATA, or acta-data.", show_default=False
    ),
]
