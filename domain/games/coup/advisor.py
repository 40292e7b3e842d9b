"""Advice for a seat: which of its legal moves a player who wants to win would choose, from what that seat may know.

Mostly honest, now and then bold: it claims what it holds, bluffs where the claim is hard to refute, challenges by
counting the copies it has not seen, and remembers who has claimed and shown what (`Memory`). It reads views alone.
"""

from collections.abc import Callable, Sequence
from math import comb

from msgspec import Struct

from domain.games.coup.agenda import Answer, Challenges, Estate, Exchange, Resolve, Verdict
from domain.games.coup.cards import Cards
from domain.games.coup.moves import (
    Block,
    Challenge,
    ChooseCard,
    ClaimEstate,
    Concede,
    Declare,
    ForceSwap,
    Keep,
    Lose,
    Move,
    Offer,
    Pass,
    Show,
)
from domain.games.coup.state import put
from domain.games.coup.view import Player, View
from domain.kernel.seats import Seat

WORTH = {"duke": 5.0, "mecenas": 5.0, "assassin": 4.0, "contessa": 3.5, "abogado": 3.5, "captain": 3.0}
"""How useful a character is to hold; any other is worth 2."""

CLAIMS = {
    "tax": ("duke",),
    "patronage": ("mecenas",),
    "assassinate": ("assassin",),
    "steal": ("captain",),
    "exchange": ("ambassador", "inquisitor"),
    "examine": ("inquisitor",),
}
BOLD = 0.12
"""How often a claim is made without the card."""
SUSPICIOUS = 0.08
"""How often a claim is challenged that may well be true."""


class Memory(Struct, frozen=True):
    """What a seat remembers: which characters each player has claimed and not shown since, and what is pending.

    `asked` is the claim it was last asked about, `lost` how many cards lay face up then.
    """

    claims: tuple[Cards, ...] = ()
    answering: tuple[Seat, str] | None = None
    asked: tuple[Seat, str] | None = None
    exchanging: Seat | None = None
    lost: int = 0


def remember(memory: Memory, view: View) -> Memory:
    """The memory after one more view of its seat. They come in order, but there may be gaps between them."""
    claims = memory.claims or ((),) * len(view.players)
    step = view.agenda[0] if view.agenda else None
    lost = sum(len(player.lost) for player in view.players)
    if memory.answering:  # a proof goes back to the court, and a lie is a lie
        claims = _forgotten(claims, *memory.answering)
    if memory.asked and lost > memory.lost:  # an influence was lost in the meantime: over that claim, most likely
        claims = _forgotten(claims, *memory.asked)
    if memory.exchanging is not None:  # who knows what was kept
        claims = put(claims, memory.exchanging, ())
    asked: tuple[Seat, str] | None = None
    match step:
        case Challenges(about, claimant, character, _) if about != "denial":
            asked = (claimant, character)
            if character not in claims[claimant]:
                claims = put(claims, claimant, (*claims[claimant], character))
        case Verdict(_, target) if view.offered is not None:
            claims = put(claims, target, (*claims[target], view.offered))
        case _:
            pass
    answering = (step.claimant, step.character) if isinstance(step, Answer) else None
    return Memory(claims, answering, asked, step.seat if isinstance(step, Exchange) else None, lost)


def _forgotten(claims: tuple[Cards, ...], seat: Seat, character: str) -> tuple[Cards, ...]:
    return put(claims, seat, tuple(card for card in claims[seat] if card != character))


def advise(
    view: View, seat: Seat, moves: Sequence[Move], whim: Callable[[], float], memory: Memory | None = None
) -> Move:
    """The preferred one of a seat's legal moves. `whim` gives numbers from 0 up to 1 and is all that is random here."""
    table = _Table(view, seat, whim, memory or Memory())
    worths = [table.worth(move) + whim() / 100 for move in moves]
    return moves[worths.index(max(worths))]


