"""Make kept answers anew, or look at those that are too slow for the tests.

python -m tests.golden                    compare all but the slow ones
python -m tests.golden runs hands         compare these
python -m tests.golden --update match     keep what this version answers, on purpose
python -m tests.golden --slow             training and the papers too: an hour
"""

import argparse
import sys
import time

from tests.golden.answers import DOCUMENTS, compare, made, write
from tests.golden.scenarios import SLOW


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"Some of {', '.join(DOCUMENTS)}.")
    parser.add_argument("--update", action="store_true", help="Write instead of comparing.")
    parser.add_argument("--slow", action="store_true", help="With those that take minutes.")
    given = parser.parse_args()
    names = given.names or [name for name in DOCUMENTS if given.slow or name not in SLOW]
    different = 0
    for name in names:
        start = time.perf_counter()
        found = made(name)
        seconds = time.perf_counter() - start
        if given.update:
            write(name, found)
            print(f"{name}: written in {seconds:.1f} s")
            continue
        lines = compare(name, found)
        different += len(lines)
        print(f"{name}: {len(lines)} differences, {seconds:.1f} s", *lines, sep="\n    ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
