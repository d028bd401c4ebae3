"""Gallery of presets, recent files and the user's own boards."""
