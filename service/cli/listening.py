"""The address to listen on: taken before anything else is started, so that a taken port is known at once."""

import errno
import ipaddress
import socket

from service.cli.failures import Failure
from service.serving import BACKLOG


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises Failure, which says what to do."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError:
        raise Failure(f"{host!r} is no address of this machine; try --host 127.0.0.1.") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)  # who comes before the database is ready waits a moment
    except OSError as error:
        listener.close()
        raise Failure(_why_not(error, host, port)) from None
    listener.setblocking(False)
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {port} on {host} is taken, perhaps by another acta. "
                f"Stop that one, or choose another port: --port {port % 65535 + 1} (--port 0 takes a free one)."
            )
        case errno.EACCES:
            return f"Port {port} needs more rights than you have; choose one above 1023: --port 8000."
        case errno.EADDRNOTAVAIL:
            return f"{host!r} is no address of this machine; try --host 127.0.0.1."
        case _:
            return f"acta cannot listen on {host}, port {port}: {error.strerror}."


def url_of(listener: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    address = ipaddress.ip_address(host.partition("%")[0])
    if address.is_unspecified:
        address = ipaddress.ip_address("127.0.0.1" if address.version == 4 else "::1")
    return f"http://[{address}]:{port}" if address.version == 6 else f"http://{address}:{port}"


def is_open_to_others(listener: socket.socket) -> bool:
    """Whether other machines may reach it.

    >>> with listening("127.0.0.1", 0) as one, listening("0.0.0.0", 0) as other:
    ...     is_open_to_others(one), is_open_to_others(other)
    (False, True)
    """
    return not ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback
