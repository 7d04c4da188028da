"""Long work: jobs in chunks, who does them, and their runs in the store."""
