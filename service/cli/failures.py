"""How a command fails."""

from typing import Final

WRONG: Final = 1
"""Exit code: the command worked, and what it looked at is wrong."""

USAGE: Final = 2
"""Exit code: the command could not work as it was asked to."""

BROKEN: Final = 70
"""Exit code: acta itself is at fault."""


class Failure(Exception):
    """Ends a command. The text is for people and says what to do."""
