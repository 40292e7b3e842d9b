"""`python -m tests.bench [PART …]`: measure and print."""

import sys

from tests.bench import memory, moves, opening, projecting, rules, twins, widest
from tests.bench.ground import ground
from tests.bench.report import console

PARTS = ("rules", "twins", "opening", "moves", "projecting", "memory")


def main(asked: list[str]) -> int:
    """Run the parts asked for, all of them by default."""
    unknown = [part for part in asked if part not in PARTS]
    if unknown:
        console.print(f"There is no part {', '.join(unknown)}; there are {', '.join(PARTS)}.")
        return 2
    chosen = asked or list(PARTS)
    if "rules" in chosen:
        rules.measure()
        widest.measure()
    if "twins" in chosen:
        twins.measure()
    for name, part in (("opening", opening), ("moves", moves), ("projecting", projecting), ("memory", memory)):
        if name in chosen:
            with ground() as fresh:
                part.measure(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
