"""Secret fields of moves: what others are told, and what cannot be marked."""

from typing import Literal

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.seats import ARBITER, SPECTATOR
from domain.kernel.secrecy import Secret, move_as_seen, public_part, secret_fields, secret_part


class Vote(Struct, frozen=True, tag="vote", tag_field="move"):
    topic: str
    choice: Secret[int | None]
    reasons: Secret[tuple[str, ...]] = ()


class Shout(Struct, frozen=True, tag="shout", tag_field="move"):
    word: str
    tone: Literal["open", "secret"] = "secret"


class Half(Struct, frozen=True):
    choice: Secret[int] | None


class Inside(Struct, frozen=True):
    votes: tuple[Vote, ...]


VOTE = Vote("lunch", 3, ("hunger",))


def test_the_mover_and_the_arbiter_are_told_the_whole_move() -> None:
    whole = {"move": "vote", "topic": "lunch", "choice": 3, "reasons": ["hunger"]}
    assert [msgspec.json.decode(msgspec.json.encode(move_as_seen(VOTE, 2, who))) for who in (2, ARBITER)] == [whole] * 2


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_others_are_told_its_kind_and_its_public_fields(viewer: int | str) -> None:
    assert move_as_seen(VOTE, 2, viewer) == {"move": "vote", "topic": "lunch"}  # type: ignore[arg-type]


def test_the_two_parts_make_the_move() -> None:
    parts = {**public_part(VOTE), **secret_part(VOTE)}
    assert msgspec.convert(parts, Vote) == VOTE
    assert secret_part(Shout("hey")) == {}
    assert public_part(Shout("hey")) == {"move": "shout", "word": "hey", "tone": "secret"}


def test_only_the_mark_makes_a_field_secret() -> None:
    assert secret_fields(Vote) == {"choice", "reasons"}
    assert secret_fields(Shout) == frozenset()


@pytest.mark.parametrize("move", [Half, Inside])
def test_a_mark_that_is_not_outermost_is_refused(move: type[Struct]) -> None:
    with pytest.raises(TypeError, match="Secret must be outermost"):
        secret_fields(move)


def test_the_mark_changes_nothing_in_what_is_accepted() -> None:
    assert msgspec.json.decode(b'{"move":"vote","topic":"x","choice":null}', type=Vote) == Vote("x", None)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"move":"vote","topic":"x","choice":"3"}', type=Vote)
