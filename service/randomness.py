"""Fresh random bytes from the system, a little at a time without a system call each time.

A call lets go of the interpreter and then waits for it again; at thousands of moves a second that wait costs more than
the bytes. No byte is ever handed out twice, and a forked process begins anew.
"""

import os
import secrets
import threading
from typing import Final

_BLOCK: Final = 4096
_left = b""
_lock: Final = threading.Lock()


def fresh_bytes(count: int) -> bytes:
    """`count` random bytes, fit for secrets. At most 4096 at once."""
    global _left  # noqa: PLW0603 - what is left of the last block
    with _lock:
        if len(_left) < count:
            _left = secrets.token_bytes(_BLOCK)
        taken, _left = _left[:count], _left[count:]
    return taken


def _forget() -> None:
    global _left  # noqa: PLW0603
    _left = b""


os.register_at_fork(after_in_child=_forget)
