"""`python -m tests.docs.picture`: the picture of the README, drawn from what a real demo prints."""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import service.cli.console
from tests.docs.pages import DOCS

PICTURE: Final = DOCS / "pictures" / "demo.svg"
_FONTS: Final = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class _Recording(Console):
    """Leaves out the temporary folder, which is nobody's."""

    folder = ""

    def print(self, *objects: Any, **options: Any) -> None:
        told = (each.replace(f"{self.folder}/", "") if isinstance(each, str) else each for each in objects)
        super().print(*told, **options)


def main() -> None:
    """Play a demo to its end, with the settings it has by default, and draw what it said."""
    console = _Recording(record=True, width=96, highlight=False, soft_wrap=True, color_system="truecolor")
    service.cli.console.out = console
    from service.cli.demo import demo  # after the console was exchanged

    console.print(Text("$ make demo ARGS=--exit", style="bold cyan"))
    with tempfile.TemporaryDirectory(prefix="acta-picture-", dir="/tmp") as folder:
        Path(folder).chmod(0o711)
        os.chdir(folder)
        console.folder = folder
        sys.argv[0] = ".venv/bin/acta"  # as `make demo` calls it
        demo(leave=True)
        os.chdir(DOCS)
    drawn = console.export_svg(title="acta", theme=MONOKAI)
    # Fonts of the reader's own: nothing is fetched from anywhere.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code, monospace", _FONTS)
    PICTURE.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n")


if __name__ == "__main__":
    main()
