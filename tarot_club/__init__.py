"""The Django project of the Tarot Club."""

from tarot_club.celery import app as celery_app

__all__ = ["celery_app"]
