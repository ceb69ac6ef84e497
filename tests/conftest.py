"""How the properties are tried: these machines are noisy, so no example is held to a time."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
