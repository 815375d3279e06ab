"""The board maker's heavy helpers (numpy, scipy, shapely) are an extra: asked for only when a board is made."""

from __future__ import annotations

import importlib
from types import ModuleType


def need(module: str) -> ModuleType:
    """Import a module of the `[boards]` extra, or say how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = {"shapefile": "pyshp"}.get(module.split(".")[0], module.split(".")[0])
        raise ImportError(f"making a board needs {package}: pip install 'ttr_widget[boards]'") from error
