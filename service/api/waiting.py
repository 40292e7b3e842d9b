"""Reads after a write: waiting until the projections show what was recorded."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from service.api.problems import Problem
from service.api.services import Services

PATIENCE: Final = 5.0

# Of their own, so that who waits keeps nobody from working.
_threads: Final = ThreadPoolExecutor(16, thread_name_prefix="acta waiting")


async def shown(services: Services, position: int) -> None:
    """Wait until the projections show everything up to this position of the log.

    Raises Problem projection_behind when that takes too long, and bad_parameter for a position that nothing has yet.
    """
    if _reached(services, position):
        return
    newest = await asyncio.to_thread(services.store.recorder.max_notification_id) or 0
    if position > newest:
        raise Problem("bad_parameter", {"parameter": "after", "expected": f"0 – {newest}"})
    wait = asyncio.get_running_loop().run_in_executor(_threads, services.projections.wait_for, position, PATIENCE)
    if not await wait:
        raise Problem("projection_behind", headers={"retry-after": "1"})


def _reached(services: Services, position: int) -> bool:
    standings = services.projections.status.projections
    return min((standing.position for standing in standings), default=-1) >= position
