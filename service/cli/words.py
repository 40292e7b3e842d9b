"""The words a replay says beside those of the game, whose own are in the catalogues."""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import typer

from service.cli.failures import Failure
from service.i18n import LANGUAGES, label

_WORDS: Final = {
    "en": {
        "table": "Table",
        "seat": "Seat",
        "to_move": "to move",
        "ply": "Ply",
        "opening": "The game is opened.",
        "withdrew": "withdraws",
        "table_moves": "The table",
        "result": "Result",
        "place": "place",
        "score": "score",
        "empty": "empty",
        "shown": "shown",
        "covered": "covered",
        "lost": "lost",
        "outcome_draw": "from",
        "outcome_roll": "rolls",
        "outcome_shuffle": "shuffles",
        "outcome_show": "shows",
        "clock_runs": "running",
        "clock_stands": "stopped",
        "said": "“{}”",
        "said_not_kept": "something was said, and the text is not kept here",
        "keys": "n/→ next   b/← back   f first   l last   q quit",
        "as_seat": "seen from seat",
        "as_spectator": "seen by spectators",
        "as_arbiter": "seen by an arbiter",
    },
    "es": {
        "table": "Mesa",
        "seat": "Asiento",
        "to_move": "le toca",
        "ply": "Jugada",
        "opening": "Se abre la partida.",
        "withdrew": "abandona",
        "table_moves": "La mesa",
        "result": "Resultado",
        "place": "puesto",
        "score": "puntos",
        "empty": "vacío",
        "shown": "a la vista",
        "covered": "tapada",
        "lost": "perdida",
        "outcome_draw": "de",
        "outcome_roll": "dados",
        "outcome_shuffle": "se baraja",
        "outcome_show": "se muestra",
        "clock_runs": "en marcha",
        "clock_stands": "parado",
        "said": "«{}»",
        "said_not_kept": "se dijo algo, y el texto no se guarda aquí",
        "keys": "n/→ siguiente   b/← anterior   f primera   l última   q salir",
        "as_seat": "vista desde el asiento",
        "as_spectator": "vista del público",
        "as_arbiter": "vista del árbitro",
    },
}

LanguageOption = Annotated[
    str | None,
    typer.Option("--language", help="en or es. Default: that of $LC_ALL, $LC_MESSAGES or $LANG.", show_default=False),
]


def language_of(given: str | None, environment: Mapping[str, str] | None = None) -> str:
    """The language to write in: the one asked for, that of the environment, English. Raises Failure.

    >>> language_of(None, {"LANG": "es_ES.UTF-8"}), language_of(None, {"LC_ALL": "C", "LANG": "es"})
    ('es', 'en')
    """
    if given is not None:
        if given not in LANGUAGES:
            raise Failure(f"acta speaks {' and '.join(LANGUAGES)}, not {given!r}.")
        return given
    names = os.environ if environment is None else environment
    wanted = next((names[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if names.get(name)), "")
    found = wanted[:2].lower()
    return found if found in LANGUAGES else LANGUAGES[0]


def word(language: str, key: str) -> str:
    """A word of the replay's own."""
    return _WORDS[language][key]


def phrase(language: str, key: str, **facts: object) -> str:
    """A phrase of the commands' own catalogue, with its facts filled in.

    >>> phrase("es", "verify.events", count=3)
    '3 eventos'
    """
    return label(language, f"acta.{key}").format_map(facts)


def title(language: str, game: str, version: int) -> str:
    """A game and the version of its rules.

    >>> title("en", "kobayakawa", 1), title("en", "some_game", 2)
    ('Kobayakawa (rules version 1)', 'some_game (rules version 2)')
    """
    name = label(language, f"{game}.name")
    return phrase(language, "title", game=game if name == f"{game}.name" else name, version=version)


def reason(language: str, game: str, why: str) -> str:
    """How a game came to its end.

    >>> reason("en", "kobayakawa", "last_round")
    'the last round is over'
    """
    found = label(language, key := f"{game}.why.{why}")
    return why.replace("_", " ") if found == key else found


def game_word(language: str, key: str) -> str:
    """A word of a game's catalogue; where nobody wrote one, one of ours, or the last part of its key made readable.

    >>> game_word("en", "kobayakawa.medals"), game_word("es", "covered"), game_word("en", "some_game.hidden_role")
    ('Medals', 'tapada', 'hidden role')
    """
    found = label(language, key)
    if found != key:
        return found
    return _WORDS[language].get(key) or key.rpartition(".")[2].replace("_", " ")


def value_word(language: str, game: str, value: object, own: Mapping[str, str] = MappingProxyType({})) -> str:
    """A card, a number or a name as people say it; `own` are words that go before those of the catalogue.

    >>> value_word("en", "kobayakawa", 7), value_word("en", "kobayakawa", [1, 2]), value_word("es", "spyfall", True)
    ('7', '1 2', 'sí')
    """
    if isinstance(value, bool):
        return phrase(language, "yes" if value else "no")
    if isinstance(value, list | tuple):
        return " ".join(value_word(language, game, part, own) for part in value)
    if not isinstance(value, str):
        return str(value)
    if value in own:
        return own[value]
    found = label(language, key := f"{game}.{value}")
    return value if found == key else found
