"""The view drawn: hands, lost cards, coins, factions and the court, and what is pending, at whose seat."""

from collections import Counter
from collections.abc import Iterator

from domain.games.coup.agenda import Answer, Challenges, Estate, Resolve, Split, Step, Verdict, stage
from domain.games.coup.view import Player, View
from domain.kernel.board import Area, Board, Piece, Track


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    areas = [_court(view)]
    if view.agenda:
        areas.append(Area("agenda", "coup.agenda", "row", tuple(Piece("step", _named(step)) for step in view.agenda)))
    tracks = [Track("treasury", "coup.treasury", view.treasury)]
    if view.reserve is not None:
        tracks.append(Track("reserve", "coup.reserve", view.reserve))
    if view.drawn_size:
        areas.append(_drawn(view))
    for player in view.players:
        areas.append(_hand(view, player))
        areas.append(Area(f"lost.{player.seat}", "coup.lost", "row", _faces(player.lost), owner=player.seat))
        if player.faction is not None:
            faction = (Piece("faction", player.faction),)
            areas.append(Area(f"faction.{player.seat}", "coup.faction", "row", faction, owner=player.seat))
        if player.choices:
            areas.append(_set(view, player))
        areas += _pending(view, player.seat)
        tracks.append(Track(f"coins.{player.seat}", "coup.coins", player.coins, owner=player.seat))
    tracks += (
        Track(f"estate.{step.dead}", "coup.estate", step.coins, owner=step.dead)
        for step in view.agenda
        if isinstance(step, Estate | Split)
    )
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=view.awaited)


def _court(view: View) -> Area:
    """C-98: face down for everybody but the arbiter."""
    if view.court is None:
        return _face_down("court", "coup.court", "pile", view.court_size)
    copies = sorted(Counter(view.court).items())
    return Area("court", "coup.court", "pile", tuple(Piece("card", card, count=count) for card, count in copies))


def _named(step: Step) -> str:
    """A step as people call it: the action by its own name."""
    return step.action if isinstance(step, Resolve) else stage(step)


def _pending(view: View, seat: int) -> Iterator[Area]:
    """What of a pending turn is this player's: the action, that it is aimed at them, what they claim or deny."""
    for step in view.agenda:
        if isinstance(step, Resolve):
            action = (Piece("action", step.action),)
            if step.seat == seat:
                yield Area(f"action.{seat}", "coup.action", "row", action, owner=seat)
            if step.target == seat:
                yield Area(f"aim.{seat}", "coup.aim", "row", action, owner=seat)
    claims: dict[tuple[str, str], bool] = {}
    for step in view.agenda:
        if isinstance(step, Challenges | Answer) and step.claimant == seat:
            what = ("denial" if step.about == "denial" else "claim", step.character)
            claims[what] = claims.get(what, False) or isinstance(step, Answer)
        elif isinstance(step, Estate) and seat in step.claimants:
            claims["claim", "coins"] = False
    for (kind, face), challenged in claims.items():
        piece = Piece("claim", face, marks=("coup.challenged",) if challenged else ())
        yield Area(f"{kind}.{face}.{seat}", f"coup.{kind}", "row", (piece,), owner=seat)


def _faces(cards: tuple[str, ...], *marks: str) -> tuple[Piece, ...]:
    return tuple(Piece("card", card, marks=marks) for card in cards)


def _face_down(area: str, label: str, layout: str, count: int, owner: int | None = None) -> Area:
    pieces = (Piece("card", count=count),) if count else ()
    return Area(area, label, layout, pieces, owner=owner)  # type: ignore[arg-type]  # the callers know the layouts


def _hand(view: View, player: Player) -> Area:
    """C-98: faces for the owner; C-99: the card an inquisitor is shown, for the inquisitor too."""
    area = f"hand.{player.seat}"
    if not player.living:
        gone = (Piece("state", "withdrawn" if player.withdrawn else "out"),)
        return Area(area, "coup.hand", "hand", gone, owner=player.seat)
    if player.hand is not None:
        return Area(area, "coup.hand", "hand", _faces(player.hand), owner=player.seat)
    if view.offered is not None and _is_examined(view, player):
        others = (Piece("card", count=player.cards - 1),) if player.cards > 1 else ()
        return Area(area, "coup.hand", "hand", (*_faces((view.offered,), "shown"), *others), owner=player.seat)
    return _face_down(area, "coup.hand", "hand", player.cards, player.seat)


def _is_examined(view: View, player: Player) -> bool:
    return any(isinstance(step, Verdict) and step.target == player.seat for step in view.agenda[:1])


def _drawn(view: View) -> Area:
    if view.drawn is None:
        return _face_down("drawn", "coup.drawn", "hand", view.drawn_size, view.turn)
    return Area("drawn", "coup.drawn", "hand", _faces(view.drawn), owner=view.turn)


def _set(view: View, player: Player) -> Area:
    """C-89: everybody knows what is in a set: one of each character."""
    return Area(f"set.{player.seat}", "coup.set", "row", _faces(tuple(sorted(view.characters))), owner=player.seat)
