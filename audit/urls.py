"""Addresses of audit: the review of a version, its findings, its sign-off."""

from django.urls import path

from audit.views import checks, review, signoff

urlpatterns = [
    path("checks/", checks.check_list, name="check_list"),
    path("versions/<int:pk>/review/", review.version_review, name="version_review"),
    path("versions/<int:pk>/findings/new/", review.finding_new, name="finding_new"),
    path("versions/<int:pk>/findings/add/", review.finding_add, name="finding_add"),
    path("versions/<int:pk>/findings/select/", review.findings_select, name="findings_select"),
    path("versions/<int:pk>/findings/decide/", review.findings_decide, name="findings_decide"),
    path("versions/<int:pk>/findings/undo/", review.findings_undo, name="findings_undo"),
    path("findings/<int:pk>/decision/", review.finding_decision, name="finding_decision"),
    path("findings/<int:pk>/decide/", review.finding_decide, name="finding_decide"),
    path("versions/<int:pk>/signoff/", signoff.version_signoff, name="version_signoff"),
    path("versions/<int:pk>/accept/", signoff.version_accept, name="version_accept"),
]
