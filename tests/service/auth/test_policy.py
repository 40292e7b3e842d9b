"""Who may do what with a game, case by case: whoever is not named may not."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.kernel.seats import Viewer
from domain.record.events import GameOpened
from service.auth import policy
from service.auth.policy import BadViewer, Forbidden, NotKnown
from service.auth.principal import Principal, Role

ONE, TWO, THREE, STRANGER = (uuid4() for _ in range(4))
OWNER = uuid4()


def holder(role: Role, player: UUID | None = None, *also: UUID, token: UUID | None = None) -> Principal:
    return Principal(token or uuid4(), role, player, frozenset((player, *also)) if player else frozenset())


SEATED = holder("player", TWO)
UNSEATED = holder("player", STRANGER)
ARBITER = holder("arbiter")
SEATED_ARBITER = holder("arbiter", TWO)
OWNING_ORGANISER = holder("organiser", token=OWNER)
OTHER_ORGANISER = holder("organiser")
ADMIN = holder("admin")

CLOSED = GameOpened(
    originator_id=uuid4(),
    originator_version=1,
    at=datetime(2026, 1, 1, tzinfo=UTC),
    by=OWNER,
    request_id="",
    prev=b"",
    ruleset="kobayakawa",
    ruleset_version=1,
    options={},
    seats=(ONE, TWO, THREE),
    owner=OWNER,
    league=None,
    spectators=False,
    review="nobody",
    reveal="arbiters",
    seed=b"",
    seed_commitment=b"",
    outcomes=(),
)
WATCHED = replace(CLOSED, spectators=True)
EVERYBODY = [None, SEATED, UNSEATED, ARBITER, SEATED_ARBITER, OWNING_ORGANISER, OTHER_ORGANISER, ADMIN]
VIEWERS: list[Viewer] = [0, 1, 2, "spectator", "arbiter"]


def who_looks(opened: GameOpened, viewer: Viewer, *, ended: bool) -> list[Principal | None]:
    return [who for who in EVERYBODY if policy.may_look(who, opened, viewer, ended=ended)]


@pytest.mark.parametrize("ended", [False, True])
def test_a_closed_game_is_seen_by_its_own(ended: bool) -> None:
    assert who_looks(CLOSED, 1, ended=ended) == [SEATED, ARBITER, SEATED_ARBITER]
    assert who_looks(CLOSED, 0, ended=ended) == [ARBITER, *([SEATED_ARBITER] if ended else [])]
    assert who_looks(CLOSED, "arbiter", ended=ended) == [ARBITER, *([SEATED_ARBITER] if ended else [])]
    assert who_looks(CLOSED, "spectator", ended=ended) == [SEATED, ARBITER, SEATED_ARBITER, OWNING_ORGANISER]


@pytest.mark.parametrize("ended", [False, True])
def test_spectators_see_what_is_public_and_no_more(ended: bool) -> None:
    assert who_looks(WATCHED, "spectator", ended=ended) == EVERYBODY
    for viewer in (0, 1, 2, "arbiter"):
        assert who_looks(WATCHED, viewer, ended=ended) == who_looks(CLOSED, viewer, ended=ended)


def test_review_opens_a_game_only_when_it_is_over() -> None:
    for review in ("players", "everyone"):
        opened = replace(CLOSED, review=review)
        for viewer in VIEWERS:
            assert who_looks(opened, viewer, ended=False) == who_looks(CLOSED, viewer, ended=False)
    for viewer in VIEWERS:
        assert who_looks(replace(CLOSED, review="everyone"), viewer, ended=True) == EVERYBODY
    among = replace(CLOSED, review="players")
    assert who_looks(among, "arbiter", ended=True) == [SEATED, ARBITER, SEATED_ARBITER]
    assert who_looks(among, 0, ended=True) == [SEATED, ARBITER, SEATED_ARBITER]
    assert who_looks(among, "spectator", ended=True) == [SEATED, ARBITER, SEATED_ARBITER, OWNING_ORGANISER]


def test_whoever_may_not_know_of_a_game_meets_nothing() -> None:
    checks: list[tuple[Callable[..., object], tuple[object, ...]]] = [
        (policy.viewer_for, (None,)),
        (policy.viewer_for, ("nonsense",)),
        (policy.seat_for, (0,)),
        (policy.check_may_pause, ()),
        (policy.check_may_withdraw, (0,)),
        (policy.archive_viewer, (None,)),
        (policy.check_may_audit, ()),
    ]
    for who in (None, UNSEATED, OTHER_ORGANISER, ADMIN):
        for check, asked in checks:
            for ended in (False, True):
                with pytest.raises(NotKnown):
                    check(who, CLOSED, *asked, ended=ended)


def test_without_asking_one_looks_as_the_only_seat_one_has() -> None:
    assert policy.viewer_for(SEATED, CLOSED, None, ended=False) == 1
    assert policy.viewer_for(SEATED_ARBITER, CLOSED, None, ended=False) == 1
    assert policy.viewer_for(ARBITER, CLOSED, None, ended=False) == "spectator"
    assert policy.viewer_for(None, WATCHED, None, ended=False) == "spectator"
    both = holder("player", ONE, TWO)
    assert policy.viewer_for(both, CLOSED, None, ended=False) == "spectator"
    assert policy.viewer_for(both, CLOSED, "1", ended=False) == 1


def test_merged_entries_hold_the_seats_of_both() -> None:
    person = holder("player", STRANGER, TWO)
    assert policy.seats_of(person, CLOSED) == (1,)
    assert policy.seat_for(person, CLOSED, None, ended=False) == 1
    assert policy.owns(holder("player", STRANGER, OWNER), CLOSED)


@pytest.mark.parametrize("asked", ["", "3", "-1", "01x", "seat", "Arbiter", "9" * 50, "١"])
def test_viewers_that_are_none(asked: str) -> None:
    with pytest.raises(BadViewer):
        policy.viewer_for(SEATED, CLOSED, asked, ended=False)


def test_a_seat_is_played_by_its_player_or_an_arbiter_who_does_not_sit() -> None:
    def may_play(seat: int | None) -> list[Principal | None]:
        return [who for who in EVERYBODY if _passes(policy.seat_for, who, WATCHED, seat, ended=False)]

    assert may_play(1) == [SEATED, ARBITER, SEATED_ARBITER]
    assert may_play(0) == [ARBITER]
    assert may_play(None) == [SEATED, SEATED_ARBITER]
    with pytest.raises(policy.NoSuchSeat):
        policy.seat_for(ARBITER, WATCHED, 3, ended=False)
    with pytest.raises(policy.SeatNeeded):
        policy.seat_for(ARBITER, WATCHED, None, ended=False)


def test_pausing_is_for_whoever_opened_the_table_and_arbiters_withdrawing_others_for_organisers_and_arbiters() -> None:
    def pauses(opened: GameOpened) -> list[Principal | None]:
        return [who for who in EVERYBODY if _passes(policy.check_may_pause, who, opened, ended=False)]

    def withdraws(seat: int) -> list[Principal | None]:
        return [who for who in EVERYBODY if _passes(policy.check_may_withdraw, who, WATCHED, seat, ended=False)]

    assert pauses(WATCHED) == [ARBITER, OWNING_ORGANISER]
    assert pauses(replace(WATCHED, owner=ADMIN.token)) == [ARBITER, ADMIN]
    assert pauses(replace(WATCHED, owner=TWO)) == [SEATED, ARBITER, SEATED_ARBITER]
    assert withdraws(1) == [SEATED, ARBITER, SEATED_ARBITER, OWNING_ORGANISER]
    assert withdraws(0) == [ARBITER, OWNING_ORGANISER]


def test_who_opens_a_table() -> None:
    callers = [who for who in EVERYBODY if who is not None]
    opening = [who for who in callers if _passes(policy.check_may_open, who, CLOSED.seats)]
    assert opening == [SEATED, SEATED_ARBITER, OWNING_ORGANISER, OTHER_ORGANISER, ADMIN]


def test_archives_are_for_arbiters_and_afterwards_for_the_own_seat() -> None:
    def takes(asked: str | None, *, ended: bool, review: str = "nobody") -> dict[int, Viewer]:
        opened = replace(WATCHED, review=review)
        found = {}
        for number, who in enumerate(EVERYBODY):
            try:
                found[number] = policy.archive_viewer(who, opened, asked, ended=ended)
            except Forbidden:
                continue
        return found

    seated, arbiter, seated_arbiter = 1, 3, 4
    assert takes(None, ended=False) == {arbiter: "arbiter"}
    assert takes("1", ended=False) == {arbiter: 1}
    assert takes(None, ended=True) == {seated: 1, arbiter: "arbiter", seated_arbiter: "arbiter"}
    assert takes("0", ended=True) == {arbiter: 0, seated_arbiter: 0}
    assert takes("spectator", ended=True) == {arbiter: "spectator", seated_arbiter: "spectator"}
    assert set(takes("arbiter", ended=True, review="players")) == {seated, arbiter, seated_arbiter}
    assert set(takes("arbiter", ended=True, review="everyone")) == set(range(len(EVERYBODY)))


def test_the_seed_goes_to_those_it_was_revealed_to() -> None:
    def told(reveal: str, *, revealed: bool = True) -> list[Principal | None]:
        opened = replace(WATCHED, reveal=reveal)
        return [who for who in EVERYBODY if policy.may_have_seed(who, opened, revealed=revealed)]

    assert told("everyone") == EVERYBODY
    assert told("arbiters") == [ARBITER, SEATED_ARBITER]
    assert told("sealed") == []
    assert told("everyone", revealed=False) == []


def test_audits_are_for_arbiters_and_reviewers() -> None:
    def audits(opened: GameOpened, *, ended: bool) -> list[Principal | None]:
        return [who for who in EVERYBODY if _passes(policy.check_may_audit, who, opened, ended=ended)]

    assert audits(WATCHED, ended=False) == [ARBITER]
    assert audits(WATCHED, ended=True) == [ARBITER, SEATED_ARBITER]
    assert audits(replace(WATCHED, review="players"), ended=True) == [SEATED, ARBITER, SEATED_ARBITER]
    assert audits(replace(WATCHED, review="everyone"), ended=True) == EVERYBODY


def test_what_lists_show() -> None:
    assert policy.visible_games(None) == policy.Visible()
    assert policy.visible_games(ARBITER).everything
    for who in (SEATED, OWNING_ORGANISER, ADMIN):
        visible = policy.visible_games(who)
        assert (visible.everything, visible.visible_to) == (False, who.actor)


def _passes(check: Callable[..., object], *args: object, **told: object) -> bool:
    try:
        check(*args, **told)
    except (Forbidden, NotKnown, policy.SeatNeeded):
        return False
    return True
