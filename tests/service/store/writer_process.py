"""A process that appends and says, a line each, what was acknowledged: `game version position`."""

import sys
import threading
from uuid import uuid4

from service.store import GroupCommitRecorder, StoreSettings
from service.store.datastore import ActaDatastore
from tests.service.store.helpers import move


def main(url: str, threads: int, versions: int) -> None:
    datastore = ActaDatastore(StoreSettings(url=url))
    recorder = GroupCommitRecorder(datastore)
    lock = threading.Lock()

    def play() -> None:
        game = uuid4()
        for version in range(1, versions + 1):
            [position] = recorder.submit(move(game, version)).result()
            with lock:
                sys.stdout.write(f"{game} {version} {position}\n")
                sys.stdout.flush()

    players = [threading.Thread(target=play) for _ in range(threads)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    recorder.close()
    datastore.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
