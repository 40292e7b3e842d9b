"""`make` on a bare machine says what it is doing before every step that takes a while."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.mark.skipif(shutil.which("make") is None, reason="this machine has no make")
@pytest.mark.parametrize(("target", "steps"), [("serve", 3), ("demo", 3), ("test", 4)])
def test_every_step_of_an_installation_is_announced(target: str, steps: int, tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target, f"VENV={tmp_path / 'venv'}"],
        check=True, capture_output=True, cwd=ROOT, text=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    slow = [at for at, line in enumerate(lines) if " -m pip " in line or " -m venv " in line]
    assert len(slow) == steps
    for at in slow:
        assert lines[at - 1].startswith("echo "), lines[at]
        assert "take" in lines[at - 1]
