"""Opponents as the search sees them: their cards as weights, their actions as ratios.

The paper's model (sections 4.2 to 4.4) takes a player's ratios of each street from
the history and the player's cards from bucket bounds. What section 7.3 wished for is beside
it, switch by switch: guesses of the buckets of folded hands; ratios by opportunity,
which tell a bet that has to be called from none; cards by strength on each board,
weighed with every action; folds of the weakest; bluffs; profiles to start from.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.aki.assignment import (
    Confidence,
    Weights,
    altering,
    bucket_bounds,
    bucket_weights,
    confidence,
    live_weights,
    one_card_weights,
    seen_mask,
)
from fivebet.agents.players.aki.buckets import (
    HOLE_BUCKETS,
    buckets_by_combo,
    preflop_strengths,
)
from fivebet.agents.players.aki.priors import PROFILES, UNKNOWN, StreetResponse, profile
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.cards import Card
from fivebet.cards.card import BOARD_CARDS
from fivebet.game.agent import Reason
from fivebet.game.view import View
from fivebet.opponents import History, Statistics, Triple

CardModel = Literal["paper", "strength", "random"]
Folding = Literal["never", "once", "chance", "strength"]

ActionThresholds = NDArray[np.float64]
"""Places by street and whether a bet is to be called: folds below, raises from, bluffs."""

"""The cards on the board of each street."""
ENOUGH = 25
"""The hands of a street after which ratios are trusted, with errors of at most 0.1."""
ENOUGH_SHOWN = 20
"""The number of shown cards behind an action after which their buckets are trusted."""
_NEVER = 2.0  # above every place: raises from here on do not happen
_DOUBT = 0.15  # how likely an action is with cards that the model holds it back from
_BLUFF = 0.1  # of bets, made with weak hands, before anything was shown
_WEAK = 1 / 3  # of hands: bets with these are bluffs
_PRIOR_WEIGHT = 10.0  # opportunities for which a profile counts
_PROFILED = 40  # hands after which a player's profile is used
_STRANGER = 0.5  # how likely any hand is behind the actions of somebody never seen before
_KNOWN = 25.0  # hands by which that chance has come half of the way down to the floor


class Basis(IntEnum):
    """What a simulated player's action depends on; the numbers are the core's."""

    CHANCE = 0
    STRENGTH = 1
    ODDS = 2
    CHANCE_ONCE = 3


@dataclass(frozen=True, slots=True)
class ModelTraits:
    """The switches of the opponent model; their defaults are the paper's."""

    cards: CardModel = "paper"
    shown: bool = True
    folding: Folding = "never"
    responses: bool = False
    guess: bool = False
    bluffs: bool = False
    profiles: bool = False
    buckets: int = 20
    shrink: int = 0
    floor: float = 0.0

    def __setstate__(self, state: list[object]) -> None:
        """Take back pickled values, also those of a version that had fewer switches."""
        for number, each in enumerate(fields(self)):
            value = state[number] if number < len(state) else each.default
            object.__setattr__(self, each.name, value)


@dataclass(frozen=True, slots=True)
class OpponentEstimate:
    """What is estimated of one opponent in one decision."""

    seat: int
    player: str
    triples: tuple[Triple, ...]
    lost: float
    """The small bets that the player has lost to us over the last hands."""
    weights: Weights
    thresholds: ActionThresholds
    basis: Basis
    card_reasons: dict[str, Reason]
    """How the player's cards were estimated."""

    def reasons(self, street: int) -> dict[str, Reason]:
        """Return the estimate as part of a decision's reasons."""
        fold, call, raise_ = self.triples[street]
        return {
            "seat": self.seat,
            "fold": round(fold, 4),
            "call": round(call, 4),
            "raise": round(raise_, 4),
            "lost to us": round(self.lost, 2),
            **self.card_reasons,
        }


