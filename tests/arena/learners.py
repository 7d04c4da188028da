"""Agents that remember: with attributes, slots, secrets and things that cannot be pickled."""

from collections import defaultdict
from pathlib import Path

from fivebet.game import Decision, View, raise_to


class Learner:
    """Raises ever more rarely, the more it has seen the others fold."""

    remembers = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.hands = 0
        self.folds = 0
        self.seen: dict[int, int] = {}

    def act(self, view: View) -> Decision:
        legal = view.legal
        eager = (self.seed + self.folds * 7 + self.hands) % 3
        if legal.can_raise and eager == 0:
            return Decision(raise_to(legal.min_raise), {"hands": self.hands})
        return Decision(legal.passive, {"hands": self.hands})

    def observe(self, view: View) -> None:
        if view.number < self.hands // 2:
            raise RuntimeError(f"hand {view.number} after {self.hands} hands")
        self.hands += 1
        self.folds += sum(move.action.kind == "fold" for move in view.moves)
        self.seen[view.number] = len(view.moves)


class Slotted(Learner):
    """The same in slots."""

    __slots__ = ("notes",)


class Secretive(Learner):
    """Keeps what cannot be pickled, and leaves it out of what it hands on."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.rule = lambda hands: hands + 1

    def observe(self, view: View) -> None:
        super().observe(view)
        assert self.rule(1) == 2

    def __getstate__(self) -> dict[str, object]:
        return {key: value for key, value in vars(self).items() if key != "rule"}


class Stuck(Learner):
    """Cannot be pickled from the first hand on."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.notes: defaultdict[str, int] = defaultdict(lambda: 0)


class LaterStuck(Learner):
    """Cannot be pickled once it has seen seventy hands."""

    def observe(self, view: View) -> None:
        super().observe(view)
        if self.hands == 70:
            self.seen_enough = lambda: True


class Ledgered(dict[int, int]):
    """Is itself a dictionary: more than attributes."""

    remembers = True

    def __init__(self) -> None:
        super().__init__()

    def act(self, view: View) -> Decision:
        self[view.number] = len(view.moves)
        return Decision(view.legal.passive)


class Pauses:
    """Calls; from one hand on it says so, once, and waits for a word."""

    def __init__(self, pipes: str, at: int) -> None:
        self.pipes, self.at = Path(pipes), at

    def act(self, view: View) -> Decision:
        here = self.pipes / "here"
        if view.number >= self.at and here.exists():
            here.write_text("here")
            here.unlink()
            (self.pipes / "go on").read_text()
        return Decision(view.legal.passive)


class Interrupts:
    """Calls, until it presses Ctrl-C."""

    def __init__(self, at: int) -> None:
        self.at = at

    def act(self, view: View) -> Decision:
        if view.number >= self.at:
            raise KeyboardInterrupt
        return Decision(view.legal.passive)
