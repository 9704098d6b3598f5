"""What stands on a slide: texts and pictures in placeholders, or in boxes of their own."""

from __future__ import annotations

import io
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from peviewer.exporters.deck.places import FOOT_TYPE, fitting_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.exporters.deck.places import Slot

SVG_TYPE = "image/svg+xml"
# The extension of a picture that names an SVG, by Microsoft's published number.
SVG_URI, SVG_SPACE = (
    "{96DAC541-7B7A-43D3-8B79-37D633B846F1}",
    "http://schemas.microsoft.com/office/drawing/2016/SVG/main",
)
BOX_TYPE = 16  # points
NUMBER = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"  # what office programs call the field of a slide's number


def fill(place: Any, text: str, slot: Slot | None = None) -> None:
    """Write a text into a placeholder, smaller where it is longer than that; one without text goes."""
    if place is None:
        return
    if not text:
        place.element.getparent().remove(place.element)
        return
    points = fitting_points(text, slot, _points(place), bold=_is_title(place)) if slot else None
    _write(place.text_frame, text, points)


def put_text(page: Any, slot: Slot, text: str, points: float = BOX_TYPE) -> None:
    """Write a text into a box of its own, smaller where it is longer than that."""
    if text:
        _write(_box(page, slot), text, fitting_points(text, slot, points) or points)


def picture_box(page: Any, place: Any, slot: Slot, png: bytes, svg: bytes) -> Any:
    """Put a picture where a placeholder is, as one that belongs to it; or where there is none."""
    shape = page.shapes.add_picture(io.BytesIO(png), *slot.emu())
    if place is not None:
        (held,) = place.element.xpath(".//p:nvPr/p:ph")
        shape.element.xpath("p:nvPicPr/p:nvPr")[0].append(deepcopy(held))
        place.element.getparent().remove(place.element)
    if svg:
        _add_vector(page, shape, svg)
    return shape


def put_footers(page: Any, kinds: frozenset[str], text: str, places: Sequence[Slot]) -> None:
    """Copy what stands at the foot of a layout, some kinds of it: the number of the slide, a line, a date.

    The line says `text`, if there is one; where a layout has none of a kind, a box of its own stands in its place.
    """
    for kind in sorted(kinds):
        held = page.slide_layout.element.xpath(f".//p:sp[p:nvSpPr/p:nvPr/p:ph[@type='{kind}']]")
        for shape in held:
            number = 1 + max(int(used) for used in page.element.xpath(".//p:cNvPr/@id"))
            page.shapes.element.append(copied := deepcopy(shape))
            copied.xpath("p:nvSpPr/p:cNvPr")[0].set("id", str(number))
            if kind == "ftr" and text:
                next(one for one in page.placeholders if one.element is copied).text_frame.text = text
        if not held and (kind == "sldNum" or text):
            _put_foot(page, kind, text, places)


def _put_foot(page: Any, kind: str, text: str, places: Sequence[Slot]) -> None:
    from pptx.enum.text import PP_ALIGN
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    line, last = places
    if kind == "ftr":
        put_text(page, line, text, FOOT_TYPE)
        return
    frame = _box(page, last)
    frame.paragraphs[0].alignment = PP_ALIGN.RIGHT
    number = f'<a:fld {nsdecls("a")} id="{NUMBER}" type="slidenum"><a:rPr lang="en-US" sz="{100 * FOOT_TYPE}"/>'
    page.shapes[-1].element.xpath(".//a:p")[0].append(parse_xml(f"{number}<a:t>‹#›</a:t></a:fld>"))


def _box(page: Any, slot: Slot) -> Any:
    """Return the frame of a new box without margins."""
    from pptx.util import Emu

    frame = page.shapes.add_textbox(*(Emu(side) for side in slot.emu())).text_frame
    frame.word_wrap = True
    for side in ("left", "right", "top", "bottom"):
        setattr(frame, f"margin_{side}", 0)
    return frame


def _add_vector(page: Any, shape: Any, svg: bytes) -> None:
    """Name an SVG beside the PNG of a picture, as office programs do: those that know it show it."""
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.opc.package import Part
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    package = page.part.package
    part = Part(package.next_partname("/ppt/media/vector%d.svg"), SVG_TYPE, package, svg)
    link = page.part.relate_to(part, RELATIONSHIP_TYPE.IMAGE)
    (blip,) = shape.element.xpath("p:blipFill/a:blip")
    blip.append(
        parse_xml(
            f'<a:extLst {nsdecls("a", "r")}><a:ext uri="{SVG_URI}">'
            f'<asvg:svgBlip xmlns:asvg="{SVG_SPACE}" r:embed="{link}"/></a:ext></a:extLst>'
        )
    )


def _write(frame: Any, text: str, points: float | None) -> None:
    for number, line in enumerate(text.split("\n")):
        write_runs(frame.add_paragraph() if number else frame.paragraphs[0], line, points)


def write_runs(paragraph: Any, text: str, points: float | None) -> None:
    """Write a text with its starred parts in italics."""
    from pptx.util import Pt

    for k, part in enumerate(re.split(r"\*([^*\n]+)\*", text)):
        if part:
            run = paragraph.add_run()
            run.text, run.font.italic = part, True if k % 2 else None
            if points is not None:
                run.font.size = Pt(points)


def _is_title(place: Any) -> bool:
    from pptx.enum.shapes import PP_PLACEHOLDER as Kind

    return place.placeholder_format.type in (Kind.TITLE, Kind.CENTER_TITLE)


def _points(place: Any) -> float:
    """Return the size of type that a placeholder takes from its layout or its master."""
    layout = place.part.slide_layout.placeholders.get(place.placeholder_format.idx)
    found = [] if layout is None else layout.element.xpath("p:txBody/a:lstStyle/a:lvl1pPr/a:defRPr/@sz")
    master = place.part.slide_layout.slide_master.element
    kind = "titleStyle" if _is_title(place) else "bodyStyle"
    found += master.xpath(f"p:txStyles/p:{kind}/a:lvl1pPr/a:defRPr/@sz")
    return int(found[0]) / 100 if found else 18.0
