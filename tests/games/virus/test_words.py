"""What people read has words in both languages: what lies on the board, what a replay and a refusal tell."""

from functools import cache
from typing import get_args

import pytest

from domain.games.virus.agenda import Aim, Answers, Extra, Spreading, Turn
from domain.games.virus.edition import BASE, EVOLUTION, Treatment
from domain.games.virus.rules import VIRUS
from domain.kernel.outcomes import Draw, Show
from domain.kernel.seats import ARBITER
from service.i18n import LANGUAGES, catalogue
from tests.kit.games import random_game, variants


@cache
def on_boards() -> frozenset[str]:
    """The labels, marks and piles of a game of each variant."""
    found: set[str] = set()
    for variant in variants(VIRUS):
        script = random_game(variant, 0, leaving=0.02)
        for state, event in zip(script.states, script.events, strict=True):
            board = VIRUS.board(VIRUS.view(state, ARBITER))
            found |= {part.label for part in (*board.areas, *board.tracks)}
            found |= {mark for area in board.areas for piece in area.pieces for mark in piece.marks}
            found |= {f"virus.{outcome.pile}" for outcome in event.outcomes if isinstance(outcome, Draw)}
            found |= {f"virus.{outcome.what.split()[0]}" for outcome in event.outcomes if isinstance(outcome, Show)}
    return frozenset(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_everything(language: str) -> None:
    faces = {f"virus.{card.id}" for edition in (BASE, EVOLUTION) for card in edition.cards}
    organs = {f"virus.{card.color}" for card in EVOLUTION.cards if card.kind == "organ"}
    treatments = {f"virus.{treatment}" for treatment in get_args(Treatment)}
    stages = {f"virus.{step.__struct_config__.tag}" for step in (Turn, Extra, Answers, Spreading, Aim)}
    assert not (on_boards() | faces | organs | treatments | stages) - catalogue(language).labels.keys()
