"""A cache of certificates for all tests of the commands: each claim is decided once."""

import pytest


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return str(tmp_path_factory.mktemp("cache"))
