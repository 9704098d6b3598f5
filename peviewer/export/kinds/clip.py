"""Clips of one pane: what moves, from where to where, how long and how."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from peviewer.base.parameters import parameter
from peviewer.base.words import unstarred, whole
from peviewer.base.work import Work
from peviewer.document.moving import SHIFT, called, moving
from peviewer.export.clip.allowed import check_format
from peviewer.export.clip.clip import Clip
from peviewer.export.clip.course import Course
from peviewer.export.clip.write import write_clip
from peviewer.export.formats import formats, hints
from peviewer.export.kinds.kind import Kind, Shown, Subject, suggested_name
from peviewer.export.kinds.look import LOOK_GROUPS, Look
from peviewer.export.picture.render import render
from peviewer.paper.style import Style

LABELS = {suffix: known.label for suffix, known in formats("clip").items()}
Format = Literal[(*LABELS,)]  # type: ignore[valid-type]  # the table names them


class ClipChoices(Look, Course):
    """What a clip is like."""

    format: Format = parameter("mp4", title="Format", labels=LABELS, help="The kind of file.")

    def style(self, subject: Subject) -> Style:
        """Return the Style of its frames."""
        return super().style(subject).but(transparent=self.transparent and formats("clip")[self.format].transparent)

    def moved(self, subject: Subject) -> str:
        """Return the number that moves."""
        try:
            return self.clip(subject).path
        except ValueError:  # the preview says why
            return self.path or SHIFT

    def clip(self, subject: Subject) -> Clip:
        """Return the clip."""
        stop = None if self.loop == "period" else self.stop
        course = {name: getattr(self, name) for name in Course.model_fields} | {"stop": stop}
        return Clip(subject.pane, subject.document, **course)


class ClipKind(Kind):
    """GIF, APNG, animated WebP, MP4 or WebM."""

    name = "clip"
    title = "Clip"
    choices = ClipChoices
    groups = {  # noqa: RUF012  # declared as a class variable in Kind, and never changed
        "": ("format",),
        "Motion": ("path", "start stop", "seconds fps", "easing", "loop", "pair"),
        **LOOK_GROUPS,
        "Look": (*LOOK_GROUPS["Look"], "transparent"),
        "Parts": ("title", "formula labels", "bars legend", "times"),
    }

    def remembered(self, kept: Mapping[str, Any]) -> ClipChoices:
        """Return the choices as they were kept, with a format that can be had."""
        chosen = {key: value for key, value in kept.items() if (key, value) != ("path", SHIFT)}  # what is at first
        made: ClipChoices = super().remembered({"loop": "bounce", **chosen})
        can = [kind for kind, hint in hints("clip").items() if not hint]
        return made if made.format in can else made.model_copy(update={"format": can[0]})

    def offered(self, subject: Subject, choices: ClipChoices) -> Mapping[str, Mapping[str, str]]:
        """Return what can move."""
        path = choices.moved(subject)
        return {"path": {**moving(subject.document), path: called(subject.document, path)}}

    def hidden(self, subject: Subject, choices: ClipChoices) -> frozenset[str]:
        """Return what does nothing for the size and the format."""
        return choices.idle(subject) | (set() if formats("clip")[choices.format].transparent else {"transparent"})

    def effective(self, subject: Subject, choices: ClipChoices) -> Mapping[str, Any]:
        """Return what the theme decides, and the ends that nobody named."""
        clip = choices.clip(subject)
        ends = {"start": clip.ends[0], "stop": clip.ends[1]}
        return {**choices.effective(subject), "path": clip.path, "easing": clip.eased, **ends}

    def units(self, subject: Subject, choices: ClipChoices) -> Mapping[str, str]:
        """Return the unit of the size of type."""
        return choices.units(subject)

    def edited(self, choices: ClipChoices, name: str, value: object) -> ClipChoices:
        """Return the choices with one of them made; what moves brings its own ends."""
        made = choices.edited(name, value)
        if name == "path":
            loop = "once" if made.loop == "period" and value != SHIFT else made.loop
            return made.model_copy(update={"start": None, "stop": None, "loop": loop})
        return made

    def moments(self, subject: Subject, choices: ClipChoices) -> int:
        """Return the number of frames."""
        return choices.clip(subject).count

    def suggested(self, subject: Subject, choices: ClipChoices) -> str:
        """Return the pane, the size of the table, and what moves: ``shift-200x256-phi``."""
        return f"{suggested_name(subject.panes, subject.document)}-{choices.moved(subject).partition('.')[2]}"

    def preview(self, subject: Subject, choices: ClipChoices, moment: int = 0) -> Shown:
        """Paint one frame."""
        clip, style = choices.clip(subject), choices.style(subject)
        check_format(formats("clip")[choices.format], clip, style)
        clip.check_pictures()
        page = render(clip.figure(moment), "png", document=clip.at(moment), style=style)
        value = unstarred(clip.named(moment))
        size = f"{whole(style.width)} × {whole(style.height)}"
        return Shown(page, caption=f"{size} · {clip.count} frames · {value}", ground=style.palette.name)

    def write(self, subject: Subject, choices: ClipChoices, target: Path, work: Work, ready: bytes = b"") -> None:
        """Write the clip."""
        work.do(partial(write_clip, choices.clip(subject), target, choices.style(subject)))
