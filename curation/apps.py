"""Curation as a Django app."""

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Questions, pages, snapshots, staged tables."""

    name = "curation"

    def ready(self) -> None:
        """Registers the stages of a table run, the tabs of a version, and the checks of stored digests."""
        from curation import handlers, tasks
        from curation.services.digests import broken_snapshots, broken_versions
        from stageaudit_web.core import ledger, work
        from stageaudit_web.core.rights import Hand
        from stageaudit_web.core.tabs import add_tab

        work.register("discover", tasks.discover, queue="fetch", hand=Hand.CURATOR)
        work.register("stage", tasks.stage, hand=Hand.CURATOR)
        work.register("restage", tasks.restage, queue="fetch", hand=Hand.CURATOR)
        work.register("wikidata", handlers.wikidata, queue="fetch", hand=Hand.CURATOR)
        work.register("drift", handlers.drift, queue="fetch", hand=Hand.CURATOR)
        ledger.register_verifier("table versions", broken_versions)
        ledger.register_verifier("snapshots", broken_snapshots)
        add_tab("version", order=10, label="Rows", url_name="version_rows", key="1")
        add_tab("version", order=50, label="Refused", url_name="version_refused", key="2")
        add_tab("version", order=60, label="Sources", url_name="version_frontier", key="3")
        add_tab("version", order=65, label="Drift", url_name="version_drift", key="5")
        add_tab("version", order=70, label="Versions", url_name="version_list", key="4")
