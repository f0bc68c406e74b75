"""Figures for Prometheus: how long requests took, and the facts of the health page."""

import os
from collections.abc import Iterator

from django.db.models import Count
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tarot_club.operations.health import facts
from tournaments.models import Job

REQUESTS = Histogram(
    "tarot_request_seconds", "How long requests took, but for pages from the cache.", ["page", "status"]
)


class SiteFigures(Collector):
    """The figures of the database and the disk at this moment, the same in every process."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        well = GaugeMetricFamily("tarot_well", "1 when it is well, as the page of health says.", labels=["fact"])
        figure = GaugeMetricFamily("tarot_figure", "Bytes free, seconds since, or how many wait.", labels=["fact"])
        all_facts = facts(at=timezone.now())
        for fact in all_facts:
            well.add_metric([fact.name], fact.is_well)
            if fact.value is not None:
                figure.add_metric([fact.name], fact.value)
        yield well
        yield figure
        if all_facts[0].is_well:
            jobs = GaugeMetricFamily("tarot_jobs", "Jobs of the last month.", labels=["kind", "state"])
            for kind, state, count in Job.objects.order_by().values_list("kind", "state").annotate(Count("pk")):
                jobs.add_metric([kind, state], count)
            yield jobs


def figures() -> bytes:
    """Return all figures in the format of Prometheus; those of several processes are added up."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    registry.register(SiteFigures())
    return generate_latest(registry)
