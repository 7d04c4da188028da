"""Our agents as characters: how each thinks, how it plays, whom it beats and to whom it loses.

How each thinks is written here; the figures are those of the league of all agents, which
`tools/make_characters.py` takes from docs/evidence/league.json.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

THOUGHTS: Mapping[str, str] = {
    "call": "It does not think: it checks and calls, whatever it holds and whatever is bet.",
    "fold": "It does not think: it folds as soon as it would have to pay.",
    "raise": "It does not think: it bets and raises the least that is allowed, every time.",
    "random": "It draws a kind of action, and then an amount, without looking at its cards.",
    "tight": "It compares its hand with all others: it enters with the best three in ten, bets "
    "the best of them, and wants better than the pot odds to call.",
    "loose": "It compares its hand with all others, enters with three in four, calls for less than "
    "the pot odds, and bets only the very best.",
    "maniac": "It enters with nine hands in ten, bets six in ten of them, and a third of the rest.",
    "station": "It calls everything, and now and then bets when almost nothing beats it.",
    "timid": "It sees nine flops in ten, and then folds unless its hand is far better than the "
    "price.",
    "fair": "It weighs the strength of its hand against the pot odds, bets its good hands and "
    "some bluffs, and watches nobody.",
    "nash-limit": "It has solved heads-up limit hold'em with hands put into buckets, and looks up "
    "how often that equilibrium raises, calls and folds.",
    "champion": "It plays equilibria: in limit one that was solved beforehand, with turn and river "
    "solved at the table; in no-limit every street as it comes. The hands that it reckons with "
    "follow from the actions so far.",
    "push-fold": "It goes all-in or folds, from tables solved for its stack, the blinds and the "
    "prizes.",
    "plicas": "It follows rules before the flop and by buckets of strength after it, bluffs, and "
    "shifts both by what it has counted of its opponent over the match.",
    "plicas+": "It is PLICAS with its units mended and without bluffs.",
    "planner": "It draws up plans for the whole hand, with what may happen at every step, and "
    "takes the one of highest utility: risk costs it something.",
    "planner+": "It plans as the planner does, and minds what its opponents usually do, what their "
    "actions say of their cards, and whose turn comes next.",
    "fictitious": "It looks at every decision as if it were the last of the hand, and plays what "
    "fictitious play has found for it.",
    "solver": "It solves the street in front of it, with the ranges that the actions so far "
    "suggest, within the seconds that it has.",
    "aki": "It plays its hand out a few hundred times against the hands that its opponents seem to "
    "hold, and leans towards playing on against those who lose to it.",
    "aki+": "It simulates as AKI-RealBot does, with better guesses of what its opponents hold.",
    "evolved": "A small network sees strength, pot, stacks and position, and says fold, call or "
    "raise; tournaments have selected it over generations.",
    "evolved+": "A small network like that of evolved, bred for the return of a buy-in itself.",
}
"""How each of our agents comes to its decisions, in words for players."""

WEAKNESSES: Mapping[str, str] = {
    "champion": "It bets one or two sizes a street, or all-in, and no others. At tables of three "
    "to six it thinks of hands in 80 buckets a street, and where it believes that somebody "
    "folds or calls too much, it leaves its equilibrium and can be misled. In tournaments "
    "it goes all-in or folds before the flop, and gives up after it. Who knew its strategy "
    "at heads-up limit would still win 17 ± 4 mbb/hand, from the turn on.",
    "push-fold": "It plays one hand in thirty when stacks are deep, and then for all its chips: "
    "raise its blinds, and fold when it moves in.",
}
"""Where some are weak by how they are made and measured, which no league shows."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """What an agent wins from another, heads-up."""

    name: str
    mbb_per_hand: float
    error: float


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """How an agent has fared in one league of all agents."""

    league: str
    vpip: float
    pfr: float
    aggression: float | None
    """Bets and raises for each call after the flop; None if it has never called."""
    mbb_per_hand: float
    ci95: tuple[float, float] | None
    rank: int
    entrants: int
    hands: int
    """Of the whole league."""
    loses_to: tuple[Encounter, ...] = ()
    """Opponents to whom it loses by more than two standard errors, the worst first."""
    beats: tuple[Encounter, ...] = ()
    """Opponents whom it beats by more than two standard errors, the best first."""


@dataclass(frozen=True, slots=True)
class Character:
    """An agent as players get to know it."""

    name: str
    thoughts: str
    records: tuple[LeagueRecord, ...] = ()
    """Its leagues; none if it has played in none."""
    weakness: str = ""
    """Where it is weak besides, where that is known."""


def characters() -> list[Character]:
    """Return the characters of our agents."""
    leagues = _league_data()["agents"]
    return [
        Character(
            name, thoughts, tuple(map(_record, leagues.get(name, ()))), WEAKNESSES.get(name, "")
        )
        for name, thoughts in THOUGHTS.items()
    ]


def _record(data: Mapping[str, Any]) -> LeagueRecord:
    given = dict(data)
    for key in ("loses_to", "beats"):
        given[key] = tuple(Encounter(**each) for each in given[key])
    given["ci95"] = tuple(given["ci95"]) if given["ci95"] else None
    return LeagueRecord(**given)


@cache
def _league_data() -> dict[str, Any]:
    text = resources.files("fivebet.data").joinpath("characters.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
