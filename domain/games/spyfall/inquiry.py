"""The inquiry: the deal, the clock, questions and answers."""

from msgspec.structs import replace

from domain.games.spyfall.clock import started
from domain.games.spyfall.edition import SPY
from domain.games.spyfall.moves import Answer, Ask
from domain.games.spyfall.seating import asker, check_named, just_asked, living, opener
from domain.games.spyfall.state import Question, State
from domain.kernel.bags import bag
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, IllegalMove
from domain.kernel.seats import NOBODY, Seat, only


def deal(state: State, seat: Seat, chance: Chance) -> State:
    """S-25, S-20: an unused location, the spy's card and one role fewer than players; one card each, for its owner.

    Everybody gets a card of their own, so that nothing tells who got which.
    """
    if seat != state.dealer:  # S-26
        raise IllegalMove(OUT_OF_TURN, awaited=state.dealer)
    (location,), unused = chance.draw("locations", state.unused, 1, seen_by=NOBODY)
    players = living(state)
    roles, left = chance.draw("roles", state.options.box.role_cards[str(location)], len(players) - 1, seen_by=NOBODY)
    deck, cards = bag((*roles, SPY)), [""] * len(state.scores)
    for player in players:
        (card,), deck = chance.draw("cards", deck, 1, seen_by=only(player))
        cards[player] = str(card)
    return replace(
        state,
        round=state.round + 1,
        stage="dealt",
        unused=unused,
        location=str(location),
        cards=tuple(cards),
        left=left,
        question=None,
        stops=(),
        suspects=(None,) * len(cards),
    )


def start(state: State, seat: Seat, chance: Chance) -> State:
    """S-27: the dealer starts the clock."""
    if seat != opener(state):
        raise IllegalMove(OUT_OF_TURN, awaited=opener(state))
    return replace(state, stage="inquiry", ends=started(state, chance.elapsed()))


def ask(state: State, seat: Seat, move: Ask) -> State:
    """S-27, S-1: ask one player, anyone but oneself and who has just asked."""
    question = state.question
    asking = asker(state)
    if asking is None and question is not None:
        raise IllegalMove("question_is_open", by=question.by, to=question.to)
    if seat != asking:
        raise IllegalMove(OUT_OF_TURN, awaited=asking or 0)
    check_named(state, move.player)
    if move.player == seat:
        raise IllegalMove("own_question")
    if move.player == just_asked(state):  # S-2
        raise IllegalMove("asking_back", player=move.player)
    return replace(state, question=Question(seat, move.player, move.words))


def answer(state: State, seat: Seat, move: Answer) -> State:
    """S-28: whatever is answered, the record holds it, or only that there was an answer."""
    question = state.question
    if question is None or not question.is_open:
        raise IllegalMove("nothing_to_answer")
    if seat != question.to:
        raise IllegalMove(OUT_OF_TURN, awaited=question.to)
    return replace(state, question=Question(question.by, seat, question.words, move.words))
