"""Study: what solutions say about many boards."""
