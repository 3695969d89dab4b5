"""Canonical JSON, SHA-256 digests over it, and Merkle roots: what the ledger and sign-offs are sealed with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

EMPTY_ROOT = hashlib.sha256(b"").hexdigest()


def canonical_json(value: Any) -> str:
    """One text for one value: sorted keys, no spaces, UTF-8 kept, times in UTC. Raises TypeError on anything else.

    Floats are refused: their printed form is not part of their meaning. Follows RFC 8785 for the types it takes.
    """
    return json.dumps(
        _plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """SHA-256 (64 hex digits) of the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def bytes_digest(data: bytes) -> str:
    """SHA-256 (64 hex digits) of stored bytes."""
    return hashlib.sha256(data).hexdigest()


def merkle_root(leaves: Sequence[str]) -> str:
    """Root of a Merkle tree over hex digests as in RFC 6962 §2.1: leaf prefix 00, node prefix 01, left full."""
    if not leaves:
        return EMPTY_ROOT
    return _subtree([hashlib.sha256(b"\x00" + bytes.fromhex(leaf)).digest() for leaf in leaves]).hex()


def _subtree(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + _subtree(hashes[:split]) + _subtree(hashes[split:])).digest()


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    raise TypeError(f"canonical JSON takes no {type(value).__name__}: {value!r}")
