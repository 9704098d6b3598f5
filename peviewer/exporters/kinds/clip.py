"""Clips of one pane: what moves, from where to where, how long and how."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from peviewer.base.parameters import parameter, redeclared
from peviewer.base.words import number, unstarred
from peviewer.base.work import Work
from peviewer.document.animation import SHIFT, animated_fields, field_label
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import frame_picture
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.clip.write import as_written, check_format, expected, write_clip
from peviewer.exporters.formats import Format as KnownFormat
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.choices import (
    EXCERPT,
    LOOK_GROUPS,
    Arrangement,
    Look,
    Parted,
    Size,
    Subject,
)
from peviewer.exporters.kinds.kind import Paged, Shown
from peviewer.paper.style import CLIP_SIZE, Style

LABELS = {suffix: known.label for suffix, known in formats("clip").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class ClipChoices(Look, ClipRange, Arrangement, Parted):
    """What a clip is like."""

    format: Format = parameter("mp4", title="Format", labels=LABELS, help="The kind of file.")
    size: Size = redeclared(Look, "size", CLIP_SIZE)

    def style(self, subject: Subject) -> Style:
        """Return the Style of its frames."""
        return super().style(subject).but(transparent=self.transparent and self.known.transparent)

    @property
    def known(self) -> KnownFormat:
        """What there is to know of the format."""
        return formats("clip")[self.format]

    def moved(self, subject: Subject) -> str:
        """Return the number that moves."""
        try:
            return self.clip(subject).path
        except ValueError:  # the preview says why
            return self.path or SHIFT

    def clip(self, subject: Subject) -> Clip:
        """Return the clip."""
        clip_range = {name: getattr(self, name) for name in ClipRange.model_fields}
        panes = self.panes(subject)
        columns = self.columns and min(self.columns, len(panes))
        clip = Clip(panes, self.of(self.coloured(subject)).document, columns=columns, **clip_range)
        return as_written(clip, self.known)


class ClipKind(Paged):
    """MP4, GIF or a web page with a slider."""

    name = "clip"
    title = "Clip"
    choices = ClipChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("part", "format"),
        "Only": EXCERPT,
        "Arrangement": ("columns",),
        "Motion": ("path", "start stop", "seconds fps", "loop"),
        **LOOK_GROUPS,
    }

    def remembered(self, kept: Mapping[str, Any]) -> ClipChoices:
        chosen = {
            key: value for key, value in kept.items() if (key, value) != ("path", SHIFT)
        }  # what is at first
        made: ClipChoices = super().remembered(chosen)
        return made

    def options(self, subject: Subject, choices: ClipChoices) -> Mapping[str, Mapping[str, str]]:
        path = choices.moved(subject)
        known = path in subject.document.paths()  # what moved with another scheme stays chosen
        paths = {
            **animated_fields(subject.document),
            path: field_label(subject.document, path) if known else path,
        }
        return {**super().options(subject, choices), "path": paths}

    def hidden(self, subject: Subject, choices: ClipChoices) -> frozenset[str]:
        return super().hidden(subject, choices) | (
            set() if choices.known.transparent else {"transparent"}
        )

    def effective(self, subject: Subject, choices: ClipChoices) -> Mapping[str, Any]:
        clip = choices.clip(subject)
        start, stop = clip.ends
        return {
            **super().effective(subject, choices),
            "path": clip.path,
            "start": start,
            "stop": stop,
        }

    def edited(self, choices: ClipChoices, name: str, value: object) -> ClipChoices:
        """Return the choices with one of them made; what moves brings its own ends."""
        made = choices.edited(name, value)
        if name == "path":
            return made.model_copy(update={"start": None, "stop": None})
        return made

    def moments(self, subject: Subject, choices: ClipChoices) -> int:
        return choices.clip(subject).count

    def suggested(self, subject: Subject, choices: ClipChoices) -> str:
        """Return the pane, the size of the table, and what moves: ``shift-200x256-phi``."""
        return f"{super().suggested(subject, choices)}-{choices.moved(subject).partition('.')[2]}"

    def preview(self, subject: Subject, choices: ClipChoices, moment: int = 0) -> Shown:
        clip, style = self._checked(subject, choices)
        page = frame_picture(clip, style, moment)
        value = unstarred(clip.named(moment))
        size = f"{number(style.width)} × {number(style.height)}"
        return Shown(page, caption=f"{size} · {clip.count} frames · {value}", ground=style.backdrop)

    def expectation(self, subject: Subject, choices: ClipChoices) -> str:
        return expected(*self._checked(subject, choices), choices.known)

    def _checked(self, subject: Subject, choices: ClipChoices) -> tuple[Clip, Style]:
        """Return the clip and its look, if both can be written."""
        clip, style = choices.clip(subject), choices.style(subject)
        check_format(choices.known, clip, style)
        clip.check_pictures()
        return clip, style

    def write(self, subject: Subject, choices: ClipChoices, target: Path, work: Work) -> None:
        work.do(partial(write_clip, choices.clip(subject), target, choices.style(subject)))
