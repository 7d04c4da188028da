"""A league: everybody plays everybody, and a table with intervals says who is ahead.

Run it as a script, or cell by cell in a notebook or an editor.
"""

# %% Names and classes can be mixed.
from fivebet import FOLD, Decision, View, play_league


class Rock:
    """Plays aces, kings and pairs, and folds everything else."""

    def act(self, view: View) -> Decision:
        """Look at the hole cards."""
        ranks = [card.rank for card in view.cards]
        good = max(ranks) >= 11 or ranks[0] == ranks[1]
        return Decision(view.legal.passive if good or not view.legal.call else FOLD)


table = play_league(Rock, "fair", "loose", "random", game="limit-2p", deals=40, seed=1)
print(table)

# %% Standings, best first; in a notebook the table shows itself.
for row in table.rows():
    interval = f"{row['low']:+.0f} to {row['high']:+.0f}"
    print(f"{row['agent']:8} {row['mbb_per_hand']:+7.0f}  ({interval})")
assert table.rows()[-1]["agent"] != "fair"

# %% Who wins from whom.
for row in table.cross_rows():
    if row["agent"] == "Rock":
        print(f"Rock against {row['opponent']}: {row['mbb_per_hand']:+.0f} mbb/hand")

# %% The same with luck taken out: the intervals shrink.
adjusted = play_league(Rock, "fair", "random", game="limit-2p", deals=40, seed=1, luck="cards")
print(f"spread left: {adjusted.spread_left:.0%}")
assert adjusted.spread_left < 1
