"""The page for programs in a real browser: Swagger UI shows the whole schema, on a phone too, and asks nobody else."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.browser import DESK, PHONE, page_of
from tests.journeys.worlds import ServedWorld

pytestmark = [pytest.mark.checks, pytest.mark.product]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_request_and_every_shape_stands_there(world: ServedWorld, browser: Browser, size: dict[str, int]) -> None:
    page = page_of(browser, world.server.address, size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/")
    schema = page.request.get("/api/schema/").json()
    named = {(method, path) for path, methods in schema["paths"].items() for method in methods}
    requests = page.locator("#requests .opblock")
    expect(requests).to_have_count(len(named))
    shown = "all => all.map(one => [one.querySelector('.opblock-summary-method').textContent.toLowerCase(), \
        one.querySelector('.opblock-summary-path').dataset.path])"
    assert {tuple(one) for one in requests.evaluate_all(shown)} == named
    shapes = list(schema["components"]["schemas"])
    for end, name in ((0, shapes[0]), (1, shapes[-1])):  # those between them are drawn as they are scrolled to
        page.locator("#requests .models-scroll").evaluate(f"list => list.scrollTo(0, {end} * list.scrollHeight)")
        expect(page.locator(f"#model-{name}")).to_be_visible()
    clubs, penalties = (
        requests.filter(has=page.locator(f"[data-path='/api/v1/{path}']")).first
        for path in ("clubs/", "tournaments/{tournament_id}/penalties/")
    )
    assert (clubs.locator(".badge").count(), penalties.locator(".badge").inner_text()) == (0, "token")
    penalties.locator(".opblock-summary-control").click()
    expect(penalties.get_by_text("tournament_id", exact=False).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert [url for url in asked if not url.startswith((f"{world.server.address}/", "data:"))] == []
    assert page.mishaps == []
    page.context.close()
