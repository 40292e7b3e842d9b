"""Events to bytes and back: MessagePack under stable names, old versions brought up to date while reading."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from msgspec.structs import fields

from service.store.errors import BadRegistry, MisfiledEvent, UndecodableEvent, UnknownTopic

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the mapping stored by one version of an event into that of the next. Ids are bytes, tuples are lists."""

Registry = Mapping[str, tuple[int, type[msgspec.Struct]]]
"""Stable name of an event -> its present version and its struct."""

Upcasters = Mapping[tuple[str, int], Upcaster]
"""(Stable name, version n) -> what turns version n into n + 1. One step a version: a chain cannot run in circles."""

NO_UPCASTERS: Final[Upcasters] = MappingProxyType({})


class _Event(Protocol):
    """What every registered struct has; `check_registry` makes sure of it."""

    @property
    def originator_id(self) -> UUID: ...
    @property
    def originator_version(self) -> int: ...


class MessagePackTranscoder(Transcoder):
    """The library's seam for anything that is no event, a snapshot for example."""

    def __init__(self) -> None:
        self._encoder = msgspec.msgpack.Encoder(uuid_format="bytes", order="deterministic")

    def encode(self, obj: Any) -> bytes:
        """MessagePack of `obj`; ids as 16 bytes."""
        return self._encoder.encode(obj)

    def decode(self, data: bytes) -> Any:
        """Plain values: ids stay bytes."""
        return msgspec.msgpack.decode(data)


class EventMapper(Mapper[UUID]):
    """Converts between registered event structs and stored events.

    The topic is `name/version` (`game.move_played/1`), not an import path: classes may move and be renamed. The same
    event always becomes the same bytes. A whole event is encoded, its ids too, so that a row put under another game
    or version is noticed when it is read.

    Raises `BadRegistry` when constructed from a registry with a fault.
    """

    def __init__(self, registry: Registry, upcasters: Upcasters = NO_UPCASTERS) -> None:
        super().__init__(transcoder=MessagePackTranscoder())
        check_registry(registry, upcasters)
        self._encode: Final = msgspec.msgpack.Encoder(uuid_format="bytes", order="deterministic").encode
        self._topics: Final[dict[type, str]] = {
            struct: f"{name}/{version}" for name, (version, struct) in registry.items()
        }
        self._readers: Final[dict[str, Callable[[bytes], Any]]] = {}
        for name, (version, struct) in registry.items():
            self._readers[f"{name}/{version}"] = msgspec.msgpack.Decoder(struct).decode
            for old in range(1, version):
                steps = [upcasters[name, step] for step in range(old, version)]
                self._readers[f"{name}/{old}"] = _upcasting(struct, steps)

    @property
    def topics(self) -> frozenset[str]:
        """Every topic that can be read."""
        return frozenset(self._readers)

    def topic(self, event_type: type) -> str:
        """The topic under which events of this type are stored. Raises `BadRegistry` for an unknown one."""
        try:
            return self._topics[event_type]
        except KeyError:
            raise BadRegistry(f"{event_type.__qualname__} is not in the event registry") from None

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The event as a row. Raises `BadRegistry` if its type is not registered."""
        return StoredEvent(
            domain_event.originator_id,
            domain_event.originator_version,
            self._topics.get(type(domain_event)) or self.topic(type(domain_event)),
            self._encode(domain_event),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The event of a row. Raises `UnknownTopic`, `MisfiledEvent` or `UndecodableEvent`."""
        event: DomainEventProtocol[UUID] = self.decode(
            stored_event.originator_id, stored_event.originator_version, stored_event.topic, stored_event.state
        )
        return event

    def decode(self, originator_id: UUID | str, originator_version: int, topic: str, state: bytes) -> Any:
        """The same as `to_domain_event` from the bare columns: the fast way to read many rows."""
        reader = self._readers.get(topic)
        if reader is None:
            raise UnknownTopic(originator_id, originator_version, topic, "no event of this name and version is known")
        try:
            event: _Event = reader(state)
        except Exception as error:  # an upcaster may stumble over anything
            reason = f"{type(error).__name__}: {error}"
            raise UndecodableEvent(originator_id, originator_version, topic, reason) from error
        if event.originator_version != originator_version or event.originator_id != originator_id:
            reason = f"it is event {event.originator_version} of {event.originator_id}"
            raise MisfiledEvent(originator_id, originator_version, topic, reason)
        return event


def check_registry(registry: Registry, upcasters: Upcasters) -> None:
    """Make sure that every version ever written can be read. Raises `BadRegistry` naming the first fault."""
    names: dict[type, str] = {}
    for name, (version, struct) in registry.items():
        if not name or "/" in name:
            raise BadRegistry(f"{name!r} cannot be the name of an event")
        if version < 1:
            raise BadRegistry(f"{name}: versions count from 1, not {version}")
        if (other := names.setdefault(struct, name)) != name:
            raise BadRegistry(f"{other} and {name} share the struct {struct.__qualname__}")
        _check_struct(name, struct)
        for old in range(1, version):
            if (name, old) not in upcasters:
                raise BadRegistry(f"{name}: nothing brings version {old} up to version {old + 1}")
    for name, old in upcasters:
        if name not in registry:
            raise BadRegistry(f"{name}: has an upcaster and is not in the event registry")
        if not 1 <= old < registry[name][0]:
            raise BadRegistry(f"{name}: an upcaster from version {old} is never reached; it is at {registry[name][0]}")


def _check_struct(name: str, struct: type[msgspec.Struct]) -> None:
    config = struct.__struct_config__
    if not config.frozen:
        raise BadRegistry(f"{name}: {struct.__qualname__} is not frozen")
    if config.array_like:
        raise BadRegistry(f"{name}: {struct.__qualname__} is stored by position; upcasters need names")
    leading = [(field.name, field.type) for field in fields(struct)[:2]]
    if leading != [("originator_id", UUID), ("originator_version", int)]:
        raise BadRegistry(f"{name}: {struct.__qualname__} must begin with originator_id: UUID, originator_version: int")


def _upcasting(struct: type[msgspec.Struct], steps: list[Upcaster]) -> Callable[[bytes], Any]:
    def decode(state: bytes) -> Any:
        mapping: dict[str, Any] = msgspec.msgpack.decode(state)
        for step in steps:
            mapping = step(mapping)
        return msgspec.convert(mapping, struct)

    return decode
