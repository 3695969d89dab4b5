"""Tags of the review screen."""

from __future__ import annotations

from django import template

from audit.selectors.findings import FindingView
from audit.selectors.review import Review

register = template.Library()


@register.simple_tag
def finding_query(review: Review, finding: FindingView) -> str:
    """The query string that selects a finding and keeps the queue's filter."""
    return review.queue_filter.query(finding=finding.id)
