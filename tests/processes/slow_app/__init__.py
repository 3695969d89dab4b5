"""An app that only tests add (STAGEAUDIT_EXTRA_APPS): a stage that takes its time and leaves traces."""
