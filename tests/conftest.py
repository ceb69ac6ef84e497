"""How the properties are tried: no example is held to a time, for these machines are noisy.

The gate tries the same examples each time, so that it says the same of the same code;
`pytest --hypothesis-profile=explore` tries others.
"""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("house")
