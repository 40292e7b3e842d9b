"""Which player plays which game, and how. Adding one is one line here."""

from collections.abc import Callable
from typing import Final

from service.players import at_random, confusion, coup, geek_out_masters, kobayakawa, spyfall, virus
from service.players.choosing import Choose

ANY_GAME: Final = "any game"
RANDOM: Final = "random"

_PLAYERS: Final[dict[tuple[str, str], Choose]] = {
    (ANY_GAME, RANDOM): at_random.choose,
    ("confusion", "trying"): confusion.choose,
    ("geek_out_masters", "trying"): geek_out_masters.choose,
    ("kobayakawa", "trying"): kobayakawa.choose,
    ("virus", "trying"): virus.choose,
}

_REMEMBERING: Final[dict[tuple[str, str], Callable[[], Choose]]] = {
    ("coup", "trying"): coup.Player,
    ("spyfall", "trying"): spyfall.Player,
}
"""Those for whom what they have seen before matters: one is made for each seat of each game."""


class UnknownPlayer(LookupError):
    """Nobody plays this game in this style."""


def styles(game: str) -> tuple[str, ...]:
    """How a game can be played.

    >>> styles("kobayakawa"), styles("another")
    (('random', 'trying'), ('random',))
    """
    return tuple(sorted({style for known, style in (*_PLAYERS, *_REMEMBERING) if known in (ANY_GAME, game)}))


def trying_style(game: str) -> str:
    """The style that tries to win, `random` where nobody has written one."""
    return next((style for style in styles(game) if style != RANDOM), RANDOM)


def player_of(game: str, style: str) -> Choose:
    """The player of a game in a style, for one seat of one game. Raises UnknownPlayer."""
    if (game, style) in _REMEMBERING:
        return _REMEMBERING[game, style]()
    found = _PLAYERS.get((game, style)) or _PLAYERS.get((ANY_GAME, style))
    if found is None:
        raise UnknownPlayer(f"nobody plays {game} in the style {style!r}; there are {', '.join(styles(game))}")
    return found
