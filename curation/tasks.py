"""Stages of a table run that the curator does: discover the source set, stage rows, restage after an audit."""

from __future__ import annotations

from stageaudit_web.core.work import Lease, Store


def discover(lease: Lease) -> Store:
    """Builds the source set of the run's question."""
    raise NotImplementedError


def stage(lease: Lease) -> Store:
    """Stages the rows of the run's version."""
    raise NotImplementedError


def restage(lease: Lease) -> Store:
    """Makes a new version that answers what an audit asked for."""
    raise NotImplementedError
