"""All settings. Every deployment choice is an environment variable, listed in docs/settings.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF

from stageaudit_web.core import broker, env

BASE_DIR = Path(__file__).resolve().parent.parent

# --- What kind of site this is ---
DEMO = env.flag("STAGEAUDIT_DEMO", default=False)
DEBUG = env.flag("STAGEAUDIT_DEBUG", default=False)
SECRET_KEY = env.text("STAGEAUDIT_SECRET_KEY", "demo only, never served beyond 127.0.0.1" if DEMO else None)
ALLOWED_HOSTS = env.words("STAGEAUDIT_HOSTS", "127.0.0.1,localhost,[::1]" if DEMO else "")
DATA_DIR = env.folder("STAGEAUDIT_DATA", BASE_DIR / ".data")
SITE_NAME = "StageAudit"
SELF_SIGNOFF = env.flag("STAGEAUDIT_SELF_SIGNOFF", default=False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "stageaudit_web.core",
    "stageaudit_web.accounts",
    "curation",
    "audit",
    "runs",
    *env.words("STAGEAUDIT_EXTRA_APPS"),
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "stageaudit_web.core.middleware.DomainErrorMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "stageaudit_web.urls"
WSGI_APPLICATION = "stageaudit_web.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_LOADERS: list[Any] = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    _LOADERS if DEBUG else [("django.template.loaders.cached.Loader", _LOADERS)],
                )
            ],
            "builtins": ["template_partials.templatetags.partials"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "stageaudit_web.navigation.site",
            ],
        },
    }
]

# --- Data ---
DATABASE_URL = env.text("DATABASE_URL", f"sqlite:///{DATA_DIR / 'stageaudit.sqlite3'}")
AUDIT_DATABASE_URL = env.text("AUDIT_DATABASE_URL", "")


def _database(url: str) -> dict[str, Any]:
    """Connection settings for one URL; SQLite gets WAL and immediate transactions (two writers wait, never fail)."""
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    if config["ENGINE"].endswith("sqlite3"):
        Path(config["NAME"]).parent.mkdir(parents=True, exist_ok=True)
        config["CONN_MAX_AGE"] = None
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        }
    return config


# The audit worker of a team's site logs in with its own role (`manage.py create_audit_role`).
WORKER_ROLE = env.choice("STAGEAUDIT_WORKER_ROLE", "curator", ["curator", "auditor"])
DATABASES = {
    "default": _database(
        AUDIT_DATABASE_URL if WORKER_ROLE == "auditor" and AUDIT_DATABASE_URL else DATABASE_URL
    )
}

MEDIA_ROOT = env.folder("MEDIA_ROOT", DATA_DIR / "media")
MEDIA_URL = "media/"
STORAGES = {
    "default": {
        "BACKEND": env.text("MEDIA_STORAGE", "django.core.files.storage.FileSystemStorage"),
        "OPTIONS": env.pairs("MEDIA_OPTIONS"),
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.folder("STATIC_ROOT", DATA_DIR / "static")

# --- Pages: where snapshots come from ---
PAGE_SOURCE = env.choice("STAGEAUDIT_PAGE_SOURCE", "saved", ["saved", "live", "zim"])
SAVED_PAGES = env.folders("STAGEAUDIT_SAVED_PAGES", [BASE_DIR / "demo" / "pages"])
ZIM_FILE = env.text("STAGEAUDIT_ZIM_FILE", "")
WIKI_API = env.text("STAGEAUDIT_WIKI_API", "https://en.wikipedia.org/w/api.php")
WIKI_HOSTS = env.words("STAGEAUDIT_WIKI_HOSTS")  # further hosts a redirect of the wiki may lead to
USER_AGENT = env.text("STAGEAUDIT_USER_AGENT", "")
SPARQL = env.text("STAGEAUDIT_SPARQL", "")  # where Wikidata is asked for counts; empty: never
FRONTIER_PAGE_BUDGET = env.number("STAGEAUDIT_PAGE_BUDGET", 60, least=1, most=5000)
# Hosts, or ends of hosts, that evidence may come from (check F2); `demo` is the wiki of the demo's own pages.
EVIDENCE_HOSTS = env.words("STAGEAUDIT_EVIDENCE_HOSTS", "wikipedia.org,demo")

# --- Work ---
CELERY_BROKER_URL = env.text("BROKER_URL", broker.url(DATA_DIR))
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "max_retries": 1,  # a page that sends a message does not wait for a broker that is down; the sweep brings it
    "interval_start": 0,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "global_keyprefix": env.text("BROKER_PREFIX", ""),
}
LEASE_SECONDS = env.number("STAGEAUDIT_LEASE_SECONDS", 30, least=1, most=3600)
SWEEP_SECONDS = env.number("STAGEAUDIT_SWEEP_SECONDS", 10, least=1, most=3600)
SEAL_SECONDS = env.number("STAGEAUDIT_SEAL_SECONDS", 60, least=1, most=86400)
# A step is stopped before the broker would hand its message to a second worker.
CELERY_TASK_TIME_LIMIT = env.number("STAGEAUDIT_STEP_SECONDS", 900, least=10, most=3000)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "stageaudit_web.core.tasks.sweep", "schedule": SWEEP_SECONDS},
    "seal": {"task": "stageaudit_web.core.tasks.seal", "schedule": SEAL_SECONDS},
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: the default one keeps a pickled file

# --- People ---
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# --- Security: safe unless this is the demo on 127.0.0.1 ---
HTTPS = env.flag("STAGEAUDIT_HTTPS", default=not DEMO)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("STAGEAUDIT_BEHIND_PROXY", default=False) else None
)
CSRF_TRUSTED_ORIGINS = env.words("STAGEAUDIT_ORIGINS")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 2**20
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**20
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"

# --- Language, time, logs ---
LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TZ", "UTC")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["stderr"],
        "level": env.choice("STAGEAUDIT_LOG", "WARNING", ["DEBUG", "INFO", "WARNING", "ERROR"]),
    },
}
