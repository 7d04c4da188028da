"""Live tables: who sits there, what is dealt, what each seat is told."""