class _Table:
    """One decision of one seat."""

    def __init__(self, view: View, seat: Seat, whim: Callable[[], float], memory: Memory) -> None:
        self._view = view
        self._own = view.players[seat]
        self._hand: Cards = self._own.hand or ()
        self._whim = whim
        self._claims = memory.claims or ((),) * len(view.players)
        self._bold, self._suspicious = whim() < BOLD, whim() < SUSPICIOUS

    def worth(self, move: Move) -> float:
        """How much a move is liked; only the order matters."""
        match move:
            case Declare():
                return self._declaration(move)
            case Block(character):
                return self._block(character)
            case Challenge():
                return self._challenge()
            case ClaimEstate():
                return self._estate()
            case Show():
                return 9.0
            case Lose(card) | Concede(card) | Offer(card):
                return -_worth(card)
            case ChooseCard(card):
                return _worth(card) - 3 * (card in self._hand)
            case Keep(cards):
                return sum(map(_worth, cards)) - 3 * (len(cards) - len(set(cards)))
            case ForceSwap():
                return _worth(self._view.offered or "") - 3
            case Pass():
                return 0.0
            case _:
                return 0.0

    def _declaration(self, move: Declare) -> float:
        """Coup as soon as it can be paid, then what the hand allows, then what nobody can refute."""
        target = self._view.players[move.target] if move.target is not None else None
        threat = _threat(target) if target else 0.0
        characters = CLAIMS.get(move.action, ())
        honest = not characters or any(card in self._hand for card in characters)
        if not honest and not (self._bold and all(self._unseen(card) for card in characters)):
            return -5.0
        match move.action:
            case "coup":
                return 20 + threat
            case "assassinate":
                return 12 + threat - 6 * self._says(move.target, "contessa", "abogado")
            case "tax" | "patronage":
                return 10 - threat / 10
            case "steal" if target is not None:
                blocked = self._says(move.target, "captain", "ambassador", "inquisitor")
                return 4 + 2 * min(2, target.coins) - 4 * blocked
            case "embezzle" if not set(self._hand) & {"duke", "mecenas"}:
                return 1.5 * (self._view.reserve or 0)
            case "foreign_aid":
                claimed = any(set(claims) & {"duke", "mecenas"} for claims in self._claims)
                return 3.0 if claimed else 5.5
            case "exchange":
                return 5 + 4 * (len(set(self._hand)) < len(self._hand)) - sum(map(_worth, self._hand)) / 4
            case "income":
                return 4.0
            case _:
                return 0.0

    def _block(self, character: str) -> float:
        """What is held blocks; a lie does where a life depends on it."""
        if character in self._hand:
            return 8.0
        dying = any(isinstance(step, Resolve) and step.action == "assassinate" for step in self._view.agenda)
        last = len(self._hand) == 1
        if dying and self._unseen(character) and (last or self._whim() < 0.25):
            return 5.0
        return 1.0 if self._bold and not last and self._unseen(character) else -5.0

    def _challenge(self) -> float:
        step = self._view.agenda[0]
        if not isinstance(step, Challenges):
            return -5.0
        if step.about == "denial":
            return 1.0 if self._suspicious and len(self._hand) > 1 else -5.0
        if self._doubt(step.claimant, step.character) > 0.98:
            return 9.0
        resolve = next((each for each in self._view.agenda if isinstance(each, Resolve)), None)
        mortal = resolve is not None and resolve.action == "assassinate" and resolve.target == self._own.seat
        if mortal and step.about == "action" and len(self._hand) == 1:  # nothing to lose
            return 4.0
        doubtful = self._doubt(step.claimant, step.character) > 0.6
        return 1.0 if self._suspicious and doubtful and len(self._hand) > 1 else -5.0

    def _estate(self) -> float:
        step, heir = self._view.agenda[0], "abogado"
        coins = step.coins if isinstance(step, Estate) else 0
        if heir in self._hand:
            return 5.0
        return 1.0 if self._bold and coins > 3 and len(self._hand) > 1 and self._unseen(heir) else -5.0

    def _unseen(self, character: str) -> int:
        """Copies of a character that this seat sees nowhere; every character has as many copies as any other."""
        view = self._view
        cards = view.court_size + view.drawn_size + sum(len(each.lost) + each.cards for each in view.players)
        seen = [*self._hand, *(view.drawn or ())]
        for player in view.players:
            seen += player.lost
        return cards // len(view.characters) - seen.count(character)

    def _doubt(self, claimant: Seat, character: str) -> float:
        """How likely it is that the claimant holds none of it, if nothing but the cards told."""
        view = self._view
        hidden = view.court_size + sum(each.cards for each in view.players if each.seat != self._own.seat)
        others = max(0, hidden - max(0, self._unseen(character)))
        held = view.players[claimant].cards
        return comb(others, held) / comb(hidden, held) if hidden >= held else 1.0

    def _says(self, seat: Seat | None, *characters: str) -> bool:
        """Whether a player has claimed one of these before."""
        return seat is not None and bool(set(self._claims[seat]) & set(characters))


def _worth(card: str) -> float:
    return WORTH.get(card, 2.0)


def _threat(player: Player) -> float:
    """Who is to be feared: influence first, then money."""
    return 3.0 * player.cards + player.coins / 4
