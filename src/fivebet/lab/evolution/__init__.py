"""Networks that learn tournaments by evolution: populations, fitness, hall of fame (Moik 2018)."""
