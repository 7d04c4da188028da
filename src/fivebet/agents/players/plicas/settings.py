"""Every number that the paper leaves open, with how it was chosen.

The defaults of `plicas` are what a player would write down without looking at
results; `docs/plicas.md` says why.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Thresholds, weights and slopes."""

    model_hands: int = 100
    """Algorithm 1's n: the hands after which the opponent's range is trusted."""
    half_life: float | None = None
    """The hands after which what was seen counts half; the paper never forgets."""
    caution: float = 0.0
    """How much tighter one plays before the flop per unit of the opponent's aggression after
    it, above `typical_aggression`. Section 4 says that it 'influences preflop play': by the
    average pot, which f contains."""
    typical_aggression: float = 0.5
    """The aggression that is taken for typical: as many raises as calls."""
    cases_in_all: int = 200
    """Algorithm 2's n: the cases before the case base is used at all."""
    similar_cases: int = 20
    """Algorithm 3's n: the similar cases before it answers."""
    case_weight: float = 100.0
    """The similar cases that count as much as the rules when triples are merged."""
    raise_from: float = 0.55
    """The chance to win, by the cases, from which on they begin to raise."""
    raise_all: float = 0.8
    """The chance to win from which on they always raise."""
    fold_slope: float = 5.0
    """How fast folds grow, per unit by which the chance to win falls short of the pot odds."""
    shift_slope: float = 1.5
    """Aggression control: the chance of a shift by one bucket, per unit of aggression."""
    bluff_scale: float = 1.0
    """The share of the opponent's folds, by figure 4, with which one bluffs."""
    bluff_prior: float = 20.0
    """The bets on the flop that figure 4 counts for where shown folds correct it."""


PUBLISHED = Settings()
