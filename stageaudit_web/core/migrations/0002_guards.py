"""The database refuses changes of the journal and its seals."""

from django.db import migrations

from stageaudit_web.core.appendonly import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]

    operations = [AppendOnly("JournalEvent"), AppendOnly("JournalSeal"), AppendOnly("SealedEvent")]
