"""Tables of the floor: journal and seals, runs and their steps, receipts of acknowledged writes."""

from stageaudit_web.core.models.appendonly import AppendOnlyModel
from stageaudit_web.core.models.journal import JournalEvent, JournalSeal, SealedEvent
from stageaudit_web.core.models.receipts import Receipt
from stageaudit_web.core.models.work import Run, RunState, Step, StepState

__all__ = [
    "AppendOnlyModel",
    "JournalEvent",
    "JournalSeal",
    "Receipt",
    "Run",
    "RunState",
    "SealedEvent",
    "Step",
    "StepState",
]
