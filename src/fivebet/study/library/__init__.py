"""Solutions at hand: charts before the flop, push or fold, and flops that were solved before."""
