"""The laboratory: evolution, the papers as experiments, and benchmarks."""
