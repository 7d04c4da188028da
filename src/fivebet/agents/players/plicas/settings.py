"""Every number that the paper leaves open, with how it was chosen.

The defaults of `plicas` are what a player would write down without looking at
results; `docs/plicas.md` says why. `plicas+` was tuned, and the same page says by
which matches.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Thresholds, weights and slopes."""

    preflop: str = "preflop.toml"
    postflop: str = "postflop.toml"
    """The files of rules beside this one."""
    model_hands: int = 100
    """Algorithm 1's n: the hands after which the opponent's range is trusted."""
    half_life: float | None = None
    """The hands after which what was seen counts half; the paper never forgets."""
    weighted_control: bool = False
    """Whether f counts what is won after the flop only as often as a hand is played; its
    highest value is then taken, and not the one next to the opponent's range."""
    caution: float = 0.5
    """How much tighter one plays before the flop per unit of the opponent's aggression
    after it, above `typical_aggression` (section 4: 'influences preflop play')."""
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
    shift_raises_only: bool = False
    """Whether shifted buckets count only where nothing is to be called."""
    bluff_scale: float = 1.0
    """The share of the opponent's folds, by figure 4, with which one bluffs."""


PUBLISHED = Settings()
TUNED = Settings(
    preflop="preflop_plus.toml",
    postflop="postflop_plus.toml",
    weighted_control=True,
    shift_raises_only=True,
)
"""Rules taken from nash-limit's play, f weighted, and shifts that cause no folds."""
