"""An SVG of ours as a PNG, for chats and forums that take no SVG."""

from pathlib import Path

from miniatures.broken import BrokenInputError

#: A small part of DejaVu Sans Condensed: letters for Europe, figures and signs. With it a machine without any
#: fonts writes words too, and every machine writes the same.
_FONTS = tuple(str(Path(__file__).parent / "fonts" / f"DejaVuSansCondensed{weight}.ttf") for weight in ("", "-Bold"))
_FAMILY = "DejaVu Sans Condensed"


def png(svg_text: str) -> bytes:
    """The picture in the size that the SVG states. Letters beyond Europe's need a font of the machine."""
    try:
        import resvg_py  # imported late: an extra that few need
    except ImportError:
        raise BrokenInputError(
            "a PNG needs resvg-py, which is not installed; install miniatures[png], or take the SVG"
        ) from None
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg_text,
                skip_system_fonts=all(letter < "\u0180" or "\u2000" <= letter < "\u2270" for letter in svg_text),
                font_family=_FAMILY,
                sans_serif_family=_FAMILY,
                font_files=list(_FONTS),
            )
        )
    except (ValueError, RuntimeError) as error:
        raise BrokenInputError(f"this SVG cannot be drawn as a PNG: {error}") from None
