"""Hands, statistics and results as pandas data frames.

Run it as a script, or cell by cell in a notebook or an editor; it needs pandas.
"""

# %% Some hands, here between three agents; read_hands takes them from files.
import tempfile
from pathlib import Path

import pandas as pd

from fivebet import Game, Hand, make_agent, play, play_match
from fivebet.formats import HistoryHand, read_hands, write_phh
from fivebet.opponents import Tally

game, names = Game.named("nolimit-3p"), ("Ann", "Bob", "Cid")
agents = [make_agent(name) for name in ("tight", "maniac", "station")]
records = [play(Hand(game, seed=1, number=n), agents).record(names) for n in range(60)]
path = Path(tempfile.mkdtemp()) / "session.phhs"
path.write_text(write_phh(records))

# %% One row for each player and hand.
read = [hand for hand in read_hands(path) if isinstance(hand, HistoryHand)]
hands = pd.DataFrame(row for hand in read for row in hand.record.rows())
print(hands[["hand", "player", "position", "hole", "board", "payoff"]].head())
assert len(hands) == 180
assert abs(hands["payoff"].sum()) < 1e-9

# %% Winnings by player and position.
print(hands.pivot_table(index="player", columns="position", values="payoff", aggfunc="sum"))

# %% Statistics: one row for each player.
tally = Tally()
for record in records:
    tally.observe(record)
statistics = pd.DataFrame(tally.rows()).set_index("player")
print(statistics[["hands", "vpip", "pfr", "aggression_factor", "bb_per_100"]].round(2))
assert statistics.loc["Bob", "vpip"] > statistics.loc["Ann", "vpip"]

# %% Results are rows too.
result = play_match("tight", "maniac", game="limit-2p", deals=60)
print(pd.DataFrame(result.rows()).set_index("agent"))
