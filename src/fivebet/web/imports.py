"""Imports hands from files into the store, as one run for each file."""

from collections.abc import Sequence
from contextlib import closing
from hashlib import blake2b

from fivebet.errors import FivebetError, FormatError
from fivebet.formats import read_text
from fivebet.game import Hand, HandRecord
from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs
from fivebet.web.replay import IMPORT_KIND

_MOST_COMPLAINTS = 20


def import_hands(url: str, text: str, source: str) -> tuple[int, int, list[str]]:
    """Store the hands of a text; return the run's number, the number of hands, and complaints.

    Amounts are whole chips of the file's smallest coin; rakes and names of rooms are not stored.
    """
    records: list[HandRecord] = []
    complaints: list[str] = []
    for item in read_text(text, source):
        try:
            if isinstance(item, FormatError):
                raise item
            item.replay()
            records.append(item)
        except FivebetError as error:
            complaints.append(str(error))
    if not records:
        raise FormatError(complaints[0] if complaints else "no hand is found in it")
    names = list(dict.fromkeys(name for record in records for name in _names(record)))
    spec = RunSpec(
        kind=IMPORT_KIND,
        settings={"source": source, "digest": blake2b(text.encode(), digest_size=16).hexdigest()},
        players=tuple(names),
        chunks=1,
    )
    with closing(Runs(url)) as runs:
        run = runs.begin(spec, fresh=True)
        runs.record([(run, _to_stored(record, i, names)) for i, record in enumerate(records)])
        runs.finish(run, {"hands": len(records), "left_out": len(complaints)}, 0)
    return run, len(records), complaints[:_MOST_COMPLAINTS]


def _to_stored(record: HandRecord, serial: int, names: Sequence[str]) -> StoredHand:
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
