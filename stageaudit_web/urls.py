"""All addresses of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from stageaudit_web import styleguide, views

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("accounts/", include("stageaudit_web.accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("curation.urls")),
    path("", include("audit.urls")),
    path("", include("runs.urls")),
]

if settings.DEMO or settings.DEBUG:
    urlpatterns.append(path("styleguide/", styleguide.styleguide, name="styleguide"))
