"""The forms of a page, as a browser reads them: where each goes, and what it sends when nobody types."""

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import tinyhtml5  # WeasyPrint's

CONTROLS = {"input", "select", "textarea", "button"}


@dataclass(frozen=True)
class Control:
    name: str
    kind: str
    values: tuple[str, ...]  # all it offers, the first of them its own
    is_sent: bool  # by a browser in which nothing is typed


@dataclass(frozen=True)
class Form:
    path: str
    method: str  # get or post
    controls: tuple[Control, ...]


def forms_of(page: str, here: str) -> list[Form]:
    """Return the forms of a page that stands at an address; those that lead to other sites are left out."""
    root = tinyhtml5.parse(page, namespace_html_elements=False)
    found = []
    for form in root.iter("form"):
        inside = [element for element in form.iter() if "form" not in element.attrib]
        beside = [element for element in root.iter() if form.get("id") and element.get("form") == form.get("id")]
        to = urlsplit(urljoin(here, form.get("action") or here))
        method = (form.get("method") or "get").lower()
        if not to.netloc and method in ("get", "post"):
            found.append(Form(to.path, method, tuple(map(_control, filter(_is_named, inside + beside)))))
    return found


def _is_named(element: Element) -> bool:
    return element.tag in CONTROLS and element.get("name") not in (None, "", "csrfmiddlewaretoken")


def _control(element: Element) -> Control:
    name, kind = element.get("name", ""), element.get("type", "text")
    if element.tag == "select":
        options = sorted(element.iter("option"), key=lambda option: "selected" not in option.attrib)
        return Control(
            name, "select", tuple(option.get("value", option.text or "") for option in options), bool(options)
        )
    if element.tag == "textarea":
        return Control(name, "text", (element.text or "",), is_sent=True)
    is_sent = element.tag != "button" and (kind not in ("checkbox", "radio") or "checked" in element.attrib)
    return Control(name, kind, (element.get("value", "on" if kind == "checkbox" else ""),), is_sent)
