"""Opening, saving, exporting and printing, and what a crash leaves."""
