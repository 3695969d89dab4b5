"""Sites of real processes, for tests that kill them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.processes.site import Site


@pytest.fixture
def site(request: Any, tmp_path: Any) -> Any:
    """A site whose processes have not been started; a marker `own_broker` gives it a broker that may be killed."""
    made = Site(tmp_path, own_broker=request.node.get_closest_marker("own_broker") is not None)
    yield made
    made.close()
