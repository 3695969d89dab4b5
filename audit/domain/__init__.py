"""Plain-Python heart of audit: findings, severities, what may be signed. No Django, no network, no clock."""
