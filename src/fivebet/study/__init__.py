"""Study: what solutions say about ranges, next cards and many boards."""
