"""Durations in words short enough for a table: 0.4 s, 12 s, 3 min 05 s, 2 h 10 min."""

from __future__ import annotations

from datetime import timedelta

from django import template

register = template.Library()


@register.filter
def duration(span: timedelta | None) -> str:
    """A time span for people; nothing for None."""
    if span is None:
        return ""
    seconds = span.total_seconds()
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60):02d} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60):02d} min"
