"""What a player prefers (language, theme, size, speed …), kept in a small file beside the notebook."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ttr_widget.widget import storage
from ttr_widget.widget.runner import SPEEDS

FILE = ".ttr-preferences.json"
CHOICES: dict[str, tuple[object, ...]] = {
    "language": ("en", "de"),
    "theme": ("auto", "light", "dark"),
    "size": ("auto", "small", "medium", "large"),
    "speed": tuple(SPEEDS),
    "animations": (True, False),
    "autosave": (True, False),
    "confirm": (True, False),
    "toured": (True, False),
}


@dataclass(frozen=True)
class Preferences:
    """How a player likes it. Every value is one of `CHOICES`."""

    language: str = "en"
    theme: str = "auto"
    size: str = "auto"
    speed: str = "normal"
    animations: bool = True
    autosave: bool = True
    confirm: bool = False
    toured: bool = False

    def changed(self, **values: Any) -> Preferences:
        """The same with other values; a wrong one is refused."""
        for name, value in values.items():
            if name not in CHOICES:
                raise ValueError(f"there is no preference {name!r}; there are {', '.join(CHOICES)}")
            if value not in CHOICES[name]:
                raise ValueError(f"{name} is one of {', '.join(map(repr, CHOICES[name]))}, not {value!r}")
        return replace(self, **values)


def load(folder: Path | None = None) -> Preferences:
    """The preferences kept in the folder; a missing or damaged file, or a wrong value in it, means the usual ones."""
    path = (folder or Path.cwd()) / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    if not isinstance(data, dict):
        return Preferences()
    known = {field.name for field in fields(Preferences)}
    good = {name: value for name, value in data.items() if name in known and value in CHOICES[name]}
    return Preferences(**good)


def save(preferences: Preferences, folder: Path | None = None) -> bool:
    """Keep them; False if the folder cannot be written to."""
    path = (folder or Path.cwd()) / FILE
    try:
        storage.write_text(path, json.dumps(asdict(preferences), indent=1) + "\n")
    except OSError:
        return False
    return True
