"""Clips of one pane: what moves, from where to where, how long and how."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.words import unstarred
from peviewer.document.animation import SHIFT, animated_fields, field_label
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.clip.write import as_written, check_format, expected_effort, write_clip
from peviewer.exporters.formats import Format as KnownFormat
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import EXCERPT, LOOK_GROUPS, Look, Size, Subject
from peviewer.exporters.kinds.kind import Description, Groups, Paged, Shown
from peviewer.paper.sizing import CLIP_SIZE
from peviewer.paper.style import Style

LABELS = {suffix: known.label for suffix, known in formats("clip").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class ClipKind(Paged, ClipRange):
    """MP4, GIF or a web page with a slider."""

    name = "clip"
    label = "Clip"
    groups: ClassVar[Groups] = {
        "": ("part", "format"),
        "Only": EXCERPT,
        "Arrangement": ("columns",),
        "Motion": ("path", "start stop", "seconds fps", "loop"),
        **LOOK_GROUPS,
    }

    format: Format = parameter("mp4", title="Format", labels=LABELS, help="The kind of file.")
    size: Size = redeclared(Look, "size", CLIP_SIZE)

    @classmethod
    def remembered(cls, kept: Mapping[str, Any]) -> Self:
        choices = dict(kept)
        if choices.get("path") == SHIFT:
            # The shift is the default, and need not be named.
            del choices["path"]
        return super().remembered(choices)

    def edited(self, name: str, value: object) -> Self:
        """Return the choices with one changed; another moving field brings its own ends."""
        edited = super().edited(name, value)
        if name != "path":
            return edited
        return edited.model_copy(update={"start": None, "stop": None})

    def style(self, subject: Subject) -> Style:
        """Return the Style of its frames."""
        return super().style(subject).but(transparent=self.transparent and self.known.transparent)

    @property
    def known(self) -> KnownFormat:
        """The record of the chosen format."""
        return formats("clip")[self.format]

    def clip(self, subject: Subject) -> Clip:
        """Return the clip."""
        clip_range = {name: getattr(self, name) for name in ClipRange.model_fields}
        panes = self.panes(subject)
        columns = self.columns and min(self.columns, len(panes))
        clip = Clip(panes, self.of(self.coloured(subject)).document, columns=columns, **clip_range)
        return as_written(clip, self.known)

    def fields(self, subject: Subject) -> Description:
        page = super().fields(subject)
        try:
            clip = self.clip(subject)
        except ValueError:
            # The preview says why.
            path = self.path or SHIFT
            page = replace(page, effective={}, units=None)
        else:
            path = clip.path
            start, stop = clip.ends
            moved = {"path": path, "start": start, "stop": stop}
            page = replace(page, effective={**page.effective, **moved}, moments=clip.count)
        # A field that moved with another scheme stays chosen, though this scheme lacks it.
        is_known = path in subject.document.paths()
        label = field_label(subject.document, path) if is_known else path
        opaque = set() if self.known.transparent else {"transparent"}
        return replace(
            page,
            suggested=f"{page.suggested}-{path.partition('.')[2]}",
            options={**page.options, "path": {**animated_fields(subject.document), path: label}},
            hidden=page.hidden | opaque,
        )

    def check(self, subject: Subject, moment: int = 0) -> Shown:
        # Painting is imported here, on a worker's thread, because matplotlib takes long to load.
        from peviewer.exporters.clip.frames import frame_picture

        clip = self.clip(subject)
        style = self.style(subject)
        check_format(self.known, clip, style)
        clip.check_pictures()
        page = frame_picture(clip, style, moment)
        value = unstarred(clip.number_text(moment))
        size = f"{number(style.width)} × {number(style.height)}"
        return Shown(
            page,
            caption=f"{size} · {clip.count} frames · {value}",
            ground=style.backdrop,
            expectation=partial(expected_effort, clip, style, self.known),
        )

    def write(self, subject: Subject, target: Path) -> None:
        write_clip(self.clip(subject), target, self.style(subject))
