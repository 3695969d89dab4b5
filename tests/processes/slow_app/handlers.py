"""What a worker does for the stage `slow`: says on disk that it began, sleeps, and stores one journal event."""

from __future__ import annotations

import json
import os
import time

from django.conf import settings

from stageaudit_web.core import journal, work

STORED = journal.declare("slow.stored", "A slow step of a test stored its result.")


def slow(lease: work.Lease) -> work.Store:
    """Computes for as long as the run says; its store function leaves one event."""
    step = lease.step
    with (settings.DATA_DIR / "begun.jsonl").open("a") as begun:
        begun.write(json.dumps({"run": step.run_id, "item": step.item, "pid": os.getpid()}) + "\n")
    time.sleep(step.run.parameters["seconds"])

    def store() -> None:
        journal.record(verb=STORED, subject=step.run, payload={"item": step.item})

    return store
