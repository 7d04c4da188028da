"""A person's profile, without an account: all hands that the tokens of this browser's seats open.

Luck is that of all-ins alone, whose cards everybody has seen: more would give cards away that
the person may not know. A rating counts blocks of hands against each agent as games.
"""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fivebet._core import run_out_luck
from fivebet.arena.curves import course
from fivebet.arena.ratings import ratings
from fivebet.arena.statistics import interval
from fivebet.errors import FivebetError
from fivebet.formats import WRITERS
from fivebet.game import HandRecord
from fivebet.opponents import Tally
from fivebet.opponents.flows import flows
from fivebet.opponents.statistics import Statistics
from fivebet.store.archive import Archive, HandHit
from fivebet.store.runs import Runs
from fivebet.web.jobs.reviews import REVIEW_KIND
from fivebet.web.replay import make_replay
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import TABLE_KIND
from fivebet.web.tables.settings import HUMAN, TableSettings

ME = "me"
"""What the person is called in their own statistics, whatever the name at each table."""

_HANDS_A_GAME = 20
_MOST_HANDS = 20_000
_MOST_SERIAL = 2**53
_MOST_REVIEWS = 1_000
_POINTS = 160
_RUN_OUT = 4


@dataclass(frozen=True)
class SeatKey:
    """A table and the token of one's seat there."""

    table: int
    token: str


@dataclass(frozen=True)
class _PlayedHand:
    """A hand that the person played, as they may know it."""

    table: int
    shown: HandRecord
    """Without cards that the person may not know."""
    played: HandRecord
    """As it was played: only its actions and results are used."""
    seat: int
    agents: tuple[str, ...]
    """The agents by seat; empty for people."""
    won: float
    """In chips."""
    luck: float
    """What all-ins have cost on average, in chips; it is added to take luck out."""


def make_profile(store: str, keys: Sequence[SeatKey]) -> dict[str, Any]:
    """Return a profile over all tables that the tokens open; the statistics are objects."""
    hands = _read_hands(store, keys)
    won = np.array([_big_blinds(each, each.won) for each in hands])
    adjusted = np.array([_big_blinds(each, each.won + each.luck) for each in hands])
    return {
        "hands": len(hands),
        "tables": len({each.table for each in hands}),
        "curve": _curve(won, adjusted),
        "won": _mean(won),
        "adjusted": _mean(adjusted),
        "statistics": _count(hands),
        **_rate(hands),
    }


def export_hands(store: str, keys: Sequence[SeatKey]) -> str:
    """Return all hands of a person as PHH, without cards that they may not know."""
    return WRITERS["phh"]([each.shown for each in _read_hands(store, keys)])


def delete_tables(store: str, keys: Sequence[SeatKey]) -> tuple[list[int], list[str]]:
    """Delete the tables of a person who was alone there with agents; say why others stay.

    Reviews of the person's hands are deleted with them.
    """
    deleted, kept = [], []
    _delete_reviews(store, {digest(key.token) for key in keys})
    with closing(Runs(store)) as runs:
        for key in keys:
            hits = _hits(store, key)
            if not any(make_replay(hit, key.token).you is not None for hit in hits):
                continue
            if len(TableSettings.from_dict(hits[0].run.settings["plan"]).humans) > 1:
                kept.append(f"table {key.table} has hands of other people, too")
                continue
            try:
                runs.remove(key.table)
                deleted.append(key.table)
            except FivebetError:
                kept.append(f"table {key.table} is open: leave it first")
    return deleted, kept


def _delete_reviews(store: str, owners: set[str]) -> None:
    with closing(Archive(store)) as archive, closing(Runs(store)) as runs:
        for run in archive.runs((REVIEW_KIND,), _MOST_REVIEWS):
            if run.settings["contest"].get("owner") in owners and run.status != "running":
                runs.remove(run.id)


def _hits(store: str, key: SeatKey) -> list[HandHit]:
    with closing(Archive(store)) as archive:
        hits = archive.of_run(key.table, 0, _MOST_SERIAL, _MOST_HANDS)
    return [hit for hit in hits if hit.run.kind == TABLE_KIND]


