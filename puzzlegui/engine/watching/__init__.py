"""Step-by-step viewing of textbook searches, without Qt."""
