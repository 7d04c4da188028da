"""Reviews: every decision of one player in some hands, with what it cost, as a job.

A chunk is a hand, in any process: hands that end before the flop take no time, others some
seconds each. What a review comes to is the decisions, in the order of the hands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from fivebet.errors import FivebetError
from fivebet.formats import WRITERS, FileRecord, read_text
from fivebet.game import HandRecord
from fivebet.runs.job import ADDED_LATER, ChunkResult, Collected, Job
from fivebet.solving.solver import check_target
from fivebet.study.decisions import ReviewedDecision, review_hand, seat_of

DIMENSIONS = ("street", "position", "kind")
WORST = 3
RARE = 0.05
"""A strategy's share below which an action before the flop counts as rare."""
_MOST_HANDS = 5_000
_BLOCKS = 10


@dataclass(frozen=True, kw_only=True)
class Review(Job["ReviewResult"]):
    """Hands, and the player whose decisions are reviewed."""

    texts: tuple[str, ...]
    """The hands as PHH."""
    player: str
    target: float = 0.3
    """The exploitability to reach, in percent of the pot."""
    places: tuple[str, ...] = field(default=(), metadata=ADDED_LATER)
    """Where each hand is in the store, as run and serial number like 12.3, if it is."""
    owner: str = field(default="", metadata=ADDED_LATER)
    """A digest of the token that opens the review in the card room; nobody sees others there."""

    readers: ClassVar = {"texts": tuple, "places": tuple}

    def __post_init__(self) -> None:
        check_target(self.target)

    @classmethod
    def of_hands(
        cls,
        records: Iterable[HandRecord],
        player: str,
        places: Sequence[str] = (),
        **options: Any,
    ) -> "Review":
        """Make the review of a player's hands; others are left out."""
        known = list(records)
        played = [i for i, record in enumerate(known) if seat_of(record, player) is not None]
        if not played:
            names = list(dict.fromkeys(name for record in known for name in record.players))
            there = f"there are {', '.join(names[:10])}" if names else "they name nobody"
            raise FivebetError(f"{player!r} has played none of these hands: {there}")
        if len(played) > _MOST_HANDS:
            raise FivebetError(
                f"{len(played):,} hands are too many for one review: give at most {_MOST_HANDS:,}"
            )
        return cls(
            texts=tuple(WRITERS["phh"]([known[i]]) for i in played),
            places=tuple(places[i] for i in played) if places else (),
            player=player,
            **options,
        )

    @property
    def chunks(self) -> int:
        """The number of chunks: a hand each."""
        return len(self.texts)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Judge the decisions of a hand."""
        decisions = review_hand(self.record(number), self.player, number, self.target)
        return ChunkResult([each.to_dict() for each in decisions], number)

    def record(self, number: int) -> HandRecord:
        """Return a hand by its number."""
        (record,) = read_text(self.texts[number], "review")
        assert isinstance(record, FileRecord)
        return record

    def reducer(self) -> "Collected[ReviewResult]":
        """Return a new reducer."""
        return Collected(partial(_collect, self))


@dataclass(frozen=True)
class CostTotal:
    """What decisions with something in common cost together."""

    name: str
    decisions: int
    cost: float
    """In big blinds."""


@dataclass(frozen=True)
class ReviewResult:
    """The decisions of the hands that were reviewed so far."""

    player: str
    hands: int
    decisions: tuple[ReviewedDecision, ...]
    places: tuple[str, ...] = ()
    """Where each hand is in the store, if it is."""

    @property
    def costed(self) -> list[ReviewedDecision]:
        """The decisions whose cost is known."""
        return [each for each in self.decisions if each.cost is not None]

    @property
    def cost(self) -> float:
        """The cost of all decisions, in big blinds."""
        return sum(each.cost or 0.0 for each in self.decisions)

    @property
    def rare(self) -> list[ReviewedDecision]:
        """The decisions before the flop that the strategy there hardly ever takes."""
        return [
            each
            for each in self.decisions
            if each.is_judged and each.cost is None and each.shares[each.chosen] < RARE
        ]

    def worst(self, count: int = WORST) -> list[ReviewedDecision]:
        """Return the decisions that cost most, the worst first."""
        ranked = sorted(self.costed, key=lambda each: -(each.cost or 0.0))
        return [each for each in ranked[:count] if each.cost]

    def totals(self, dimension: str) -> list[CostTotal]:
        """Return what decisions cost by street, position or kind, those that cost most first."""
        groups = _grouped(self.costed, lambda each: str(getattr(each, dimension)))
        totals = [CostTotal(name, len(each), _cost(each)) for name, each in groups.items()]
        return sorted(totals, key=lambda total: -total.cost)

    def trend(self) -> list[CostTotal]:
        """Return the cost of the hands in some blocks, in their order."""
        size = max(1, -(-self.hands // _BLOCKS))
        groups = _grouped(self.costed, lambda each: each.hand // size)
        return [
            CostTotal(
                _span(start + 1, min(start + size, self.hands)),
                len(groups.get(start // size, ())),
                _cost(groups.get(start // size, ())),
            )
            for start in range(0, self.hands, size)
        ]

    def not_judged(self) -> dict[str, int]:
        """Return the reasons why decisions were not judged, and how many."""
        return dict(Counter(each.method for each in self.decisions if not each.is_judged))


def review_to_dict(result: ReviewResult) -> dict[str, Any]:
    """Present a review as JSON data."""
    return {
        "player": result.player,
        "hands": result.hands,
        "places": list(result.places),
        "decisions": [each.to_dict() for each in result.decisions],
        "judged": sum(each.is_judged for each in result.decisions),
        "costed": len(result.costed),
        "cost": result.cost,
        "cost_per_100": 100 * result.cost / result.hands if result.hands else None,
        "worst": [_place(result, each) for each in result.worst()],
        "rare": [_place(result, each) for each in result.rare],
        "totals": {
            dimension: [_total_to_dict(each) for each in result.totals(dimension)]
            for dimension in DIMENSIONS
        },
        "trend": [_total_to_dict(each) for each in result.trend()],
        "not_judged": result.not_judged(),
    }


def _place(result: ReviewResult, decision: ReviewedDecision) -> int:
    return result.decisions.index(decision)


def _total_to_dict(total: CostTotal) -> dict[str, Any]:
    return {"name": total.name, "decisions": total.decisions, "cost": total.cost}


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _grouped(
    decisions: Iterable[ReviewedDecision], key: Callable[[ReviewedDecision], Any]
) -> dict[Any, list[ReviewedDecision]]:
    groups: dict[Any, list[ReviewedDecision]] = {}
    for decision in decisions:
        groups.setdefault(key(decision), []).append(decision)
    return groups


def _cost(decisions: Sequence[ReviewedDecision]) -> float:
    return sum(each.cost or 0.0 for each in decisions)


def _collect(job: Review, chunks: list[list[dict[str, Any]]]) -> ReviewResult:
    decisions = [ReviewedDecision.from_dict(each) for chunk in chunks for each in chunk]
    return ReviewResult(job.player, len(chunks), tuple(decisions), job.places)
