"""Comparing values with page text: normalising, numbers, units, dates and words. Plain Python, no I/O."""
