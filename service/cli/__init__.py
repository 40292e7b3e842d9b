"""The command `acta`: one file a command, and what they share."""

from service.cli.main import main

__all__ = ["main"]
