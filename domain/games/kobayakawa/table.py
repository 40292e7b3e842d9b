"""The view drawn: hands, discards, the Kobayakawa and the medals."""

from domain.games.kobayakawa.view import Player, View
from domain.kernel.board import Area, Board, Piece, Track


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    shown = {each.seat: each.card for each in view.settlement.shown} if view.settlement else {}
    areas = [_deck(view), _kobayakawa(view)]
    tracks = [
        Track("round", "kobayakawa.round", view.round, most=view.rounds),
        Track("centre", "kobayakawa.centre", view.centre),
    ]
    for player in view.players:
        areas.append(_hand(player, shown))
        areas.append(_discards(player))
        tracks.append(Track(f"medals.{player.seat}", "kobayakawa.medals", player.medals, owner=player.seat))
        if player.stake is not None:
            tracks.append(Track(f"stake.{player.seat}", "kobayakawa.stake", player.stake, owner=player.seat))
    awaited = () if view.turn is None else (view.turn,)
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=awaited)


def _deck(view: View) -> Area:
    pieces = (Piece("card", count=view.deck_size),) if view.deck_size else ()
    return Area("deck", "kobayakawa.deck", "pile", pieces)


def _kobayakawa(view: View) -> Area:
    """K-4: the covered cards stay visible beneath the one that counts."""
    *covered, top = view.kobayakawa
    pieces = (*(Piece("card", face, marks=("covered",)) for face in covered), Piece("card", top))
    return Area("kobayakawa", "kobayakawa.kobayakawa", "pile", pieces)


def _hand(player: Player, shown: dict[int, int]) -> Area:
    if player.seat in shown and player.cards:
        pieces: tuple[Piece, ...] = (Piece("card", shown[player.seat], marks=("shown",)),)
    elif player.hand is None:
        pieces = (Piece("card", count=player.cards),) if player.cards else ()
    else:
        pieces = tuple(Piece("card", card) for card in player.hand)
    return Area(f"hand.{player.seat}", "kobayakawa.hand", "hand", pieces, owner=player.seat)


def _discards(player: Player) -> Area:
    pieces = tuple(Piece("card", card) for card in player.discards)
    return Area(f"discards.{player.seat}", "kobayakawa.discards", "row", pieces, owner=player.seat)
