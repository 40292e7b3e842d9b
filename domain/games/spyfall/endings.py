"""How a round ends: cards are turned over, points given, and the next round or the end of the game prepared."""

from msgspec.structs import replace

from domain.games.spyfall.edition import LEAST_PLAYERS, SPY
from domain.games.spyfall.seating import at_or_left_of, living
from domain.games.spyfall.state import Ending, Round, State
from domain.kernel.chance import Chance
from domain.kernel.seats import ALL, Seat


def turned_over(state: State, chance: Chance) -> tuple[str, Seat]:
    """S-34: the location and every card dealt become public; the roles left over stay unknown. Where, and the spy."""
    (location,) = chance.show("S-34", "location", state.location, seen_by=ALL)
    spy = -1
    for seat, held in enumerate(state.cards):
        if held:
            (card,) = chance.show("S-34", f"card {seat}", held, seen_by=ALL)
            spy = seat if card == SPY else spy
    return str(location), spy


def accused_by_all(state: State, accuser: Seat, against: Seat, chance: Chance) -> State:
    """S-7, S-8: the round is over, whoever the accused is."""
    location, spy = turned_over(state, chance)
    return round_over(state, "caught_by_stop" if against == spy else "innocent_accused", location, spy, accuser)


def guessed(state: State, guess: str, chance: Chance) -> State:
    """S-11, S-32: right or wrong, the spy's guess ends the round."""
    location, spy = turned_over(state, chance)
    return round_over(state, "guessed_right" if guess == location else "guessed_wrong", location, spy)


def voted(state: State, chance: Chance) -> State:
    """S-17, S-18: only a vote in which all others name the spy catches the spy."""
    named = named_by_all_others(state)
    location, spy = turned_over(state, chance)
    if named is None:
        return round_over(state, "spy_uncaught", location, spy)
    return round_over(state, "caught_in_final_vote" if named == spy else "innocent_named", location, spy)


def named_by_all_others(state: State) -> Seat | None:
    """S-17: whom everybody else has named; with three players or more there is one at most."""
    players = living(state)
    for player in players:
        if all(state.suspects[other] == player for other in players if other != player):
            return player
    return None


def points(state: State, ending: Ending, spy: Seat, accuser: Seat | None) -> tuple[int, ...]:
    """S-36: what the round brings everybody who is still there."""
    scoring = state.options.box.scoring
    match ending:
        case "spy_uncaught":
            of_spy, of_agents, of_accuser = scoring.spy_wins, 0, 0
        case "guessed_right" | "innocent_accused" | "innocent_named":
            of_spy, of_agents, of_accuser = scoring.spy_wins + scoring.spy_bonus, 0, 0
        case "caught_by_stop":
            of_spy, of_agents, of_accuser = 0, scoring.agent_wins, scoring.accuser_bonus
        case "caught_in_final_vote" | "guessed_wrong":
            of_spy, of_agents, of_accuser = 0, scoring.agent_wins, 0
        case "spy_left" | "too_few_players":  # S-35
            of_spy, of_agents, of_accuser = 0, 0, 0
    earned = [0] * len(state.scores)
    for seat in living(state):
        earned[seat] = of_spy if seat == spy else of_agents + of_accuser * (seat == accuser)
    return tuple(earned)


def round_over(state: State, ending: Ending, location: str, spy: Seat, accuser: Seat | None = None) -> State:
    """The round's result stands in a position of its own. S-26: the spy deals next."""
    earned = points(state, ending, spy, accuser)
    seats = len(state.scores)
    settled = replace(
        state,
        stage="between",
        scores=tuple(had + more for had, more in zip(state.scores, earned, strict=True)),
        cards=("",) * seats,
        suspects=(None,) * seats,
        location="",
        left=(),
        used=(*state.used, location),
        question=None,
        accusation=None,
        ends=None,
        remaining=None,
        last=Round(state.round, state.dealer, ending, location, spy, state.cards, earned),
    )
    return with_dealer(settled, spy)


def with_dealer(state: State, wanted: Seat) -> State:
    """S-26, S-35: who deals next: the spy, or who has left, the player to the left of the last dealer.

    S-37: after the last round, or with fewer than three players, nobody deals any more.
    """
    if len(living(state)) < LEAST_PLAYERS:
        return replace(state, stage="over", why="too_few_players")
    if state.round == state.options.rounds:
        return replace(state, stage="over", why="last_round")
    if wanted not in state.withdrawn:
        return replace(state, dealer=wanted)
    dealt_last = state.last.dealer if state.last is not None else wanted
    return replace(state, dealer=at_or_left_of(state, (dealt_last + 1) % len(state.scores)))
