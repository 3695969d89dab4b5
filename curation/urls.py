"""Addresses of questions, tables and stored pages."""

from django.urls import path

from curation.views import by_hand, contracts, drift, evidence, exports, questions, versions

urlpatterns = [
    path("questions/", questions.question_list, name="question_list"),
    path("questions/new/", questions.question_new, name="question_new"),
    path("questions/import/", questions.question_import, name="question_import"),
    path("questions/<int:pk>/", questions.question_detail, name="question_detail"),
    path("questions/<int:pk>/contract/", contracts.contract_edit, name="contract_edit"),
    path("versions/<int:pk>/", versions.version_rows, name="version_rows"),
    path("versions/<int:pk>/evidence/", evidence.version_evidence, name="version_evidence"),
    path("versions/<int:pk>/refused/", versions.version_refused, name="version_refused"),
    path("versions/<int:pk>/sources/", versions.version_frontier, name="version_frontier"),
    path("versions/<int:pk>/sources/ask/", by_hand.frontier_ask, name="frontier_ask"),
    path("versions/<int:pk>/drift/", drift.version_drift, name="version_drift"),
    path("versions/<int:pk>/versions/", versions.version_list, name="version_list"),
    path("versions/<int:pk>/difference/", versions.version_diff, name="version_diff"),
    path("versions/<int:pk>/table.csv", exports.version_csv, name="version_csv"),
    path("versions/<int:pk>/table.jsonl", exports.version_jsonl, name="version_jsonl"),
    path("versions/<int:pk>/annotations.jsonl", exports.version_annotations, name="version_annotations"),
    path("snapshots/<int:pk>/frame/", evidence.snapshot_frame, name="snapshot_frame"),
]
