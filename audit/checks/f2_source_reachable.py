"""F2 source reachable: address, host and revision are right, stored bytes are unchanged (docs/checks.md#f2).

The snapshot is the evidence, so reaching a source means reading the stored bytes; the live page is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import clip
from audit.domain.subject import Entry, Subject

_BYTES = {
    "missing": "the bytes of its snapshot are not in the store",
    "changed": "the bytes of its snapshot no longer have the digest they were stored with",
}


def check(subject: Subject) -> Iterator[Draft]:
    """Each page is judged alone: a reviewer must see which source is gone."""
    for entry in subject.entries:
        if entry.bytes_fault:
            what = _BYTES.get(entry.bytes_fault, entry.bytes_fault)
            yield _draft(entry, Severity.BLOCKING, f"{entry.title}: {what}.", sha256=entry.sha256)
        if fault := address_fault(entry.url, subject.hosts):
            yield _draft(entry, Severity.BLOCKING, f"{entry.title}: {fault}.", url=clip(entry.url, 300))
        if entry.revision_id <= 0:
            yield _draft(
                entry,
                Severity.HYGIENE,
                f"{entry.title}: no revision is recorded, so it has no permanent address.",
            )


def address_fault(url: str, hosts: frozenset[str]) -> str:
    """What is wrong with an address, "" when nothing is. `hosts` are host names or their ends ("wikipedia.org")."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return "its address is not well-formed"
    if parts.scheme not in ("http", "https") or not host or any(char.isspace() for char in url):
        return "its address is not well-formed"
    if parts.username or parts.password:
        return "its address carries a user name"
    if not any(host == allowed or host.endswith("." + allowed) for allowed in hosts):
        return f"its address is on {host}, which is not a host that sources may come from"
    return ""


def _draft(entry: Entry, severity: Severity, message: str, **facts: object) -> Draft:
    return Draft(
        check=CheckId.F2,
        severity=severity,
        target=Target(TargetKind.PAGE, page=entry.title),
        message=message,
        evidence={"revision": entry.revision_id, "cells": entry.cells, **facts},
        claim_type="source",
    )
