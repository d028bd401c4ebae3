"""Studies: every solver of a list on every board of many, its rows kept as they come."""
