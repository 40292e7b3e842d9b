"""What a record refuses, beside what the rules refuse (`domain.kernel.refusals.IllegalMove`)."""

from domain.kernel.refusals import Fact


class Refused(Exception):
    """The record cannot take this now: it is paused, over, or there is nothing to take back. `code` is stable."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class MalformedMove(Exception):
    """This is no move of this game at all: an unknown kind, a missing or unknown field, a wrong type."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class MalformedOptions(MalformedMove):
    """The same of the options a table is to be opened with."""


class UnknownRuleset(Exception):
    """No such game, or no such version of it."""


class NoSuchPly(Exception):
    """The timeline has no such ply; `last` is the newest there is."""

    def __init__(self, ply: int, last: int) -> None:
        super().__init__(f"no ply {ply}, the last is {last}")
        self.ply = ply
        self.last = last


class HistoryNotLoaded(Exception):
    """The record was opened from a checkpoint and this needs what lies before it: load it whole and try again."""


GAME_OVER = "game_over"
PAUSED = "paused"
NOT_PAUSED = "not_paused"
NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
NOT_YOUR_MOVE = "not_your_move"
"""Only the seat that played the last move may take it back."""
CHANCE_ANSWERED = "chance_answered"
"""The move drew, rolled or showed something, and what is known cannot be unknown."""
OTHERS_LEARNED = "others_learned"
"""The move told the others something by itself."""
TELLS_TOO_MUCH = "tells_too_much"
"""A move somebody learns from cannot be followed by others in one request: their refusal would tell of it."""
OPENED_TWICE = "opened_twice"
