"""Template tags of curation."""
