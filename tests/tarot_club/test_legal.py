"""The legal page says what the settings say, and every page leads to it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.django_db
def test_the_legal_page_says_who_answers_in_either_language(client: Client, settings: Any):
    settings.LEGAL_NAME, settings.LEGAL_CONTACT, settings.LEGAL_HOST = "Tarot <b>", "a@club.example", "Chez nous"
    here = reverse("legal")

    page = client.get(here, headers={"Accept-Language": "fr"}).content.decode()

    assert "Tarot &lt;b&gt;" in page
    assert "mailto:a@club.example" in page
    assert "Chez nous" in page
    assert "Who answers for this site" in client.get(here, headers={"Accept-Language": "en"}).content.decode()
    assert f'href="{here}"' in client.get(reverse("count_pile")).content.decode()
