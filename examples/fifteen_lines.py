"""An agent in fifteen lines: fivebet match examples/fifteen_lines.py::PotOdds random."""

from fivebet import equity
from fivebet.game import FOLD, Decision, View, raise_to


class PotOdds:
    """Pays what its equity against a random hand is worth, and raises with much more."""

    def __init__(self, margin: float = 0.2) -> None:
        self.margin = margin

    def act(self, view: View) -> Decision:
        """Compare the price with the prize."""
        legal, share = view.legal, equity(view.cards, "random", board=view.board).equity[0]
        price = legal.call / (view.pot + legal.call)
        raises = legal.can_raise and share > max(price, 0.5) + self.margin
        action = raise_to(legal.min_raise) if raises else legal.passive
        return Decision(FOLD if share < price else action, {"equity": share, "price": price})
