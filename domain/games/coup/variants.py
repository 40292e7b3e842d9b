"""The option sets the shared tests play out: every value of every option, and the variants together and apart.

Each edition is played plain, with each variant it holds, and with all of them; the questions a rulebook leaves open
are answered the other way in games where they come up often.
"""

from collections.abc import Iterator

from domain.games.coup.edition import EDITIONS
from domain.games.coup.options import Options

_URBIS = EDITIONS["urbis_25"]
_REFORMATION = EDITIONS["base_plus_reformation"]
_SPAIN = EDITIONS["ciudad_corrupta_18"]
_FRANCE = EDITIONS["ferti_24"]


def option_sets() -> Iterator[Options]:
    """Options worth playing out."""
    yield Options()
    yield Options(first_player=1, two_player_handicap=False, may_concede=False)
    yield Options(one_block_per_action=False, target_may_block_after_losing_challenge=False, one_recorder=True)
    yield Options(two_player_choice=True)
    yield Options(edition=_SPAIN, inquisitor=True)
    yield Options(edition=_SPAIN, inquisitor=True, two_player_choice=True, may_concede=False)
    yield Options(edition=_FRANCE)
    yield Options(edition=_FRANCE, inquisitor=True, one_block_per_action=False)
    yield Options(edition=_REFORMATION, reformation=True)
    yield Options(edition=_REFORMATION, reformation=True, inquisitor=True, may_concede=False)
    yield Options(edition=_REFORMATION, reformation=True, inquisitor=True, examine_same_faction=False)
    yield Options(edition=_REFORMATION, reformation=True, two_player_choice=True)
    yield Options(edition=_URBIS)
    yield Options(edition=_URBIS, mecenas=True)
    yield Options(edition=_URBIS, abogado=True, one_recorder=True)
    yield Options(edition=_URBIS, mecenas=True, abogado=True)
    yield Options(edition=_URBIS, reformation=True, may_concede=False, one_block_per_action=False)
    yield Options(edition=_URBIS, reformation=True, mecenas=True)
    yield Options(edition=_URBIS, reformation=True, abogado=True)
    yield Options(edition=_URBIS, reformation=True, mecenas=True, abogado=True)
