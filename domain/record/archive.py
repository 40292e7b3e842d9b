"""The archive: one file that holds a game and can be checked offline.

It is JSON, a line each: a header, then every event as its public document with its digest and the secrets the reader
may open. An archive for an arbiter opens everything; one for a seat only what that seat saw, and, where the seed is
in it, every outcome, for the seed tells them anyway. Texts that were said stand beside the digests of the moves, where
they were asked for. docs/record-format.md specifies the format.
"""

from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.outcomes import audience
from domain.kernel.seats import Viewer, sees
from domain.kernel.secrecy import knows_secrets_of
from domain.record.chain import Opening, Path, commitments, digest, openings, public_document
from domain.record.events import GameEvent, GameOpened, MovePlayed, Told

FORMAT = "acta.archive/1"

MOST_CARDS = 10_000
"""More cards no single outcome has; a file that claims more is not believed, let alone allocated."""

_decoder: msgspec.json.Decoder[GameEvent] = msgspec.json.Decoder(GameEvent)


class Header(Struct, frozen=True):
    """What the file is. `seed` is there once it is revealed to the reader; `names` only when they were asked for."""

    format: str
    game: UUID
    ruleset: str
    ruleset_version: int
    opened_for: Viewer
    events: int
    head: str
    seed: str | None = None
    names: dict[str, str] | None = None


class Spoken(Struct, frozen=True):
    """A text and its salt: the two give the digest that a move has as its `words`."""

    salt: bytes
    text: str


class Line(Struct, frozen=True):
    """One event: what was hashed, its digest in hexadecimal, and the secrets opened to the reader by their paths.

    `said` is the text said with a move, only when texts were asked for, and left out where it was erased.
    """

    document: Told
    digest: str
    opened: dict[Path, Opening] = {}
    said: Spoken | UnsetType = UNSET


def archive(
    events: Iterable[GameEvent],
    viewer: Viewer,
    *,
    with_seed: bool = False,
    names: dict[str, str] | None = None,
    said: Mapping[int, Spoken] | None = None,
) -> Iterator[bytes]:
    """The lines of a game's archive as this viewer may have it, each ending in a newline.

    `with_seed` puts the seed in the header: the caller asks for it only where the table's choice lets the viewer have
    it. `said` are texts to be put in, by the versions of their events. Raises ValueError when the events do not begin
    with an opening.
    """
    kept = tuple(events)
    if not kept or not isinstance(kept[0], GameOpened):
        raise ValueError("a record begins with its opening")
    opening = kept[0]
    texts = said or {}
    lines = [_line(event, opening.seed, viewer, with_seed, texts.get(event.originator_version)) for event in kept]
    header = Header(
        format=FORMAT,
        game=opening.originator_id,
        ruleset=opening.ruleset,
        ruleset_version=opening.ruleset_version,
        opened_for=viewer,
        events=len(lines),
        head=lines[-1].digest,
        seed=opening.seed.hex() if with_seed else None,
        names=names,
    )
    for part in (header, *lines):
        yield msgspec.json.encode(part, order="sorted") + b"\n"


def _line(event: GameEvent, seed: bytes, viewer: Viewer, with_seed: bool, said: Spoken | None) -> Line:
    secrets = openings(event, seed)
    document = public_document(event, commitments(secrets))
    opened = {path: opening for path, opening in secrets.items() if _may_open(event, path, viewer, with_seed)}
    return Line(document, digest(document).hex(), opened, UNSET if said is None else said)


def _may_open(event: GameEvent, path: Path, viewer: Viewer, with_seed: bool) -> bool:
    """Outcomes are for their audience and whoever has the seed, secret fields for their mover; arbiters get all."""
    kind, _, name = path.partition("/")
    if kind == "move":
        return isinstance(event, MovePlayed) and knows_secrets_of(event.seat, viewer)
    outcomes = getattr(event, "outcomes", ())
    return with_seed or sees(viewer, audience(outcomes[int(name)]))


def event_of(line: Line, seed: bytes) -> GameEvent:
    """The event a line tells of, its opened secrets put back in their places.

    A secret that was not opened has a stand-in: a zero for each card, its commitment for a field of a move. Raises
    msgspec.ValidationError when the document is no event.
    """
    document = dict(line.document)
    outcomes = document.get("outcomes")
    if isinstance(outcomes, list):
        document["outcomes"] = [_whole(told, line.opened.get(f"outcomes/{n}")) for n, told in enumerate(outcomes)]
    moved = {path.removeprefix("move/"): opening for path, opening in line.opened.items() if path.startswith("move/")}
    if document.get("event") == "game.move_played":
        move = document.get("move")
        if isinstance(move, dict):
            document["move"] = move | {name: opening.value for name, opening in moved.items()}
        document["salts"] = {name: opening.salt for name, opening in moved.items()}
    if document.get("event") == "game.opened":
        document["seed"] = seed
    document["request_id"] = ""
    return _decoder.decode(msgspec.json.encode(document))


def _whole(told: object, opening: Opening | None) -> object:
    """A hidden outcome with its cards put back; any other as it is."""
    if not isinstance(told, dict) or told.get("outcome") != "hidden":
        return told
    count = told.get("count")
    if not isinstance(count, int) or not 0 <= count <= MOST_CARDS:
        return told
    cards = [0] * count if opening is None else opening.value
    common = {"outcome": told.get("kind"), "seen_by": told.get("seen_by"), "cards": cards}
    if told.get("kind") == "show":
        return common | {"ruling": told.get("ruling"), "what": told.get("where")}
    return common | {"pile": told.get("where")}
