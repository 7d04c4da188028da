"""Solve a river spot, look at the strategy and plot it.

Run it as a script, or cell by cell in a notebook or an editor.
"""

# %% A spot: board, pot, stacks and both ranges.
import tempfile
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")  # no window is needed; leave it out to see the figures
import matplotlib.pyplot as plt

from fivebet import Spot, solve

spot = Spot.of("Kh8h3dJc5s", pot=200, stack=300, oop="JJ-88,AKs,QTs", ip="QQ+,AQs+,T9s", bets="75%")

# %% Solve it to 0.5 % of the pot; in a notebook a solution shows itself as a grid.
curve: list[tuple[int, float]] = []
solution = solve(
    spot,
    target=0.5,
    progress=lambda now: (
        now.exploitability_pct is not None
        and curve.append((now.iterations, now.exploitability_pct))
    ),
)
print(solution)
assert solution.exploitability_pct <= 0.5

# %% Walk the tree: what IP does after a check.
node = solution.tree.root / "check"
print(node.frequencies())
for row in node.rows()[:3]:
    print(row)

# %% Plot how exploitability falls, and how often IP bets each hand.
folder = Path(tempfile.mkdtemp())
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5))
left.plot(*zip(*curve, strict=True))
left.set(xlabel="iterations", ylabel="exploitability (% of the pot)", yscale="log")
rows = node.rows()
bets = [1 - row["check"] for row in rows]
right.bar([row["hand"] for row in rows], bets)
right.set(ylabel="bets")
figure.savefig(folder / "solution.png")
print(f"saved {folder / 'solution.png'}")
