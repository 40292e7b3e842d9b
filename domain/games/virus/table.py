"""The view drawn: a body of organs for each player, the hands and the piles."""

from domain.games.virus.cards import Cards
from domain.games.virus.view import Player, SeenOrgan, View
from domain.kernel.board import Area, Board, Piece, Track


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
    for player in view.players:
        areas.append(_hand(player))
        areas += [_organ(player, organ) for organ in player.body]
        tracks.append(
            Track(f"healthy.{player.seat}", "virus.healthy", player.healthy, most=view.needed, owner=player.seat)
        )
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=view.awaited)


def _faces(cards: Cards) -> tuple[Piece, ...]:
    return tuple(Piece("card", card) for card in cards)


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


def _organ(player: Player, organ: SeenOrgan) -> Area:
    """An organ of the body and what lies on it; its condition is a mark on the organ."""
    pieces = (Piece("organ", organ.card, marks=(f"virus.{organ.condition}",)), *_faces(organ.on))
    return Area(f"organ.{player.seat}.{organ.color}", "virus.organ", "pile", pieces, owner=player.seat)
