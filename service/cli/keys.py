"""Single key presses from a terminal."""

import os
import re
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

_KEYS: Final = {
    "next": (b"\x1b[C", b"\x1bOC", b"\x1b[6~", b"n", b" ", b"\r", b"\n"),
    "back": (b"\x1b[D", b"\x1bOD", b"\x1b[5~", b"b", b"p", b"\x7f"),
    "first": (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"f", b"g"),
    "last": (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"l", b"G"),
    "quit": (b"q", b"\x1b", b"\x03", b"\x04", b""),
}
_KEY: Final = re.compile(rb"\x1b\[[0-9;]*[~A-Za-z]|\x1bO[A-Za-z]|.", re.DOTALL)
"""One key among several typed at once."""

_NAMES: Final = {key: name for name, keys in _KEYS.items() for key in keys}


@contextmanager
def pressed(terminal: TextIO) -> Iterator[Iterator[str]]:
    """What the keys mean as they are pressed, without Enter; the terminal is put back afterwards."""
    descriptor = terminal.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield _meanings(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _meanings(descriptor: int) -> Iterator[str]:
    while True:
        typed = os.read(descriptor, 1024)
        for key in _KEY.findall(typed) or [typed]:
            if (name := _NAMES.get(key)) is not None:
                yield name
