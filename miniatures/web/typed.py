"""What a long form carries: many fields, some of them said several times, sorted by what they are about."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request

from miniatures.broken import BrokenInputError

#: Every field with all that was typed under its name.
Typed = Mapping[str, Sequence[str]]
#: More than anybody types, and less than a page can be choked with.
LONGEST = 8_000
MOST_FIELDS = 4_000


async def typed_of(request: Request) -> Typed:
    form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    typed: dict[str, list[str]] = {}
    for key, value in form.multi_items():
        if isinstance(value, str):
            if len(value) > LONGEST or len(key) > LONGEST:
                raise BrokenInputError(f"{key[:40]}: {len(value)} letters; expected at most {LONGEST}")
            typed.setdefault(key, []).append(value)
    return typed


def last(typed: Typed, key: str) -> str:
    return typed[key][-1].strip() if key in typed else ""


def under(typed: Typed, prefix: str) -> Typed:
    """The fields of one kind, by the rest of their names."""
    return {key.removeprefix(prefix): value for key, value in typed.items() if key.startswith(prefix)}
