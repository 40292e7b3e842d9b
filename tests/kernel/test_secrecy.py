"""Secret fields of moves: what others are told, and what cannot be marked."""

from typing import Literal

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.kernel.secrecy import Secret, knows_secrets_of, secret_fields
from tests.kit.changes import public_part


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


@pytest.mark.parametrize("viewer", [2, ARBITER])
def test_the_mover_and_the_arbiter_know_the_secrets_of_a_move(viewer: Viewer) -> None:
    assert knows_secrets_of(2, viewer)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_others_do_not(viewer: Viewer) -> None:
    assert not knows_secrets_of(2, viewer)


def test_everybody_is_told_the_kind_of_a_move_and_its_public_fields() -> None:
    assert public_part(VOTE) == {"move": "vote", "topic": "lunch"}
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
