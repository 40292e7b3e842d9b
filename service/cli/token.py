"""`acta token`: who may come in. Works on the database itself, whether a service runs on it or not."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final
from uuid import UUID

import psycopg
import typer
from rich.table import Column, Table

from service.auth.principal import Role
from service.auth.tokens import LONGEST_LABEL, Token, issue_token, list_tokens, revoke_token
from service.cli.console import on_terminal, out, say
from service.cli.failures import Failure
from service.cli.moments import moment
from service.cli.opening import connected
from service.cli.options import DataOption
from service.cli.plain import plain

app = typer.Typer(no_args_is_help=True, help="Make, list and revoke the tokens that let people and programs in.")

_PAGE: Final = 200


@app.command()
def create(
    role: Annotated[Role, typer.Option(help="What the holder may do.")],
    player: Annotated[
        str | None, typer.Option(help="Whom it stands for: the id or the exact name of a registered player.")
    ] = None,
    label: Annotated[str, typer.Option(help="What it is for, so that you know it again in the list.")] = "",
    expires: Annotated[
        str | None, typer.Option(help="When it ends: 12h, 30d, 4w, a date or a date and time. Default: never.")
    ] = None,
    data: DataOption = None,
) -> None:
    """Make a token and print it, this once: acta keeps only its digest."""
    if role == "player" and player is None:
        raise Failure("A player's token names the player: add --player with the id or the exact name.")
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise Failure(f"A label has at most {LONGEST_LABEL} characters, all of them printable.")
    until = moment(expires, datetime.now(UTC)) if expires else None
    with connected(data) as (_, connection):
        whom = None if player is None else _player(connection, player)
        issued = issue_token(connection, role, whom, label, until)
    say(f"Token {issued.id}, role {role}{f', until {until:%Y-%m-%d %H:%M} UTC' if until else ''}. Shown once; keep it:")
    out.print(issued.token, markup=False)


@app.command("list")
def list_(data: DataOption = None) -> None:
    """List all tokens, the oldest first, without their secrets."""
    with connected(data) as (_, connection):
        tokens = sorted(_all_tokens(connection), key=lambda token: (token.created_at, token.id))
    if not tokens:
        say("There are no tokens yet. Make one: acta token create --role admin")
        return
    now = datetime.now(UTC)
    if not on_terminal():
        for token in tokens:
            print(*_cells(token, now), sep="\t")  # for other programs to read
        return
    table = Table(Column("Token", min_width=36), "Role", "Player", "Label", "Made", "Ends", "State", box=None)
    for token in tokens:
        table.add_row(*_cells(token, now), style="" if _state(token, now) == "good" else "dim")
    out.print(table)


@app.command()
def revoke(
    token: Annotated[str, typer.Argument(help="The id of the token, as `acta token list` shows it.")],
    data: DataOption = None,
) -> None:
    """Make a token worthless. A running service knows within seconds."""
    try:
        which = UUID(token)
    except ValueError:
        raise Failure("That is no id of a token. Name it by its id: `acta token list` shows all of them.") from None
    with connected(data) as (_, connection):
        found = revoke_token(connection, which)
    if not found:
        raise Failure(f"There is no token {which}. `acta token list` shows all of them.")
    out.print(f"Token {which} is revoked.", markup=False)


def _player(connection: psycopg.Connection[Any], text: str) -> UUID:
    """The player people mean. Raises Failure."""
    try:
        whom = UUID(text)
    except ValueError:
        rows = connection.execute("SELECT id FROM players WHERE name = %s LIMIT 2", (text,)).fetchall()
    else:
        rows = connection.execute("SELECT id FROM players WHERE id = %s", (whom,)).fetchall()
    if not rows:
        raise Failure(f"There is no player {text!r}. Register one first: POST /v1/players.")
    if len(rows) > 1:
        raise Failure(f"Several players are called {text!r}; name yours by the id.")
    found: UUID = rows[0][0]
    return found


def _all_tokens(connection: psycopg.Connection[Any]) -> list[Token]:
    found: list[Token] = []
    while page := list_tokens(connection, None, found[-1].id if found else None, _PAGE):
        found += page
    return found


def _state(token: Token, now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    return "expired" if token.expires_at is not None and token.expires_at <= now else "good"


def _cells(token: Token, now: datetime) -> tuple[str, ...]:
    return (
        str(token.id),
        token.role,
        str(token.player or "-"),
        plain(token.label) or "-",
        f"{token.created_at:%Y-%m-%d %H:%M}",
        f"{token.expires_at:%Y-%m-%d %H:%M}" if token.expires_at else "never",
        _state(token, now),
    )
