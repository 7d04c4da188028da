"""Imports hands from files into the store, as one run for each file.

A large file comes in parts, each of whole hands: the first begins a run, and the others, with
the token that the first was answered with, add to it. What a file says of its money is kept:
its currency and smallest coin in the run's settings, and the rake in the payoffs, which add up
to less than nothing by it.
"""

import re
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from fivebet.errors import FivebetError, FormatError
from fivebet.formats import FileRecord, read_text
from fivebet.game import Hand
from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs
from fivebet.web.replay import IMPORT_KIND
from fivebet.web.tables.participants import digest

_MOST_COMPLAINTS = 20
_DEALT = re.compile(r"^Dealt to (.+) \[", re.M)
_LEAST_SHARE_OF_A_HERO = 0.9
"""The share of the hands in which the cards of whoever has saved them are known."""


@dataclass(frozen=True)
class ImportedPart:
    """What a part of a file came to."""

    run: int
    hands: int
    """All hands of the file that are stored so far."""
    left_out: list[str]
    """Why other hands of this part are not stored, some of them."""
    token: str
    """Adds the next part."""


def import_hands(
    url: str,
    text: str,
    source: str,
    run: int | None = None,
    token: str = "",
    has_more: bool = False,
) -> ImportedPart:
    """Store the hands of a text: a whole file, or a part of one."""
    records, complaints = _read(text, source)
    if run is None and not records:
        raise FormatError(complaints[0] if complaints else "no hand is found in it")
    with closing(Runs(url)) as runs:
        if run is None:
            token = secrets.token_urlsafe(24)
            run = runs.begin(_spec(text, source, token), fresh=True)
        found = runs.run(run)
        known = found.settings.get("token") if found and found.kind == IMPORT_KIND else None
        if found is None or known != digest(token):
            raise FivebetError(f"run {run} is no import of yours that takes further hands")
        settings, names = dict(found.settings), list(found.players)
        names += dict.fromkeys(
            name for record in records for name in _names(record) if name not in names
        )
        first = settings["hands"]
        stored = [_to_stored(each, first + i, names) for i, each in enumerate(records)]
        settings = _amended(settings, records, len(complaints), _DEALT.findall(text))
        if not has_more:
            settings["token"] = ""
        # The numbers of hands are taken before these are written: none is given twice.
        runs.amend(run, settings, names)
        runs.record([(run, hand) for hand in stored])
        if not has_more:
            counts = {"hands": settings["hands"], "left_out": settings["left_out"]}
            runs.finish(run, counts, 0)
    return ImportedPart(run, settings["hands"], complaints[:_MOST_COMPLAINTS], token)


def _read(text: str, source: str) -> tuple[list[FileRecord], list[str]]:
    records: list[FileRecord] = []
    complaints: list[str] = []
    for item in read_text(text, source):
        if isinstance(item, FormatError):
            complaints.append(str(item))
            continue
        try:
            item.replay()
        except FivebetError as error:
            complaints.append(f"{item.source}:{item.line}: {item.name}: {error}")
        else:
            records.append(item)
    return records, complaints


def _spec(text: str, source: str, token: str) -> RunSpec:
    return RunSpec(
        kind=IMPORT_KIND,
        settings={
            "source": source,
            "digest": blake2b(text.encode(), digest_size=16).hexdigest(),
            "token": digest(token),
            "hands": 0,
            "left_out": 0,
            "money": [],
            "known": {},
            "hero": "",
        },
        players=(),
        chunks=1,
    )


def _amended(
    settings: dict[str, Any], records: Sequence[FileRecord], complaints: int, dealt: Sequence[str]
) -> dict[str, Any]:
    """Return the settings of a run after further hands: its money, and who has saved them.

    That is who was dealt cards for all to read, or else whose cards are known most often.
    """
    money = list(settings["money"])
    known = Counter(settings["known"])
    for serial, record in enumerate(records, settings["hands"]):
        stated = record.metadata.get("currency_symbol") or record.metadata.get("currency") or ""
        if not money or money[-1][1:] != [str(stated), record.scale]:
            money.append([serial, str(stated), record.scale])
        if not dealt:
            named = zip(_names(record), record.holes, strict=True)
            known.update(name for name, hole in named if hole is not None)
    known.update(dealt)
    hands = settings["hands"] + len(records)
    hero, often = max(known.items(), key=lambda item: item[1], default=("", 0))
    is_one = often >= _LEAST_SHARE_OF_A_HERO * hands and list(known.values()).count(often) == 1
    return settings | {
        "hands": hands,
        "left_out": settings["left_out"] + complaints,
        "money": money,
        "known": dict(known.most_common(100)),
        "hero": hero if is_one else "",
    }


def _to_stored(record: FileRecord, serial: int, names: Sequence[str]) -> StoredHand:
    hand: Hand = record.replay()
    stored = StoredHand.from_hand(
        hand,
        serial=serial,
        seed=0,
        seating=[names.index(name) for name in _names(record)],
        decisions=[(move.seat, {}) for move in hand.moves],
    )
    if record.payoffs is None:
        return stored
    return replace(stored, payoffs=" ".join(map(str, record.payoffs)))


def _names(record: FileRecord) -> tuple[str, ...]:
    return record.players or tuple(f"Seat {seat + 1}" for seat in range(record.game.seats))
