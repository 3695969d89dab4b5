"""The database refuses changes of contracts, snapshots and versions, and rows that the gate cannot have admitted."""

from django.db import migrations

from stageaudit_web.core.appendonly import AppendOnly, FreezeWhen, RefuseInsert

STATE_OF = "(SELECT state FROM curation_tableversion WHERE id = {version}) <> 'proposed'"
STAGED = "the version is staged: nothing can be added to it"
IN_STAGED_VERSION = STATE_OF.format(version="NEW.version_id")
CELL_IN_STAGED_VERSION = STATE_OF.format(
    version="(SELECT version_id FROM curation_row WHERE id = NEW.row_id)"
)
EVIDENCE_IN_STAGED_VERSION = STATE_OF.format(
    version="(SELECT r.version_id FROM curation_row r JOIN curation_cell c ON c.row_id = r.id WHERE c.id = NEW.cell_id)"
)


class Migration(migrations.Migration):
    dependencies = [("curation", "0001_initial")]

    operations = [
        AppendOnly("Contract"),
        AppendOnly("Snapshot"),
        AppendOnly("TableVersion", mutable=("state", "digest", "staged_at")),
        FreezeWhen(
            "TableVersion",
            condition="(OLD.state IN ('accepted', 'returned', 'repaired') OR (OLD.digest <> '' AND NEW.digest <> OLD.digest))",
            message="a staged version keeps its digest, and a signed or replaced version its state",
        ),
        *[
            operation
            for name in ("FrontierEntry", "LeftOutPage", "Locator", "Row", "RefusedRow")
            for operation in (
                AppendOnly(name),
                RefuseInsert(name, name="open", condition=IN_STAGED_VERSION, message=STAGED),
            )
        ],
        *[AppendOnly(name) for name in ("DriftCheck", "DriftRecord", "FrontierRequest", "WikidataCount")],
        RefuseInsert("WikidataCount", name="open", condition=IN_STAGED_VERSION, message=STAGED),
        RefuseInsert(
            "DriftCheck",
            name="in_sources",
            condition="(SELECT version_id FROM curation_frontierentry WHERE id = NEW.entry_id) <> NEW.version_id",
            message="the page is not in the source set of this version",
        ),
        AppendOnly("Cell"),
        RefuseInsert("Cell", name="open", condition=CELL_IN_STAGED_VERSION, message=STAGED),
        AppendOnly("CellLocator"),
        RefuseInsert("CellLocator", name="open", condition=EVIDENCE_IN_STAGED_VERSION, message=STAGED),
        RefuseInsert(
            "Locator",
            name="in_sources",
            condition="(SELECT version_id FROM curation_frontierentry WHERE id = NEW.entry_id) <> NEW.version_id",
            message="the locator's page is not in the source set of this version",
        ),
        RefuseInsert(
            "Row",
            name="located",
            condition="(SELECT version_id FROM curation_locator WHERE id = NEW.locator_id) <> NEW.version_id",
            message="the row has no resolved locator in the source set of this version",
        ),
        RefuseInsert(
            "CellLocator",
            name="located",
            condition=(
                "(SELECT version_id FROM curation_locator WHERE id = NEW.locator_id) <> "
                "(SELECT r.version_id FROM curation_row r JOIN curation_cell c ON c.row_id = r.id WHERE c.id = NEW.cell_id)"
            ),
            message="the locator belongs to another version",
        ),
    ]
