"""What all forms of a package ask."""

import importlib
import pkgutil
from types import ModuleType

from django import forms


def asked_by(package: ModuleType) -> dict[str, set[str]]:
    """Return the fields of each form that may not stay empty, but for its key; a form without any is left out."""
    asked = {
        form.__name__: {name for name, field in form.base_fields.items() if field.required} - {"key"}
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for form in vars(importlib.import_module(found.name)).values()
        if isinstance(form, type) and issubclass(form, forms.Form) and form.__module__ == found.name
    }
    return {name: fields for name, fields in asked.items() if fields}
