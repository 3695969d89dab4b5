"""Addresses of runs."""

from django.urls import path

from runs.views import runs, versions

urlpatterns = [
    path("runs/", runs.run_list, name="run_list"),
    path("runs/<int:pk>/", runs.run_detail, name="run_detail"),
    path("runs/<int:pk>/cancel/", runs.run_cancel, name="run_cancel"),
    path("runs/<int:pk>/retry/", runs.run_retry, name="run_retry"),
    path("questions/<int:pk>/run/", runs.run_start, name="run_start"),
    path("versions/<int:pk>/drift/check/", versions.version_check_drift, name="version_check_drift"),
    path("versions/<int:pk>/restage/", versions.version_restage, name="version_restage"),
    path("versions/<int:pk>/return/", runs.version_return, name="version_return"),
]
