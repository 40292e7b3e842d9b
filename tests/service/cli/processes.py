"""Running `acta` as people do: as a process, with an environment of its own."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from typer.testing import CliRunner

from service.cli.explaining import told
from service.cli.main import app

ROOT = Path(__file__).parents[3]


def environment(**variables):
    """The process's own without any setting of acta, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ACTA_", "LC_", "LANG"))}
    return kept | {"LANG": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "100"} | variables


def command(*arguments):
    return [sys.executable, "-m", "service.cli", *map(str, arguments)]


class Finished:
    """What a command left behind."""

    def __init__(self, done):
        self.code = done.returncode
        self.raw = done.stdout
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    @property
    def complaint(self):
        """The one line a failed command says; there must be no other, and no traceback."""
        assert self.code == 2, (self.code, self.out, self.err)
        (line,) = self.err.splitlines()
        assert line.startswith("acta: ")
        assert self.out == ""
        return line.removeprefix("acta: ")


def acta(*arguments, stdin=b"", cwd=ROOT, **variables):
    """Run a command to its end."""
    done = subprocess.run(
        command(*arguments),
        check=False,
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(PYTHONPATH=str(ROOT), **variables),
        timeout=120,
    )
    finished = Finished(done)
    assert "Traceback" not in finished.err + finished.out, finished.err
    return finished


def refusal(*arguments):
    """The line a command would say, without a process for it: for commands that fail before they begin."""
    words = list(map(str, arguments))
    error = CliRunner().invoke(app(words), words).exception
    assert error is not None
    line = told(error)
    assert line is not None, error
    return line


class Running:
    """A command that goes on until it is stopped; what it prints can be waited for."""

    def __init__(self, *arguments, **variables):
        self.lines = []
        self._new = queue.Queue()
        self.process = subprocess.Popen(
            command(*arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=environment(**variables),
            start_new_session=True,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def until(self, pattern, seconds=60):
        """The first line that matches, from here on."""
        deadline = time.monotonic() + seconds
        while True:
            line = self._new.get(timeout=max(0.1, deadline - time.monotonic()))
            assert line is not None, f"it ended before it said {pattern!r}: {self.lines}"
            self.lines.append(line)
            if found := re.search(pattern, line):
                return found

    def stop(self, number=signal.SIGINT, seconds=30):
        """End it as Ctrl-C does, for the whole process group; its exit code."""
        os.killpg(self.process.pid, number)
        code = self.process.wait(seconds)
        self._finish()
        return code

    def wait(self, seconds=120):
        code = self.process.wait(seconds)
        self._finish()
        return code

    def _finish(self):
        self._reader.join(10)
        while (line := self._new.get(timeout=10)) is not None:
            self.lines.append(line)
        self.process.stdout.close()

    @property
    def text(self):
        return "\n".join(self.lines)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.wait(30)
        elif not self.process.stdout.closed:
            self._finish()
        assert "Traceback" not in self.text, self.text
