"""
Settings, one file: every value comes from the environment and has an embedded default.

With nothing set this is a club's laptop: SQLite and a file queue in one data folder, no service to install. With
DATABASE_URL and REDIS_URL the same code runs on PostgreSQL and Redis, with any number of web processes and workers.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tarot_club.data_folder import keep_private, secret_key
from tarot_club.embedded.children import served_at

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("TAROT_CLUB_DATA", default=str(BASE_DIR / ".data")))
keep_private(DATA_DIR, apart=DATA_DIR / "static")

# ── security ──────────────────────────────────────────────────────────────────────────────────────────────────────────
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# What phones are to open, for QR codes; without it `tournaments.queries.pages.addresses` finds out.
PUBLIC_ADDRESS = env.str("PUBLIC_ADDRESS", default="")
# Who answers for the site, how he is written to, and who hosts it: what the legal page says.
LEGAL_NAME = env.str("LEGAL_NAME", default="")
LEGAL_CONTACT = env.str("LEGAL_CONTACT", default="")
LEGAL_HOST = env.str("LEGAL_HOST", default="")
# For how many years the club keeps the file of who plays no more, and for how many days a backup; 0 says neither.
LEGAL_KEPT_YEARS = env.int("LEGAL_KEPT_YEARS", default=0)
LEGAL_BACKUP_DAYS = env.int("LEGAL_BACKUP_DAYS", default=0)
SERVED_AT = served_at()  # host and port that `manage.py serve` listens on: it says so itself
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# A hall's laptop speaks plain http on its own network; a site on the Internet sets HTTPS=1.
HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)  # whose word to take for a visitor's address: `rates.address_of`
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# A promise for a whole domain that browsers keep for months after it is taken back: the site's owner asks for it.
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # means nothing over http, and browsers say so

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ── the application ───────────────────────────────────────────────────────────────────────────────────────────────────
INSTALLED_APPS = [
    "scoring",
    "tournaments",
    "tarot_club",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",  # its templates, for those of `templates/django/forms` to stand in front of
    "django_filters",
    "django_htmx",
    "django_tables2",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",  # Swagger UI
    "allauth",
    "allauth.account",
    "axes",
    "csp",
    "django_guid",
]

MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",
    "tarot_club.operations.logs.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "tarot_club.assets.Assets",
    "django.middleware.gzip.GZipMiddleware",
    "tarot_club.ways_back.WaysBack",
    "tarot_club.cross_origin.CrossOrigin",
    "tarot_club.bounds.Bounds",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tarot_club.clocks.SiteClock",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tarot_club.urls"
WSGI_APPLICATION = "tarot_club.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
MESSAGE_STORAGE = "tarot_club.messages.NewestInCookie"

# ── data ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'tarot_club.sqlite3'}")}
DATABASES["default"]["ATOMIC_REQUESTS"] = False
IS_EMBEDDED = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
# Said by `manage.py serve` to itself where the disk is full (tarot_club/embedded/full_disk.py).
IS_READ_ONLY = IS_EMBEDDED and env.bool("TAROT_CLUB_READ_ONLY", default=False)
if IS_EMBEDDED:
    # FULL: an acknowledged donne survives a power cut. IMMEDIATE: two writers queue instead of failing half-way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000;"
        " PRAGMA secure_delete=ON;",  # what is erased is overwritten, whatever SQLite was built with
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
    if IS_READ_ONLY:
        file = Path(DATABASES["default"]["NAME"]).absolute().as_uri()
        DATABASES["default"]["OPTIONS"] = {
            "database": f"{file}?immutable=1",
            "init_command": "PRAGMA temp_store=MEMORY;",  # what is sorted goes to no file
        }
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A server that falls silent is given up, and its reader is told so: else each one takes a thread for minutes.
    silence = {"connect_timeout": 5, "tcp_user_timeout": 20_000, "keepalives_idle": 20, "keepalives_interval": 5}
    DATABASES["default"]["OPTIONS"] = silence | DATABASES["default"].get("OPTIONS", {})
    # Behind PgBouncer one transaction has a connection, and the next another: no cursor may outlive its own.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = env.bool("DATABASE_POOLED", default=False)

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},  # a page never waits longer for a count
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
}

# ── backups that make themselves ──────────────────────────────────────────────────────────────────────────────────────
BACKUP_DIR = env.str("BACKUP_DIR", default=str(DATA_DIR / "sauvegardes") if IS_EMBEDDED else "")  # empty makes none
# From one to the next, if anything was written meanwhile.
BACKUP_HOURS = env.float("BACKUP_HOURS", default=1 if IS_EMBEDDED else 24)
BACKUP_KEY = env.str("BACKUP_KEY", default="")  # a public key (« age1… ») for which they are encrypted

# ── background work ───────────────────────────────────────────────────────────────────────────────────────────────────
CELERY_BROKER_URL = REDIS_URL or "files://"  # tarot_club/embedded/queue.py
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Threads: a child process killed alone would leave its job to a parent that still writes its heartbeat.
CELERY_WORKER_POOL = "threads"
# How many jobs a worker does at once, of each sort: a PDF never waits for a draw, which has a process of its own.
JOBS_AT_ONCE = {"draws": env.int("WORKER_DRAWS", default=2), "documents": env.int("WORKER_DOCUMENTS", default=2)}
# A queue of each sort, from which a worker takes that does any of it (`WORKER_DRAWS=0` does none); all tell webhooks.
if REDIS_URL:
    CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {
        name: {} for name in ("celery", *(sort for sort, most in JOBS_AT_ONCE.items() if most))
    }
CELERY_WORKER_CONCURRENCY = sum(JOBS_AT_ONCE.values()) + 1  # who tells webhooks waits for other sites
# A job that shows no progress for so long is ended and says so.
MINUTES_WITHOUT_PROGRESS = {
    "draws": env.float("DRAW_MINUTES_WITHOUT_PROGRESS", default=5),
    "documents": env.float("DOCUMENT_MINUTES_WITHOUT_PROGRESS", default=10),
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ALWAYS_EAGER = env.bool("CELERY_TASK_ALWAYS_EAGER", default=False)
if not REDIS_URL:
    QUEUE_DIR = DATA_DIR / "queue"
    (QUEUE_DIR / "control").mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR),
        "data_folder_out": str(QUEUE_DIR),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.05,
    }

# ── people ────────────────────────────────────────────────────────────────────────────────────────────────────────────
AUTH_USER_MODEL = "tournaments.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "tarot_club.accounts.ClubAccounts"
ACCOUNT_FORMS = {"change_password": "tarot_club.accounts.PasswordChange"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
SESSION_ENGINE = "tarot_club.sessions"
# axes alone counts failures: it keeps them in the database, where an organiser can lift a lock in the admin.
ACCOUNT_RATE_LIMITS = False
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # who goes on trying does not keep the honest out for ever
AXES_WHITELIST_CALLABLE = "tarot_club.bounds.is_counted_apart"
AXES_CLIENT_IP_CALLABLE = "tournaments.kit.throttle.address_of"
AXES_USERNAME_CALLABLE = "tarot_club.accounts.name_tried"
AXES_LOCKOUT_TEMPLATE = "account/lockout.html"
AXES_VERBOSE = False
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend")
# Where messages to those who enter from home are handed in (« smtp+tls://name:word@host:587 »); empty sends none.
EMAIL_URL = env.str("EMAIL_URL", default="")
SENDS_MAIL = bool(EMAIL_URL)
EMAIL_TIMEOUT = 20  # seconds
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="webmaster@localhost")
if SENDS_MAIL:
    vars().update(env.email_url("EMAIL_URL"))

# ── words, dates, numbers ─────────────────────────────────────────────────────────────────────────────────────────────
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("français")), ("en", _("anglais"))]
LOCALE_PATHS = [BASE_DIR / "tarot_club" / "locale"]
LANGUAGE_COOKIE_AGE = 31_536_000  # seconds: a year
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "Europe/Paris"
USE_TZ = True

# ── static files: served by the application itself, from the packages that ship them ──────────────────────────────────
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "tarot_club.assets.CollectedAssets"
        if env.bool("STATIC_COLLECTED", default=False)
        else "tarot_club.assets.HashedAssets"
    },
}

# ── lists and the API ─────────────────────────────────────────────────────────────────────────────────────────────────
DJANGO_TABLES2_TEMPLATE = "tables/table.html"
DJANGO_TABLES2_PAGE_RANGE = 5
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tarot_club.api.refuse",
    "COERCE_DECIMAL_TO_STRING": False,
}
SPECTACULAR_SETTINGS = {
    "DEFAULT_GENERATOR_CLASS": "tarot_club.schema.EnglishSchema",
    "TITLE": "Tarot Club",
    "DESCRIPTION": "Clubs, tournaments, rounds, tables, standings and the marque of French Tarot.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "GET_LIB_DOC_EXCLUDES": "tarot_club.api.not_told",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "CampEnum": "scoring.labels.camps",
        "FirstStateEnum": "scoring.api.evening_serializers.first_states",
        "JobStateEnum": "tournaments.labels.JobState",
        "JobKindEnum": "tournaments.labels.JobKind",
        "MisereEnum": "scoring.labels.miseres",
        "PrintKindEnum": "scoring.api.evening_serializers.prints",
        "OutcomeEnum": "scoring.labels.Outcome",
        "CallOutcomeEnum": "scoring.labels.CallOutcome",
        "CallAboutEnum": "scoring.labels.CallAbout",
        "ProtestAboutEnum": "scoring.labels.ProtestAbout",
    },
}

# The number of a request: made here, or the proxy's (X-Request-ID); also in what a worker does for it.
DJANGO_GUID = {
    "GUID_HEADER_NAME": "X-Request-ID",
    "RETURN_HEADER": False,  # a page that is cached for everybody has none
    "VALIDATE_GUID": True,
    "INTEGRATIONS": [],
}
# Who may read the figures at /metrics/, by « Authorization: Bearer … »; empty gives none.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tarot_club.operations.logs.TerminalLine",
            "format": "%(asctime)s %(levelname)s %(name)s %(correlation_id)s: %(message)s",
        },
        "json": {
            "()": "tarot_club.operations.logs.JsonLine",
            "format": "%(asctime)s %(levelname)s %(name)s %(correlation_id)s %(message)s",
        },
    },
    "filters": {
        "number": {"()": "django_guid.log_filters.CorrelationId", "correlation_id_field": "correlation_id"},
        "no_address": {"()": "tarot_club.operations.logs.NoAddress"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.str("LOG_FORMAT", default="line"),
            "filters": ["number", "no_address"],
        }
    },
    "loggers": {
        "kombu.connection": {"level": "ERROR"},  # warns at each start that a file queue has no host
        "django.request": {"level": "ERROR"},  # a form refused with a 422 is nothing to tell in the terminal
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
