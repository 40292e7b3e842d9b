"""The view drawn: a table of players with a clock, and the list of locations."""

from datetime import timedelta

from domain.games.spyfall.view import Card, Player, View
from domain.kernel.board import Area, Board, Clock, Piece, Track


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    places = tuple(Piece("location", place.id, marks=_marks(used=place.used)) for place in view.places)
    areas = [Area("places", "spyfall.places", "row", places)]
    if view.location is not None:
        here = (Piece("location", view.location),) if view.location else ()
        areas.append(Area("here", "spyfall.here", "row", here))
    for player in view.players:
        areas.append(Area(f"player.{player.seat}", "spyfall.player", "row", (_seat(view, player),), owner=player.seat))
        areas.append(_card(view, player))
    tracks = [Track("round", "spyfall.round", view.round, most=view.rounds)]
    tracks += [Track(f"score.{each.seat}", "spyfall.score", each.score, owner=each.seat) for each in view.players]
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=view.awaited, clocks=(_clock(view),))


def _seat(view: View, player: Player) -> Piece:
    """Somebody at the table, and what they have to do with what is going on."""
    seat, question, accusation = player.seat, view.question, view.accusation
    marks = _marks(
        dealer=seat == view.dealer,
        asks=question is not None and question.is_open and seat == question.by,
        asked=question is not None and question.is_open and seat == question.to,
        accuses=accusation is not None and seat == accusation.by,
        accused=accusation is not None and seat == accusation.against,
        agrees=player.agreed,
        stop_used=player.stopped,
        withdrawn=player.withdrawn,
    )
    return Piece("player", player.suspects, marks=(*marks, *_marks(suspects=player.suspects is not None)))


def _card(view: View, player: Player) -> Area:
    """The card of this round; between rounds the one that was turned over."""
    before: Card | None = None
    if view.last is not None and not player.has_card:
        before = view.last.cards[player.seat]
    pieces: tuple[Piece, ...] = ()
    if player.card is not None:
        pieces = (Piece("card", player.card.face),)
    elif player.has_card:
        pieces = (Piece("card"),)
    elif before is not None:
        pieces = (Piece("card", before.face, marks=_marks(shown=True)),)
    return Area(f"card.{player.seat}", "spyfall.card", "hand", pieces, owner=player.seat)


def _clock(view: View) -> Clock:
    """Before a round the clock shows the time there will be; in the final vote it has run out."""
    if view.ends is not None or view.remaining is not None:
        return Clock("clock", "spyfall.clock", view.ends, view.remaining)
    over = view.stage in ("final", "over")
    return Clock("clock", "spyfall.clock", remaining=timedelta() if over else timedelta(minutes=view.minutes))


def _marks(**held: bool) -> tuple[str, ...]:
    """The catalogue keys of what holds."""
    return tuple(f"spyfall.{name}" for name, holds in held.items() if holds)
