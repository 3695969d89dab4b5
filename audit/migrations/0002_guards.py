"""The database refuses changes of findings, dispositions and sign-offs, and decisions after a version was accepted."""

from django.db import migrations

from stageaudit_web.core.appendonly import AppendOnly, RefuseInsert


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        AppendOnly("Finding"),
        AppendOnly("Disposition"),
        AppendOnly("SignOff"),
        RefuseInsert(
            "Disposition",
            name="unsigned",
            condition=(
                "EXISTS (SELECT 1 FROM audit_signoff s JOIN audit_finding f ON f.version_id = s.version_id "
                "WHERE f.id = NEW.finding_id AND s.decision = 'accept')"
            ),
            message="the version is accepted: its findings are closed",
        ),
    ]
