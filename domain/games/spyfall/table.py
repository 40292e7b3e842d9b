"""The view drawn: a table of players with a clock, and the list of locations."""

from datetime import timedelta

from domain.games.spyfall.view import Card, Player, View
from domain.kernel.board import Area, Board, Clock, Piece, Track


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    places = tuple(Piece("location", place.id, marks=("spyfall.used",) * place.used) for place in view.places)
    areas = [Area("places", "spyfall.places", "row", places)]
    if view.location is not None:
        here = (Piece("location", view.location),) if view.location else ()
        areas.append(Area("here", "spyfall.here", "row", here))
    for player in view.players:
        areas.append(Area(f"player.{player.seat}", "spyfall.player", "row", _tokens(view, player), owner=player.seat))
        areas.append(_card(view, player))
    tracks = [Track("round", "spyfall.round", view.round, most=view.rounds)]
    tracks += [Track(f"score.{each.seat}", "spyfall.score", each.score, owner=each.seat) for each in view.players]
    return Board(
        areas=tuple(areas), tracks=tuple(tracks), awaited=view.awaited, clocks=(_clock(view),), words=_words(view)
    )


def _words(view: View) -> dict[str, dict[str, str]]:
    """What the set of this table calls its locations, and the roles that can be seen."""
    cards = [player.card for player in view.players]
    if view.last is not None:
        cards += view.last.cards
    named = {place.id: place.name for place in view.places}
    named |= {card.face: card.role for card in cards if card is not None and card.role is not None}
    return {face: {"en": names.en, "es": names.es} for face, names in named.items()}


def _tokens(view: View, player: Player) -> tuple[Piece, ...]:
    """What somebody at the table has to do with what is going on, a token each, and whom they name."""
    seat, question, accusation = player.seat, view.question, view.accusation
    held = {
        "dealer": seat == view.dealer,
        "asks": question is not None and question.is_open and seat == question.by,
        "asked": question is not None and question.is_open and seat == question.to,
        "accuses": accusation is not None and seat == accusation.by,
        "accused": accusation is not None and seat == accusation.against,
        "agrees": player.agreed,
        "stop_used": player.stopped,
        "withdrawn": player.withdrawn,
    }
    named = () if player.suspects is None else (Piece("seat", player.suspects, marks=("spyfall.suspected",)),)
    return (*(Piece("token", name) for name, holds in held.items() if holds), *named)


def _card(view: View, player: Player) -> Area:
    """The card of this round; between rounds the one that was turned over."""
    pieces: tuple[Piece, ...] = ()
    if player.card is not None:
        pieces = _faces(player.card)
    elif player.has_card:
        pieces = (Piece("card"),)
    elif view.last is not None and (before := view.last.cards[player.seat]) is not None:
        pieces = _faces(before, "spyfall.shown")
    return Area(f"card.{player.seat}", "spyfall.card", "hand", pieces, owner=player.seat)


def _faces(card: Card, *marks: str) -> tuple[Piece, ...]:
    """A card tells two things, where and as whom; the spy's only one."""
    if card.spy:
        return (Piece("card", card.face, marks=marks),)
    return Piece("location", card.face.partition(".")[0], marks=marks), Piece("card", card.face, marks=marks)


def _clock(view: View) -> Clock:
    """Before a round the clock shows the time there will be; in the final vote it has run out."""
    if view.ends is not None or view.remaining is not None:
        return Clock("clock", "spyfall.clock", view.ends, view.remaining)
    over = view.stage in ("final", "over")
    return Clock("clock", "spyfall.clock", remaining=timedelta() if over else timedelta(minutes=view.minutes))
