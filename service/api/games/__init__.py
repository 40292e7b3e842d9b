"""Everything under ``/v1/games``.

- ``opening``   opening a table, and the list of games
- ``acting``    moves, take-backs, withdrawals, pause and resume
- ``reading``   where a game stands, its views and its board
- ``history``   its log and its replay
- ``live``      what happens next, as it happens
- ``proof``     the audit and the archive
- ``notes``     private notes, and what the record proves
- ``words``     what is said with moves, and how it is erased
- ``access``    from a call to the record it is about, and through whose eyes
"""

from typing import Final

from service.api.games import acting, history, live, notes, opening, proof, reading, words
from service.api.routes import Operation

# Moves are played more often than anything else is done.
operations: Final[tuple[Operation, ...]] = (
    *acting.operations,
    *reading.operations,
    *history.operations,
    *live.operations,
    *opening.operations,
    *proof.operations,
    *words.operations,
    *notes.operations,
)
