"""Secrets in moves, and the one filter everything passes on its way to a viewer.

A field declared ``Secret[T]`` is its mover's alone. The kind of a move, its seat and all other fields are public.
Games write no filter of their own.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from domain.kernel.seats import ARBITER, Seat, Viewer


class _Mark:
    """Equal to nothing but itself, so that no other annotation and no literal is taken for it."""


_SECRET: Final = _Mark()

T = TypeVar("T")
Secret = Annotated[T, _SECRET]
"""Marks a move's field as its mover's alone: ``card: Secret[int]``. It stands outermost: ``Secret[int | None]``."""


@cache
def secret_fields(move_type: type[Struct]) -> frozenset[str]:
    """The names of a move's fields that are its mover's alone.

    Raises TypeError for a mark deeper in a type, as in ``Secret[int] | None``: half a field cannot be kept secret.
    """
    hints = get_type_hints(move_type, include_extras=True)
    for name, hint in hints.items():
        if any(_is_marked(inner) for inner in _within(hint)):
            raise TypeError(f"{move_type.__name__}.{name}: Secret must be outermost")
    return frozenset(name for name, hint in hints.items() if _is_marked(hint))


def _is_marked(hint: object) -> bool:
    return get_origin(hint) is Annotated and _SECRET in get_args(hint)[1:]


def _within(hint: object) -> Iterator[object]:
    """The types a type is made of, at any depth, itself left out; structs within structs too."""
    inner = get_args(hint)[:1] if get_origin(hint) is Annotated else get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Struct):
        inner = tuple(get_type_hints(hint, include_extras=True).values())
    for part in inner:
        yield part
        yield from _within(part)


def knows_secrets_of(seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer may see the secret fields of a seat's moves."""
    return viewer in (seat, ARBITER)