class Modeller:
    """Estimates opponents from a history; its results hold until the hand is over."""

    def __init__(self, history: History, me: str, traits: ModelTraits) -> None:
        self.history, self.me, self.traits = history, me, traits
        self._triples: dict[str, tuple[Triple, ...]] = {}
        self._responses: dict[str, tuple[StreetResponse, ...]] = {}
        self._losses: dict[str, float] = {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take back what was pickled, also by a version that kept no losses."""
        self.__dict__.update({"_losses": {}} | state)

    def forget(self) -> None:
        """Forget what was read from the history, which has changed."""
        for known in (self._triples, self._responses, self._losses):
            known.clear()

    def triples(self, player: str) -> tuple[Triple, ...]:
        """Return the fold, call and raise ratios of each street (section 4.2), as far as known."""
        known = self._triples.get(player)
        if known is None:
            if self.traits.shrink:
                known = self.history.shrunk_triples(player, UNKNOWN, self.traits.shrink)
            else:
                known = self.history.triples(player, UNKNOWN, ENOUGH)
            self._triples[player] = known
        return known

    def responses(self, player: str) -> tuple[StreetResponse, ...]:
        """Return what a player does on each street, by opportunity if that is switched on."""
        known = self._responses.get(player)
        if known is None:
            known = self._responses[player] = tuple(self._read_responses(player))
        return known

    def opponent(self, view: View, seat: int, player: str) -> OpponentEstimate:
        """Return the estimate of one opponent who has not folded."""
        seen = seen_mask(view)
        reasons: dict[str, Reason] = {}
        match self.traits.cards:
            case "random":
                weights = live_weights(np.ones(1326), seen)
            case "paper":
                weights = self._assigned(view, seat, player, seen, reasons)
            case "strength":
                weights = self._weighed(view, seat, player, seen)
                # As many even ones would be as hard to guess.
                reasons["hands"] = round(1 / float(weights @ weights))
        if player not in self._losses:
            chips = self.history.lost_to(player, self.me)
            self._losses[player] = float(chips) / view.game.raise_sizes[0]
        return OpponentEstimate(
            seat,
            player,
            self.triples(player),
            self._losses[player],
            weights,
            self._thresholds(view, seat, player, weights),
            _BASES.get(self.traits.folding, Basis.CHANCE),
            reasons,
        )

    def folded_buckets(self, view: View, player: str, seat: int) -> NDArray[np.float64]:
        """Guess how often each bucket was behind the actions of a player who has folded (7.3).

        The player held what the actions tell, and of that the weakest. The result counts by
        street, passive or aggressive action, and bucket, like cards that were shown.
        """
        seen = seen_mask(view)
        if self.traits.cards == "strength":
            weights = self._weighed(view, seat, player, seen)
        else:
            weights = self._given_up(view, seat, player, seen)
        number = self.traits.buckets if self.traits.cards == "strength" else HOLE_BUCKETS
        counts = np.zeros((4, 2, number))
        for move in view.moves:
            if move.seat == seat and move.action.kind != "fold":
                board = view.board[: BOARD_CARDS[move.street]]
                aggressive = move.action.kind in ("bet", "raise")
                counts[move.street, int(aggressive)] += self._in_buckets(board, weights)
        return counts

    def bluff_share(self, player: str, street: int) -> float:
        """Return the part of a player's bets on a street that are made with weak hands."""
        if not self.traits.bluffs:
            return 0.0
        shown = self.history.shown(player, street, aggressive=True)
        weak = shown[: max(1, round(_WEAK * len(shown)))].sum()
        return float((weak + _BLUFF * ENOUGH_SHOWN) / (shown.sum() + ENOUGH_SHOWN))

    def _read_responses(self, player: str) -> Iterator[StreetResponse]:
        if not self.traits.responses:
            for fold, _, raise_ in self.triples(player):
                yield StreetResponse(fold, raise_, raise_)
            return
        known = player in self.history.total
        statistics = self.history.total[player] if known else None
        for street in range(4):
            prior = self._prior(statistics)[min(street, 1)]
            if statistics is None:
                yield prior
                continue
            on = statistics.on(street)
            fold = on.ratio("fold").shrunk(prior.fold, _PRIOR_WEIGHT)
            raise_ = on.ratio("raise").shrunk(prior.raise_, _PRIOR_WEIGHT)
            # Before the flop the blind is a bet: who may check may only raise it.
            bet = raise_ if street == 0 else on.ratio("bet").shrunk(prior.bet, _PRIOR_WEIGHT)
            yield StreetResponse(fold, min(raise_, 1 - fold), bet)

    def _prior(self, statistics: Statistics | None) -> tuple[StreetResponse, StreetResponse]:
        if statistics is None or not self.traits.profiles or statistics.hands < _PROFILED:
            return PROFILES["middling"]
        return PROFILES[profile(statistics)]

    def _assigned(
        self, view: View, seat: int, player: str, seen: int, reasons: dict[str, Reason]
    ) -> Weights:
        """Return weights by section 4.4: bucket bounds, and one better card after the flop."""
        triples = self.triples(player)
        showed = confidence(view, seat)
        bounds = bucket_bounds(showed, triples[0])
        reasons["buckets"] = list(bounds)
        reasons["showed"] = showed.value
        before = live_weights(bucket_weights(bounds, self._shown(player, showed)), seen)
        if view.street == 0:
            return before
        top, nut = altering(triples[view.street].fold)
        reasons["top pair"], reasons["nut card"] = round(top, 4), round(nut, 4)
        weights: Weights = (
            top * one_card_weights("top", view.board, seen)
            + nut * one_card_weights("nut", view.board, seen)
            + (1 - top - nut) * before
        )
        return weights

    def _given_up(self, view: View, seat: int, player: str, seen: int) -> Weights:
        """Return the paper's weights of a player who has folded: the weakest of the bounds."""
        triples = self.triples(player)
        bounds = bucket_bounds(confidence(view, seat), triples[0])
        held = live_weights(bucket_weights(bounds), seen)
        street = next(
            move.street for move in view.moves if move.seat == seat and move.action.kind == "fold"
        )
        places = _places(view.board[: BOARD_CARDS[street]], held)
        fits = _fits(places, self.traits.buckets, 0.0, triples[street].fold, 0.0)
        return live_weights(held * fits, seen)

    def _in_buckets(self, board: tuple[Card, ...], weights: Weights) -> NDArray[np.float64]:
        """Return the share of the weighed hands in each bucket on a board."""
        by_strength = self.traits.cards == "strength"
        shares = np.zeros(self.traits.buckets if by_strength else HOLE_BUCKETS)
        if by_strength:
            order, strengths = _ordered(board)
            buckets = np.minimum((strengths * len(shares)).astype(np.intp), len(shares) - 1)
            np.add.at(shares, buckets, weights[order])
        else:
            np.add.at(shares, buckets_by_combo(), weights)
        return shares

    def _shown(self, player: str, showed: Confidence) -> NDArray[np.float64] | None:
        """Return the share of each bucket behind such play before the flop, if it is known."""
        if not self.traits.shown or showed is Confidence.UNKNOWN:
            return None
        counts = self.history.shown(player, 0, aggressive=showed is Confidence.HIGH)
        return counts / counts.sum() if counts.sum() >= ENOUGH_SHOWN else None

    def _weighed(self, view: View, seat: int, player: str, seen: int) -> Weights:
        """Return all hands, weighed by how well they fit each of the player's actions."""
        weights = live_weights(np.ones(1326), seen)
        responses = self.responses(player)
        level, paid, street = max(view.game.blinds), list(view.game.blinds), 0
        for move in view.moves:
            if move.street != street:
                level, paid, street = 0, [0] * view.game.seats, move.street
            asked = level > paid[move.seat]
            paid[move.seat] += move.paid
            level = max(level, paid[move.seat])
            if move.seat != seat:
                continue
            low, high = self._region(responses[street], asked, move.action.kind)
            bluff = self.bluff_share(player, street) if high == 1.0 and low > 0 else 0.0
            places = _places(view.board[: BOARD_CARDS[street]], weights)
            fits = _fits(places, self.traits.buckets, low, high, bluff)
            weights = live_weights(weights * fits, seen)
        doubt = self._doubt(player)
        floored: Weights = (1 - doubt) * weights + doubt * live_weights(np.ones(1326), seen)
        return floored

    def _doubt(self, player: str) -> float:
        """Return the chance that a player holds any hand, whatever the actions say.

        It begins with `_STRANGER` and falls to the floor as hands of the player are seen.
        """
        floor = self.traits.floor
        if not floor:
            return 0.0
        hands = len(self.history.hands.get(player, ()))
        return floor + max(0.0, _STRANGER - floor) * _KNOWN / (hands + _KNOWN)

    def _region(self, response: StreetResponse, asked: bool, kind: str) -> tuple[float, float]:
        """Return the places, from weakest to strongest, between which a player acts so."""
        if kind == "fold":
            return 0.0, response.fold
        if kind in ("bet", "raise"):
            return 1 - (response.raise_ if asked else response.bet), 1.0
        if not asked:
            return 0.0, 1 - response.bet
        return (response.fold if self.traits.guess else 0.0), 1 - response.raise_

    def _thresholds(self, view: View, seat: int, player: str, weights: Weights) -> ActionThresholds:
        found = thresholds(self.responses(player))
        match self.traits.folding:
            case "never":
                found[:, :, 0] = 0.0
            case "once" if _has_acted(view, seat):
                found[view.street, :, 0] = 0.0
        if self.traits.bluffs:
            for street, response in enumerate(self.responses(player)):
                share = self.bluff_share(player, street)
                # So many of the bets move from the strongest hands to the weakest.
                found[street, 0, 1:] = 1 - response.bet * (1 - share), share * response.bet
                found[street, 1, 1] = 1 - response.raise_ * (1 - share)
                found[street, 1, 2] = share * response.raise_ / max(response.fold, _WEAK)
        if self.traits.folding == "strength":
            # Ratios are shares of the hands that the player plays here, not of all.
            to_come = slice(view.street, 4 if view.street else 1)
            found[to_come, :, :2] = _quantiles(view.board, weights, found[to_come, :, :2])
        return found


_BASES = {"strength": Basis.STRENGTH, "once": Basis.CHANCE_ONCE}


def _has_acted(view: View, seat: int) -> bool:
    return any(move.seat == seat and move.street == view.street for move in view.moves)


def thresholds(responses: tuple[StreetResponse, ...]) -> ActionThresholds:
    """Return responses as the places below which a hand folds and from which on it raises."""
    found = np.zeros((4, 2, 3))
    for street, response in enumerate(responses):
        found[street, 0, 1] = 1 - response.bet
        found[street, 1, :2] = response.fold, 1 - response.raise_
    return found


@lru_cache(maxsize=64)
def _ordered(board: tuple[Card, ...]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return all hands on a board, weakest first, and the share of random hands that each beats."""
    mask = sum(1 << card for card in board)
    strengths = strengths_on_board(mask) if board else preflop_strengths()
    order = np.argsort(strengths, kind="stable")
    return order, strengths[order]


def _places(board: tuple[Card, ...], weights: Weights) -> NDArray[np.float64]:
    """Return where each hand stands among those that are held, from 0 for the weakest to 1."""
    order, _ = _ordered(board)
    sums = np.cumsum(weights[order])
    places = np.empty(1326)
    places[order] = (sums - weights[order] / 2) / sums[-1]
    return places


def _fits(
    places: NDArray[np.float64], buckets: int, low: float, high: float, bluff: float
) -> NDArray[np.float64]:
    """Return how likely hands are to be played between two places, by their bucket."""
    edges = np.arange(buckets) / buckets
    inside = np.clip(np.minimum(edges + 1 / buckets, high) - np.maximum(edges, low), 0, None)
    inside *= buckets
    fits = _DOUBT + (1 - _DOUBT) * inside
    if bluff:
        fits[edges < _WEAK] = np.maximum(fits[edges < _WEAK], bluff * (high - low) / _WEAK)
    found: NDArray[np.float64] = fits[np.minimum((places * buckets).astype(np.intp), buckets - 1)]
    return found


def _quantiles(
    board: tuple[Card, ...], weights: Weights, shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the strengths below which these shares of the weighed hands lie."""
    order, strengths = _ordered(board)
    sums = np.cumsum(weights[order])
    at = np.searchsorted(sums, np.clip(shares, 0, 1) * sums[-1])
    found = strengths[np.minimum(at, 1325)]
    # Never stays never, and always always.
    return np.where(shares >= 1, _NEVER, np.where(shares <= 0, 0.0, found))
