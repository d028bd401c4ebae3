"""Help, the tour, and telling of faults."""
