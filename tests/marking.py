"""How a test says which printed rules it plays."""

from typing import Any

import pytest


def case(rule: str, *values: Any, name: str = "") -> Any:
    """One row of a table of cases, tied to the rule it plays."""
    return pytest.param(*values, marks=pytest.mark.rules(rule), id=f"{rule} {name}".strip())
