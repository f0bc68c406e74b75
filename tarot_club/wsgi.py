"""The WSGI application: Django, and before it the pages that are cached for everybody."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils.module_loading import import_string

from tarot_club.collector import freeze_loaded
from tarot_club.watchdog import follow_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
follow_parent()
django_application = get_wsgi_application()

from tarot_club.page_cache.before_django import PageCache  # noqa: E402 - it reads the models, which Django has just made ready

elsewhere = import_string("tarot_club.page_cache.shared.PagesInRedis")() if settings.REDIS_URL else None
application = PageCache(django_application, elsewhere)
get_resolver().url_patterns  # noqa: B018 - reads the views, which the first request would
freeze_loaded()
