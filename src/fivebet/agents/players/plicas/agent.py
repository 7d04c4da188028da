"""PLICAS at the table: algorithm 2, with every unit on its own switch."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.plicas.aggression import (
    Shifts,
    shift_bucket,
    shift_chance,
    with_raises_of,
)
from fivebet.agents.players.plicas.bluff import (
    Bluffs,
    bluff_chance,
    bluff_pays,
    fold_chance,
)
from fivebet.agents.players.plicas.cases import (
    Case,
    CaseBase,
    Similar,
    Similarity,
    case_triple,
    pattern_of,
)
from fivebet.agents.players.plicas.control import Maximum, control_range
from fivebet.agents.players.plicas.model import OpponentModel, Pots
from fivebet.agents.players.plicas.postflop import PostflopRules, bets_on
from fivebet.agents.players.plicas.preflop import Order, PreflopRules, hand_place, situation_of
from fivebet.agents.players.plicas.rules import Triple, choose, merge
from fivebet.agents.players.plicas.settings import PUBLISHED, Settings
from fivebet.agents.players.plicas.strength import bucket_of, effective_strength, made_on
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision, Reason
from fivebet.game.game import Game
from fivebet.game.view import View

_PURPOSE = purpose_key("plicas")


@dataclass(eq=False)
class Plicas:
    """The case-based limit bot of the 2010 competition; its units can be switched off.

    `plicas:dprc=off,dpac=off` is the paper's static version.
    """

    games: ClassVar[tuple[str, ...]] = ("limit-2p",)
    paper: ClassVar[str] = "Friedrich and Schwind, PLICAS (2011): heads-up limit"
    remembers: ClassVar[bool] = True
    settings: ClassVar[Settings] = PUBLISHED

    seed: Seed = 0
    """The seed of its random numbers."""
    dprc: bool = True
    """Whether the range that it plays is adapted to the opponent's (range control)."""
    cases: bool = True
    """Whether it keeps hands that were shown down and looks similar ones up (case base)."""
    bluff: bool = True
    """Whether it bluffs on flops that the opponent's range has missed (bluff unit)."""
    dpac: bool = True
    """Whether it bets more or less by the opponent's aggression (aggression control)."""
    case_file: FileName = ""
    """A file of cases to begin with; none unless given."""
    preflop: FileName = ""
    """A file of rules before the flop; the published ones unless given."""
    postflop: FileName = ""
    """A file of rules after the flop; the published ones unless given."""
    order: Order = "three-random"
    """The order of hole cards: by equity against three random hands, or by the paper's table 1."""
    half_life: Annotated[float | None, Bounds(0.1, 1e6)] = None
    """The hands after which what was seen of the opponent counts half; never unless given."""
    pots: Pots = "all"
    """The hands whose pots make the average: all hands, or those that saw a flop."""
    maximum: Maximum = "own"
    """Which maximum range control takes: next to its own range, next to the opponent's, or
    the highest with f weighted by how often it plays."""
    similar: Similarity = "situation"
    """Which cases are similar: of the same situation, or of the same letters alone."""
    bluffs: Bluffs = "range"
    """How often it bluffs: by the opponent's range, or where shown folds make it pay."""
    shift: Shifts = "buckets"
    """What aggression control shifts: whole buckets, raises alone, or bets up and calls by
    what the opponent's bets are worth."""

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)
        forgets = self.settings.half_life if self.half_life is None else self.half_life
        self.model = OpponentModel(forgets, self.pots)
        self.case_base = CaseBase.load(self.case_file) if self.case_file else CaseBase()
        self._preflop = PreflopRules(self.preflop, self.order)
        self._postflop = PostflopRules(self.postflop)

    def act(self, view: View) -> Decision:
        """Draw from the triple that the units agree on."""
        check_game(view.game)
        reasons: dict[str, Reason] = {"opponent": self.model.opponent.as_reason()}
        stream = Stream(self.seed, _PURPOSE, view.number, len(view.moves))
        if view.street == 0:
            wanted = self._before_flop(view, reasons)
        else:
            wanted = self._after_flop(view, reasons, stream)
        reasons["triple"] = _plain(wanted)
        return Decision(_action(view, choose(wanted, stream.uniform())), reasons)

    def observe(self, view: View) -> None:
        """Note how the opponent played, and the case if the opponent has shown a hand."""
        self.model.observe(view)
        other = 1 - view.seat
        shown = view.hole(other)
        if self.cases and shown is not None and len(view.active) == 2 and len(view.board) == 5:
            flop, turn, river = (
                bucket_of(effective_strength(shown, view.board[:cards])) for cards in (3, 4, 5)
            )
            own, theirs = pattern_of(view, view.seat), pattern_of(view, other)
            self.case_base.add(Case(own, theirs, river, _on_button(other), flop, turn))

    def _before_flop(self, view: View, reasons: dict[str, Reason]) -> Triple:
        """Return the triple of the preflop model (figure 2): rules, stretched to a range."""
        settings, opponent = self.settings, self.model.opponent
        range_ = self._preflop.range
        if self.dprc and opponent.hands > settings.model_hands:
            found = control_range(opponent.range, opponent.pot, self.maximum, range_)
            range_ = found.range
            reasons["range control"] = found._asdict()
            excess = opponent.aggression - settings.typical_aggression
            range_ = min(1.0, range_ * max(0.1, 1 - settings.caution * excess))
        situation = situation_of(view)
        first, second = view.cards
        place = hand_place((first, second), self._preflop.order)
        wanted = self._preflop.triple(situation, place, range_)
        reasons |= {
            "unit": "preflop rules",
            "situation": situation,
            "place": place,
            "range": range_,
        }
        return wanted

    def _after_flop(self, view: View, reasons: dict[str, Reason], stream: Stream) -> Triple:
        """Return the triple of the postflop model (figure 3, algorithm 2)."""
        settings, opponent = self.settings, self.model.opponent
        bets = bets_on(view)
        strength = effective_strength(view.cards, view.board)
        bucket = bucket_of(strength)
        reasons |= {"strength": strength, "bucket": bucket}
        if self.bluff and self._may_bluff(view, bets):
            # Algorithm 2: a bluff has no triple of the rules that cases could be merged with.
            often = self._bluff_chance(view)
            reasons |= {"unit": "bluff", "bluffs": often}
            return Triple(0.0, 1 - often, often)
        wanted = self._postflop.triple(view.street, bets, bucket)
        if self.dpac and opponent.hands > settings.model_hands:
            chance = shift_chance(opponent, settings.typical_aggression, settings.shift_slope)
            if self.shift == "calls":
                chance = -chance if bets else max(0.0, chance)
            shift = shift_bucket(bucket, chance, stream.uniform())
            shifted = self._postflop.triple(view.street, bets, shift.after)
            if self.shift == "raises":
                wanted = with_raises_of(shifted, wanted)
            else:
                wanted, bucket = shifted, shift.after
            reasons["aggression control"] = shift._asdict()
        reasons |= {"unit": "postflop rules", "rules": _plain(wanted)}
        return self._with_cases(view, wanted, bucket, reasons)

    def _bluff_chance(self, view: View) -> float:
        settings, opponent = self.settings, self.model.opponent
        if self.bluffs == "range":
            return bluff_chance(opponent.range, settings.bluff_scale)
        folds = fold_chance(opponent, settings.bluff_prior)
        return float(bluff_pays(folds, view.pot, view.legal.min_raise))

    def _may_bluff(self, view: View, bets: int) -> bool:
        """Return whether it is the first action on the flop, with no playable hand."""
        return view.street == 1 and not bets and not made_on(view.cards, view.board).playable

    def _with_cases(
        self, view: View, wanted: Triple, bucket: int, reasons: dict[str, Reason]
    ) -> Triple:
        """Return the triple merged with that of similar cases, if there are enough of them."""
        settings = self.settings
        if not self.cases or len(self.case_base) <= settings.cases_in_all:
            return wanted
        similar = self._similar_cases(view)
        if similar is None or similar.cases <= settings.similar_cases:
            return wanted
        call, pot = view.legal.call, view.pot
        from_cases = case_triple(similar, bucket, call / (pot + call) if call else 0.0, settings)
        weight = similar.cases / (similar.cases + settings.case_weight)
        reasons["cases"] = {
            "similar": similar.cases,
            "average bucket": similar.average,
            "triple": _plain(from_cases),
            "weight": weight,
        }
        return merge(wanted, from_cases, weight)

    def _similar_cases(self, view: View) -> Similar | None:
        other = 1 - view.seat
        pattern = pattern_of(view, other)
        pattern += "/" * (view.street - pattern.count("/"))
        if self.similar == "situation":
            return self.case_base.similar_situations(_on_button(other), pattern)
        return self.case_base.similar(pattern)


@dataclass(eq=False)
class PlicasPlus(Plicas):
    """PLICAS with its units mended, and without bluffs, which earn nothing; see docs/plicas.md."""

    bluff: bool = False
    bluffs: Bluffs = "paying"
    shift: Shifts = "calls"


def check_game(game: Game) -> None:
    """Refuse whatever is not heads-up limit hold'em."""
    if game.seats != 2:
        raise AgentError(f"plicas plays against one opponent: {game} has {game.seats} seats")
    if game.structure != "fixed-limit" or game.hole_cards != 2 or game.rounds != 4:
        raise AgentError(f"plicas plays limit hold'em, like limit-2p, not {game}")


def _on_button(seat: int) -> bool:
    """Return whether a seat is the button, which is the last one of a table."""
    return seat == 1


def _action(view: View, kind: str) -> Action:
    legal = view.legal
    if kind == "raise" and legal.can_raise:
        return raise_to(legal.min_raise)
    if kind == "fold" and legal.call:
        return FOLD
    return legal.passive


def _plain(wanted: Triple) -> dict[str, Reason]:
    return {"raise": wanted.raise_, "call": wanted.call, "fold": wanted.fold}
