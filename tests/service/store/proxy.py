"""A wire between client and server that loses messages when told to."""

import contextlib
import os
import select
import shutil
import socket
import tempfile
import threading
from pathlib import Path
from typing import Self
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

COMMIT = b"acta_commit"


class Proxy:
    """Listens on a socket of its own and passes everything on, until told otherwise.

    `lose_answer`: the next COMMIT reaches the server, its answer never comes back, and the connection ends.
    `lose_request`: the next COMMIT never reaches the server, and the client's connection ends.
    `delay_request`: the same, but the server's side stays open, and `deliver` sends it on later.
    `hang`: nothing passes any more, in either direction, until `resume`.
    """

    def __init__(self, url: str) -> None:
        parts = conninfo_to_dict(url)
        self._upstream = f"{parts['host']}/.s.PGSQL.{parts.get('port', 5432)}"
        self._folder = Path(tempfile.mkdtemp(prefix="acta-proxy-", dir="/tmp"))
        host = quote(str(self._folder), safe="")
        self.url = f"postgresql://{parts['user']}@/{parts['dbname']}?host={host}&port=5432"
        self.mode = ""
        self.lost = threading.Event()
        self._late: list[tuple[socket.socket, bytes]] = []
        self._open: list[socket.socket] = []
        self._stopped = threading.Event()
        self._flowing = threading.Event()
        self._flowing.set()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._folder / ".s.PGSQL.5432"))
        self._listener.listen(20)
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def hang(self) -> None:
        self._flowing.clear()

    def resume(self) -> None:
        self._flowing.set()

    def deliver(self) -> bytes:
        """Send on what `delay_request` held back; what the server says to it."""
        answer = b""
        for server, data in self._late:
            with contextlib.suppress(OSError):
                server.sendall(data)
            server.settimeout(2)
            with contextlib.suppress(OSError):
                while more := server.recv(65536):
                    answer += more
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._flowing.set()
        for thread in self._threads:
            thread.join()
        for end in (*self._open, self._listener):
            end.close()
        shutil.rmtree(self._folder)

    def _accept(self) -> None:
        while not self._stopped.is_set():
            if not select.select([self._listener], [], [], 0.05)[0]:
                continue
            client, _ = self._listener.accept()
            server = socket.socket(socket.AF_UNIX)
            self._open += [client, server]
            try:
                server.connect(self._upstream)
            except OSError:
                client.close()
                continue
            thread = threading.Thread(target=self._pass, args=(client, server))
            self._threads.append(thread)
            thread.start()

    def _pass(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while not self._stopped.is_set():
                ready = select.select([client, server], [], [], 0.05)[0]
                self._flowing.wait()
                for source in ready:
                    data = source.recv(1 << 20)
                    if source is client and COMMIT in data and b"\x00" + COMMIT in data and self._lose(server, data):
                        if self.mode != "delay_request":
                            os.close(server.detach())
                        self.mode = ""
                        client.close()
                        self.lost.set()
                        return
                    if not data:
                        client.close()
                        server.close()
                        return
                    (server if source is client else client).sendall(data)

    def _lose(self, server: socket.socket, data: bytes) -> bool:
        """Whether the connection ends here."""
        if b"INSERT" in data or b"SELECT" in data or not self.mode:  # statements being prepared
            return False
        if self.mode == "lose_answer":
            server.sendall(data)
            select.select([server], [], [], 5)
            server.settimeout(0.3)
            with contextlib.suppress(TimeoutError):
                while server.recv(1 << 20):
                    pass
        elif self.mode == "delay_request":
            self._late.append((server, data))
        return True
