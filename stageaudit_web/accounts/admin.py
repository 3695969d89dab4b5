"""People in the admin site: create accounts, put them into roles."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from stageaudit_web.accounts.models import User

admin.site.register(User, UserAdmin)
