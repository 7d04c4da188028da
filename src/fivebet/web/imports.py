"""Hands from files into the store: a run of its own for each file."""

from collections.abc import Sequence
from contextlib import closing
from hashlib import blake2b

from fivebet.errors import FivebetError, FormatError
from fivebet.formats import read_text
from fivebet.game import Hand, HandRecord
from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs
from fivebet.web.replay import IMPORT

__all__ = ["import_hands"]

_MOST_COMPLAINTS = 20


def import_hands(url: str, text: str, source: str) -> tuple[int, int, list[str]]:
    """Keep the hands of a text; the run's number, how many there are, and what was left out.

    Amounts are whole chips of the file's smallest coin; rakes and names of rooms are not kept.
    """
    records: list[HandRecord] = []
    complaints: list[str] = []
    for found in read_text(text, source):
        try:
            if isinstance(found, FormatError):
                raise found
            found.replay()
            records.append(found)
        except FivebetError as error:
            complaints.append(str(error))
    if not records:
        raise FormatError(complaints[0] if complaints else "no hand is found in it")
    names = list(dict.fromkeys(name for record in records for name in _names(record)))
    plan = RunSpec(
        kind=IMPORT,
        settings={"source": source, "digest": blake2b(text.encode(), digest_size=16).hexdigest()},
        players=tuple(names),
        chunks=1,
    )
    with closing(Runs(url)) as runs:
        run = runs.begin(plan, fresh=True)
        runs.record([(run, _kept(record, i, names)) for i, record in enumerate(records)])
        runs.finish(run, {"hands": len(records), "left_out": len(complaints)}, 0)
    return run, len(records), complaints[:_MOST_COMPLAINTS]


def _kept(record: HandRecord, serial: int, names: Sequence[str]) -> StoredHand:
    hand: Hand = record.replay()
    return StoredHand.from_hand(
        hand,
        serial=serial,
        seed=0,
        seating=[names.index(name) for name in _names(record)],
        decisions=[(move.seat, {}) for move in hand.moves],
    )


def _names(record: HandRecord) -> tuple[str, ...]:
    return record.players or tuple(f"Seat {seat + 1}" for seat in range(record.game.seats))