def _read_hands(store: str, keys: Sequence[SeatKey]) -> list[_PlayedHand]:
    hands: list[_PlayedHand] = []
    for key in keys:
        for hit in _hits(store, key):
            replay = make_replay(hit, key.token)
            if replay.you is not None:
                hands.append(_played(hit, replay.record, replay.you))
    return hands


def _played(hit: HandHit, record: HandRecord, seat: int) -> _PlayedHand:
    settings = TableSettings.from_dict(hit.run.settings["plan"])
    names = tuple(ME if i == seat else name for i, name in enumerate(record.players))
    played = replace(hit.hand.record, players=names)
    hand = played.replay()
    runs_out = len(hand.active) > 1 and len(hand.board) == sum(hand.game.board_cards)
    known = runs_out and all(record.holes[each] is not None for each in hand.active)
    luck = run_out_luck(hand)[_RUN_OUT:].sum(axis=0)[seat] if known and hand.game.is_holdem else 0
    return _PlayedHand(
        table=hit.run.id,
        shown=replace(record, players=names),
        played=played,
        seat=seat,
        agents=tuple(settings.agents[player] for player in hit.hand.seating),
        won=float(hand.payoffs[seat]),
        luck=float(luck),
    )


def _big_blinds(hand: _PlayedHand, chips: float) -> float:
    game = hand.played.game
    return chips / (game.big_blind or game.min_bet)


def _curve(won: Any, adjusted: Any) -> dict[str, Any] | None:
    if len(won) < 2:
        return None
    played, sums = course(won, _POINTS)
    return {
        "played": played.tolist(),
        "won": sums.round(3).tolist(),
        "adjusted": course(adjusted, _POINTS)[1].round(3).tolist(),
        "mean": float(adjusted.mean()),
        "spread": float(adjusted.std(ddof=1)),
    }


def _mean(values: Any) -> dict[str, float] | None:
    """Return the mean in big blinds per hundred hands, with its 95 % interval."""
    if len(values) < 2:
        return None
    found = interval(values).scaled(100)
    return {"bb_per_100": found.mean, "low": found.low, "high": found.high}


def _count(hands: Sequence[_PlayedHand]) -> Statistics | None:
    tally = Tally()
    for hand in hands:
        tally.observe(hand.played)
    return tally[ME] if hands else None


def _rate(hands: Sequence[_PlayedHand]) -> dict[str, Any]:
    """Return the rating against the agents that were met, and the score against each."""
    won: dict[str, list[float]] = defaultdict(list)
    for hand in hands:
        from_others = flows(hand.played)[hand.seat]
        for other, agent in enumerate(hand.agents):
            if agent != HUMAN and other != hand.seat:
                won[agent].append(_big_blinds(hand, float(from_others[other])))
    games = {agent: _games(results) for agent, results in won.items()}
    met = sorted(agent for agent in games if games[agent])
    table = np.zeros((len(met) + 1, len(met) + 1))
    for i, agent in enumerate(met, start=1):
        table[0, i] = sum((score > 0) + 0.5 * (score == 0) for score in games[agent])
        table[i, 0] = len(games[agent]) - table[0, i]
    rated = ratings(table) if met else ()
    return {
        "rating": {"points": rated[0].points, "error": rated[0].error} if rated else None,
        "hands_a_game": _HANDS_A_GAME,
        "opponents": [
            {
                "name": agent,
                "hands": len(won[agent]),
                "bb": sum(won[agent]),
                "games": len(games[agent]),
                "points": rated[met.index(agent) + 1].points if agent in met else None,
            }
            for agent in sorted(won, key=lambda name: -len(won[name]))
        ],
    }


def _games(results: Sequence[float]) -> list[float]:
    """Return what blocks of hands came to; hands that fill no block are left out."""
    whole = len(results) // _HANDS_A_GAME * _HANDS_A_GAME
    return [sum(results[at : at + _HANDS_A_GAME]) for at in range(0, whole, _HANDS_A_GAME)]
