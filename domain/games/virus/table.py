"""The view drawn: a body of organs for each player, hands and piles, and what a card on the table is aimed at."""

from collections.abc import Iterator

from domain.games.virus.agenda import Aim, Attack, Outbreak, Spreading, Strike
from domain.games.virus.cards import Cards
from domain.games.virus.moves import Infect, Spread, Steal, Transplant
from domain.games.virus.view import Player, SeenOrgan, View
from domain.kernel.board import Area, Board, Piece, Track
from domain.kernel.seats import Seat


def board(view: View) -> Board:
    """The table in the board vocabulary. The last piece of a pile lies on top."""
    areas = [
        _draw_pile(view),
        Area("discards", "virus.discards", "pile", _faces(view.discards)),
        Area("gone", "virus.gone", "pile", _faces(view.gone)),
    ]
    if view.played:
        areas.append(Area("played", "virus.played", "row", _faces((view.played,)), owner=view.turn))
    tracks = [Track("needed", "virus.needed", view.needed)]
    targets = set(_targets(view))
    for player in view.players:
        areas.append(_hand(player))
        areas += [_organ(player, organ, (player.seat, organ.color) in targets) for organ in player.body]
        areas += _aimed(view, player.seat)
        tracks.append(
            Track(f"healthy.{player.seat}", "virus.healthy", player.healthy, most=view.needed, owner=player.seat)
        )
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=view.awaited)


def _faces(cards: Cards, *marks: str) -> tuple[Piece, ...]:
    return tuple(Piece("card", card, marks=marks) for card in cards)


def _draw_pile(view: View) -> Area:
    """V-92: a deck of cards nobody knows, or a turned-over pile of cards everybody knows."""
    unknown = (Piece("card", count=view.deck_size),) if view.deck_size else ()
    return Area("draw_pile", "virus.draw_pile", "pile", (*unknown, *_faces(view.turned[::-1])))


def _hand(player: Player) -> Area:
    if player.hand is not None:
        pieces = _faces(player.hand)
    else:
        pieces = (Piece("card", count=player.cards),) if player.cards else ()
    return Area(f"hand.{player.seat}", "virus.hand", "hand", pieces, owner=player.seat)


def _organ(player: Player, organ: SeenOrgan, is_target: bool) -> Area:
    """An organ of the body and what lies on it; its condition is a mark on the organ."""
    marks = (f"virus.{organ.condition}", *(("virus.target",) if is_target else ()))
    pieces = (Piece("organ", organ.card, marks=marks), *_faces(organ.on))
    return Area(f"organ.{player.seat}.{organ.color}", "virus.organ", "pile", pieces, owner=player.seat)


def _aimed(view: View, seat: Seat) -> Iterator[Area]:
    """V-97: the card on the table, with everybody it is aimed at; V-79: marked where a suit protects them."""
    for step in view.agenda:
        match step:
            case Strike(_, asked, spared) | Aim(_, asked, spared):
                marks = ("virus.spared",) if seat in spared else ()
            case Spreading(planned):
                asked, marks = tuple(each.seat for each in planned), ()
            case _:
                continue
        if seat in asked:
            yield Area(f"aimed.{seat}", "virus.aimed", "row", _faces((view.played,), *marks), owner=seat)


def _targets(view: View) -> Iterator[tuple[Seat, str]]:
    """The organs that the card on the table is aimed at."""
    for step in view.agenda:
        match step:
            case Strike(play, _, spared) | Aim(play, _, spared):
                yield from (each for each in _organs_of(play) if each[0] not in spared)
            case Spreading(planned):
                yield from _reached(planned)
            case _:
                pass


def _organs_of(play: Attack) -> Iterator[tuple[Seat, str]]:
    match play:
        case Infect(seat=seat, organ=organ) | Steal(seat, organ):
            yield seat, organ
        case Transplant(seat, organ, other_seat, other_organ):
            yield from ((seat, organ), (other_seat, other_organ))
        case Outbreak(spreads):
            yield from _reached(spreads)
        case _:  # it is aimed at whole hands or bodies
            return


def _reached(spreads: tuple[Spread, ...]) -> Iterator[tuple[Seat, str]]:
    return ((each.seat, each.onto) for each in spreads)
