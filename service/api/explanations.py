"""What each problem is: behind the URIs that problems name as their `type`."""

from msgspec import Struct
from starlette.responses import Response

from service.api.bodies import answer
from service.api.call import Call
from service.api.problems import REFUSED, STATUS, Problem
from service.api.routes import ANYONE, Operations
from service.i18n import Text, catalogue

operations = Operations("problems")


class Explained(Struct, frozen=True):
    """A code in words. `{fact}` stands for a fact of the problem; `game` names whose words it is, null for all."""

    game: str | None
    title: str
    detail: str
    what_to_do: str


class Explanation(Struct, frozen=True):
    """Everything a code can mean."""

    code: str
    status: int
    meanings: tuple[Explained, ...]


@operations.get("/problems/{code}", "What a problem is", access=ANYONE, answer=Explanation, problems=("not_found",))
async def explain(call: Call) -> Response:
    """In English or Spanish by Accept-Language."""
    code, language = call.path_params["code"], call.language
    found = tuple(_meanings(code, catalogue(language).problems))
    if not found:
        raise Problem("not_found")
    headers = {"content-language": language, "vary": "Accept-Language"}
    return answer(Explanation(code, STATUS.get(code, REFUSED), found), headers=headers)


def _meanings(code: str, texts: dict[str, Text]) -> list[Explained]:
    found = []
    for key, text in texts.items():
        game, _, own = key.rpartition(".")
        if own == code:
            found.append(Explained(game or None, text.title, text.detail, text.what_to_do))
    return found
