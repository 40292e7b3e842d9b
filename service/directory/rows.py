"""What the directory keeps in the append of an event about a player, so that neither is there without the other."""

from typing import Final

from service.store.errors import VersionConflict
from service.store.rows import Statement

ADD_PERSON: Final = Statement(
    name="add_person",
    sql="INSERT INTO players (id, name, contact) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])",
    columns=("uuid", "text", "text"),
    duplicate=lambda row: VersionConflict(row[0], 1),
)
"""With player.registered: id, name, contact."""

RECORD_MERGE: Final = Statement(
    name="record_merge",
    sql="INSERT INTO player_merges (id, into_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])",
    columns=("uuid", "uuid"),
    duplicate=lambda row: VersionConflict(row[0], 0),
)
"""With player.merged: the entry, and the one it counts as from here on."""

ERASE_PERSON: Final = Statement(
    name="erase_person",
    sql="DELETE FROM players WHERE id = ANY($1::uuid[])",
    columns=("uuid",),
    latest_by=1,
)
"""With player.erased: the entry whose name and contact go."""

FORGET_HOLDER: Final = Statement(
    name="forget_holder",
    sql="UPDATE tokens SET label = '', revoked_at = coalesce(revoked_at, now()) WHERE player_id = ANY($1::uuid[])",
    columns=("uuid",),
    latest_by=1,
)
"""With player.erased: the entry whose tokens count no more. A label may hold a name."""
