"""Recorded hands of a run as files: PHH, PokerStars text, or a log like the ACPC dealer's."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from fivebet.errors import FivebetError, StoreError
from fivebet.files import save_text
from fivebet.formats import WRITERS
from fivebet.formats.acpc.matchlog import MatchLog, log_text
from fivebet.game import Game, HandRecord
from fivebet.game.games import GAMES
from fivebet.store.locations import store_url

if TYPE_CHECKING:
    from fivebet.store.runs import Runs

SUFFIXES = {".phhs": "phh", ".phh": "phh", ".txt": "pokerstars", ".log": "acpc"}
"""The format of a file of hands, by how its name ends."""


def check_log(path: Path) -> str:
    """Return the format that the name of a file stands for."""
    if path.suffix not in SUFFIXES:
        raise FivebetError(
            f"{str(path)!r} is no log: name it .phhs (PHH), .txt (PokerStars) or .log (ACPC)"
        )
    return SUFFIXES[path.suffix]


def write_log(store: str | None, run: int, path: Path) -> None:
    """Write all recorded hands of a run into a file."""
    save_text(path, hands_text(recorded_hands(store, run), check_log(path)))


def recorded_hands(store: str | None, run: int) -> list[HandRecord]:
    """Return the recorded hands of a run, in their order."""
    with opened_runs(store, "hands") as runs:
        names = tuple(_distinct(runs.one(run).players))
        records = [replace(hand, players=names).record for hand in runs.hands(run)]
    if not records:
        raise StoreError(f"run {run} has no recorded hands: play it with --record all or 1/100")
    return records


@contextmanager
def opened_runs(store: str | None, wanted: str = "runs") -> "Iterator[Runs]":
    """Open the store in which something is wanted, and close it in the end."""
    from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

    url = store_url(store)
    if url is None:
        raise StoreError(f"there are no {wanted} in no store: leave out --store none")
    with closing(Runs(url)) as runs:
        yield runs


def hands_text(
    records: Sequence[HandRecord],
    format_: str,
    *,
    name: str = "fivebet",
    seed: int = 0,
) -> str:
    """Return hands as the text of a file; a log of the ACPC names itself, game and seed."""
    if format_ != "acpc":
        return WRITERS[format_](records)
    players = tuple(dict.fromkeys(player for record in records for player in record.players))
    totals = dict.fromkeys(players, Fraction(0))
    for record in records:
        for player, payoff in zip(record.players, record.payoffs or (), strict=True):
            totals[player] += payoff
    game = records[0].game
    if any(record.game != game for record in records):
        raise FivebetError("a log of the ACPC is of one game: write tournaments as .phhs")
    return log_text(
        MatchLog(
            name=name,
            game=game,
            game_name=_named(game),
            hands=len(records),
            seed=seed,
            records=tuple(records),
            players=players,
            totals=tuple(totals.values()),
        )
    )


def _named(game: Game) -> str:
    """Return the name by which a log's reader finds a game: ours, or that of its file."""
    name = (game.name or "game").replace(" ", "_")
    return name if GAMES.get(name) == game else f"{name}.game"


def _distinct(names: Sequence[str]) -> list[str]:
    """Number agents of the same name, and replace characters that logs cannot hold."""
    seen: Counter[str] = Counter()
    distinct = []
    for name in names:
        seen[name] += 1
        word = name.replace(" ", "_").replace("|", "_").replace(":", "_")
        distinct.append(word if seen[name] == 1 else f"{word}#{seen[name]}")
    return distinct
