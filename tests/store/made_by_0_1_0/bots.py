"""An agent of somebody's own, for runs that are resumed: this file must not change."""

from fivebet.game import Decision, raise_to


class Learner:
    """Raises more rarely the more folds it has seen."""

    remembers = True

    def __init__(self, seed: int = 0) -> None:
        self.seed, self.hands, self.folds = seed, 0, 0

    def act(self, view):
        legal = view.legal
        if legal.can_raise and (self.seed + self.folds * 7 + self.hands) % 3 == 0:
            return Decision(raise_to(legal.min_raise), {"hands": self.hands})
        return Decision(legal.passive, {"hands": self.hands})

    def observe(self, view):
        self.hands += 1
        self.folds += sum(move.action.kind == "fold" for move in view.moves)
