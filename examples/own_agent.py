"""Your own agent: a class, an object or a function, checked and measured.

Run it as a script, or cell by cell in a notebook or an editor.
"""

# %% An agent is anything with act(view) -> Decision.
from fivebet import FOLD, Action, Decision, View, equity, play_match, raise_to
from fivebet.testing import check_agent


class PotOdds:
    """Pays what its equity against a range is worth."""

    def __init__(self, opponent: str = "random") -> None:
        self.opponent = opponent

    def act(self, view: View) -> Decision:
        """Compare the price of a call with what it can win."""
        legal = view.legal
        share = equity(view.cards, self.opponent, board=view.board).equity[0]
        price = legal.call / (view.pot + legal.call)
        action = FOLD if share < price else legal.passive
        return Decision(action, {"equity": share, "price": price})


# %% Ask it about one hand, and why.
from fivebet import Game, Hand  # noqa: E402 - a cell of its own

hand = Hand(Game.named("nolimit-2p"), seed=7)
print(hand)
print(PotOdds().act(hand.view(1)))

# %% Is it sound? The same check as `fivebet check`.
report = check_agent(PotOdds, games=["limit-2p"], hands=3, seconds=60)
print(report)
report.assert_ok()

# %% Let it play: classes, objects, functions and names can be mixed.
result = play_match(PotOdds, "random", game="limit-2p", deals=60, seed=1)
print(result)
assert result.standings[0].per_hand.mean > 0


# %% An object with other options, against a function.
def bully(view: View) -> Action:
    """Raise whenever it is allowed."""
    legal = view.legal
    return raise_to(legal.min_raise) if legal.can_raise else legal.passive


for row in play_match(PotOdds("50%"), bully, game="limit-2p", deals=60, seed=1).rows():
    print(f"{row['agent']}: {row['mbb_per_hand']:+.0f} mbb/hand")
