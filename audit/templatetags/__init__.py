"""Template tags of audit."""
