"""Where the embedded PostgreSQL keeps its files, and what its configuration says."""

import hashlib
import os
import pwd
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from service.database.account import SYSTEM_HOME, Account, may_enter
from service.database.errors import DatabaseStartError

OWNER: Final = "acta_owner"
SERVICE: Final = "acta_service"
FOLDER: Final = "postgres"
"""Inside the data folder: where the cluster is, or a link to it."""
_SOCKET_NAME: Final = ".s.PGSQL.5432"
_LONGEST_SOCKET: Final = 103  # bytes; what every system takes


class Layout(NamedTuple):
    """The folders of one cluster."""

    home: Path
    data: Path
    socket: Path
    log: Path

    @property
    def cluster_name(self) -> str:
        """Shown in the title of each of the server's processes; how we tell them from those of other servers."""
        return f"acta-{hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]}"


def prepare(folder: Path, account: Account | None) -> Layout:
    """Make the folders of the cluster in acta's data folder, each closed to everybody but the account that runs it.

    Raises `DatabaseStartError` where that is impossible. May be called any number of times.
    """
    try:
        home = _home(folder, account)
        for part in ("socket", "log"):
            if not (home / part).is_symlink():
                _make_private(home / part, account)
        return Layout(home, home / "data", _short_enough(home / "socket", account), home / "log")
    except OSError as error:
        raise DatabaseStartError(
            f"The data folder {folder} cannot be used: {error}. Does it belong to another user? "
            "Set ACTA_DATA to choose another."
        ) from error


def _home(folder: Path, account: Account | None) -> Path:
    home = folder / FOLDER
    if account is not None and not home.exists() and not may_enter(account, folder):
        # As root in a folder closed to others: the cluster lies elsewhere, and a link says where.
        elsewhere = SYSTEM_HOME / "clusters" / secrets.token_hex(8)
        elsewhere.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        _make_private(elsewhere, account)
        home.unlink(missing_ok=True)
        home.symlink_to(elsewhere)
    home = home.resolve()
    _make_private(home, account)
    return home


def _make_private(folder: Path, account: Account | None) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    if stat.S_IMODE(folder.stat().st_mode) != 0o700:
        folder.chmod(0o700)


def _short_enough(socket: Path, account: Account | None) -> Path:
    """The folder of the socket: `socket` itself, or what it links to where its own path is too long for a socket."""
    if len(os.fsencode(socket / _SOCKET_NAME)) <= _LONGEST_SOCKET:
        return socket
    owner = account.uid if account else os.geteuid()
    if socket.is_symlink():
        target = socket.readlink()
        # After a reboot the target may be gone, or somebody else's of the same name.
        if target.is_dir() and not target.is_symlink() and target.stat().st_uid == owner:
            _make_private(target, account)
            return target
        socket.unlink()
    elif socket.is_dir():
        for left in socket.iterdir():
            left.unlink()
        socket.rmdir()
    # Short is the point; the name is random and the folder closed.
    target = Path(tempfile.mkdtemp(prefix="acta-", dir="/tmp"))
    _make_private(target, account)
    socket.symlink_to(target)
    return target


def initdb_arguments(major: int) -> list[str]:
    """How a cluster is made: the same order and letters everywhere, whatever languages the machine has."""
    locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if major >= 17 else []
    return [
        f"--username={OWNER}",
        "--encoding=UTF8",
        "--locale=C",
        *locale,
        "--auth-local=peer",
        "--auth-host=reject",
        "--data-checksums",
        "--no-instructions",
    ]


def write_configuration(layout: Layout) -> None:
    """Write the server's configuration anew, so that it is right also after the folder was moved to another place."""
    data = layout.data
    main = data / "postgresql.conf"
    line = "include 'acta.conf'\n"
    if line not in (text := main.read_text()):
        main.write_text(
            f"{text}\n# What acta needs; acta.conf is written at every start, acta-local.conf is yours.\n{line}"
        )
    if not (local := data / "acta-local.conf").exists():
        local.write_text("# Settings of yours; acta never writes here again.\n")
    (data / "acta.conf").write_text(
        _SETTINGS.format(socket=_quoted(layout.socket), log=_quoted(layout.log), name=layout.cluster_name)
    )
    people = {pwd.getpwuid(uid).pw_name for uid in {os.geteuid(), data.stat().st_uid}}
    (data / "pg_hba.conf").write_text(
        f"# Only over the socket, only this machine's own accounts.\nlocal all {OWNER},{SERVICE} peer map=acta\n"
    )
    (data / "pg_ident.conf").write_text(
        "".join(f'acta "{name}" {role}\n' for name in sorted(people) for role in (OWNER, SERVICE))
    )


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("\\", "\\\\").replace("'", "''") + "'"


_SETTINGS: Final = """\
# Written by acta at every start. Put settings of your own into acta-local.conf beside it.

# Reached over a socket in a closed folder, never over the network.
listen_addresses = ''
port = 5432
unix_socket_directories = {socket}
unix_socket_permissions = 0700
cluster_name = '{name}'
max_connections = 100

# An acknowledged move is on disk.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = 128MB
wal_buffers = 16MB
max_wal_size = 1GB
jit = off
timezone = 'UTC'

# A week of logs; no statement's values, which may be secrets, and no names.
logging_collector = on
log_directory = {log}
log_filename = 'postgresql-%a.log'
log_file_mode = 0600
log_truncate_on_rotation = on
log_rotation_age = 1d
log_rotation_size = 0
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %u '
log_error_verbosity = terse
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_min_error_statement = panic

include_if_exists 'acta-local.conf'
"""
