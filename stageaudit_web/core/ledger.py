"""Sealing the journal in chained batches, and walking the chain to find the first break (design §5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from stageaudit_web.core.digests import digest, merkle_root
from stageaudit_web.core.journal import event_digest
from stageaudit_web.core.models import JournalEvent, JournalSeal, SealedEvent

FIRST = "0" * 64
BATCH = 5_000


@dataclass(frozen=True, slots=True)
class Break:
    """One place where the ledger does not hold: what, where, and what was expected."""

    where: str
    what: str


Verifier = Callable[[], Iterator[Break]]
_verifiers: dict[str, Verifier] = {}


def register_verifier(name: str, verifier: Verifier) -> None:
    """Adds a check of signed things that `verify_ledger` runs after the chain. Apps call it when they are ready."""
    _verifiers[name] = verifier


def seal_journal() -> JournalSeal | None:
    """Seals up to 5,000 unsealed events in one batch; None when there is nothing to seal.

    Two sealers at once cannot fork the chain: sequence and event are unique, the second one fails and finds nothing.
    """
    with transaction.atomic():
        events = list(JournalEvent.objects.filter(sealed__isnull=True).order_by("id")[:BATCH])
        if not events:
            return None
        last = JournalSeal.objects.order_by("-sequence").first()
        seal = JournalSeal(
            sequence=last.sequence + 1 if last else 1,
            previous=last.chain if last else FIRST,
            root=merkle_root([event.digest for event in events]),
            size=len(events),
            sealed_at=timezone.now(),
        )
        seal.chain = chain_digest(seal)
        seal.save(force_insert=True)
        SealedEvent.objects.bulk_create(
            [SealedEvent(event=event, seal=seal, position=position) for position, event in enumerate(events)]
        )
        return seal


def seal_now(tries: int = 5) -> JournalSeal | None:
    """Seals at once, outside any transaction of the caller; where another sealer is faster, tries again.

    Used after a sign-off has committed, and by the periodic sweep. Returns the last seal made here, or None.
    """
    made = None
    for _ in range(tries):
        try:
            seal = seal_journal()
        except IntegrityError:
            continue
        if seal is None or seal.size < BATCH:
            return seal or made
        made = seal
    return made


def chain_digest(seal: JournalSeal) -> str:
    """What the next seal refers to: digest over sequence, previous chain digest, root, size and time."""
    return digest([seal.sequence, seal.previous, seal.root, seal.size, seal.sealed_at])


def verify() -> Iterator[Break]:
    """Yields every break, oldest first: the chain, its batches, their events, then what the apps registered."""
    yield from _verify_chain()
    yield from _verify_unsealed()
    for name in sorted(_verifiers):
        yield from _verifiers[name]()


def _verify_chain() -> Iterator[Break]:
    previous, expected = FIRST, 1
    for seal in JournalSeal.objects.order_by("sequence").iterator():
        where = f"seal {seal.sequence}"
        if seal.sequence != expected:
            yield Break(where, f"seal {expected} is missing")
        if seal.previous != previous:
            yield Break(where, "does not continue the seal before it")
        if seal.chain != chain_digest(seal):
            yield Break(where, "its own digest does not match its columns")
        yield from _verify_batch(seal, list(seal.members.select_related("event").order_by("position")))
        previous, expected = seal.chain, seal.sequence + 1


def _verify_batch(seal: JournalSeal, members: list[SealedEvent]) -> Iterator[Break]:
    if len(members) != seal.size:
        yield Break(f"seal {seal.sequence}", f"covers {seal.size} events, {len(members)} are there")
    for member in members:
        if event_digest(member.event) != member.event.digest:
            yield Break(f"event {member.event_id}", "its digest does not match its columns")
    if merkle_root([member.event.digest for member in members]) != seal.root:
        yield Break(f"seal {seal.sequence}", "its root does not match its events")


def _verify_unsealed() -> Iterator[Break]:
    for event in JournalEvent.objects.filter(sealed__isnull=True).order_by("id").iterator(2_000):
        if event_digest(event) != event.digest:
            yield Break(f"event {event.pk}", "its digest does not match its columns (not sealed yet)")
