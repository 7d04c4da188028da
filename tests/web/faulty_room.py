"""A card room that is killed by its own hand at a chosen moment of a chosen hand.

python faulty_room.py MOMENT HAND serve --port 0
"""

import os
import signal
import sys

from fivebet.cli import main
from fivebet.store.hands import StoredHand
from fivebet.web.tables.persistence import SqlTableStore

MOMENTS = ("before writing", "between written and announced")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _arm(moment: str, serial: int) -> None:
    save_hand = SqlTableStore.save_hand

    async def save_and_die(self: SqlTableStore, table: int, hand: StoredHand) -> None:
        last = hand.serial == serial
        if last and moment == "before writing":
            _die()
        await save_hand(self, table, hand)
        if last:
            _die()

    SqlTableStore.save_hand = save_and_die  # type: ignore[method-assign]


if __name__ == "__main__":
    _arm(sys.argv[1], int(sys.argv[2]))
    sys.argv[1:3] = []
    main()
