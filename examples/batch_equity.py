"""Equity and strength of many hands at once, over NumPy arrays.

Run it as a script, or cell by cell in a notebook or an editor.
"""

# %% Random hole cards and flops, as rows of card numbers from 0 (2c) to 51 (As).
import numpy as np

from fivebet import Range, equity, equity_many, evaluate_many, strength_many
from fivebet.cards.combos import CLASSES

random = np.random.default_rng(7)
cards = random.permuted(np.tile(np.arange(52), (200, 1)), axis=1)
holes, flops = cards[:, :2], cards[:, 2:5]

# %% Their equity against the best 15 % of hands, exact, on all cores.
against_15 = equity_many(holes, "15%", flops)
print(f"mean equity against 15 %: {against_15.mean():.3f}")

# %% The same for one hand, as a check.
text = "".join(f"{'23456789TJQKA'[card % 13]}{'cdhs'[card // 13]}" for card in holes[0])
board = "".join(f"{'23456789TJQKA'[card % 13]}{'cdhs'[card // 13]}" for card in flops[0])
assert np.isclose(against_15[0], equity(text, "15%", board=board).equity[0])

# %% Every class of a range against another, on one flop.
hands = [combo for combo, _ in Range("TT+,AKs").without("QhJh2c")]
shares = equity_many(hands, "QQ+,AJs+", "QhJh2c")
print(f"from {shares.min():.2f} to {shares.max():.2f} over {len(shares)} combos")

# %% Hand strength and potential, and the values of the hands on the river.
found = strength_many(holes[:50], flops[:50])
print(found)
print(f"effective against two: {found.effective(opponents=2).mean():.3f}")
values = evaluate_many(cards[:, :7])
print(f"best of {len(values)} hands: {values.max()}")

# %% All 169 classes before the flop against a random hand.
firsts = [f"{name[0]}s{name[1]}{'s' if name.endswith('s') else 'h'}" for name in CLASSES]
preflop = equity_many(firsts)
for index in np.argsort(-preflop)[:3]:
    print(f"{CLASSES[index]}: {preflop[index]:.4f}")
assert CLASSES[int(preflop.argmax())] == "AA"
