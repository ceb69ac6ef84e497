"""A page as a person or a browser reads it, without a browser."""

from html.parser import HTMLParser

#: Elements within a sentence.
_WITHIN = {"a", "b", "em", "i", "small", "strong"}


class _Reader(HTMLParser):
    """The words of a page, and the fields of its forms as a browser would send them back untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fields: dict[str, list[str]] = {}
        self._select = ""
        self._first: str | None = None
        self._chosen: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _WITHIN:
            self.words.append(" ")
        found = {key: value or "" for key, value in attrs}
        if tag == "input" and "name" in found:
            ticked = found.get("type") not in ("checkbox", "radio") or "checked" in found
            if ticked:
                self.fields.setdefault(found["name"], []).append(found.get("value", ""))
        elif tag == "select" and "name" in found:
            self._select, self._first, self._chosen = found["name"], None, None
        elif tag == "option" and self._select:
            value = found.get("value", "")
            self._first = value if self._first is None else self._first
            self._chosen = value if "selected" in found else self._chosen

    def handle_endtag(self, tag: str) -> None:
        if tag not in _WITHIN:
            self.words.append(" ")
        if tag == "select" and self._select:
            value = self._first if self._chosen is None else self._chosen
            self.fields.setdefault(self._select, []).append(value or "")
            self._select = ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def _read(markup: str) -> _Reader:
    reader = _Reader()
    reader.feed(markup)
    return reader


def text(markup: str) -> str:
    """All that is written on it, in one line."""
    return " ".join("".join(_read(markup).words).split())


def fields(markup: str) -> dict[str, list[str]]:
    return _read(markup).fields
