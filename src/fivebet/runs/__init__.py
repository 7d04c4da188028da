"""Long work, and the only way to do it: jobs in chunks, executors, and runs in the store."""
