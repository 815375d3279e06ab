"""What the texts for newcomers promise: their Python runs as it is written, and their links and pictures are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttr_widget as ttr

HOME = Path(__file__).resolve().parents[1]
TEXTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/bots.md"]


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """The Python of a text, each block with the number of its first line."""
    content = (HOME / text).read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```", content, re.MULTILINE | re.DOTALL):
        yield f"{text}:{content.count(chr(10), 0, match.start()) + 2}", match.group(1)


CODE = dict(block for text in TEXTS for block in blocks(text) if "def test_" not in block[1])


def quick(code: str) -> str:
    """The same with few games: what is tried here is the writing."""
    return re.sub(r"games=\d+", "games=2", code).replace('"steiner", "hungry"], "usa")', '"hungry"], "usa", games=2)')


@pytest.mark.parametrize("place", CODE)
def test_code_in_the_texts_runs(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of them saves a game
    exec(compile(quick(CODE[place]), place, "exec", dont_inherit=True), {"ttr": ttr, "__name__": "docs"})


def test_the_texts_show_code() -> None:
    assert {place.partition(":")[0] for place in CODE} == {"README.md", "CONTRIBUTING.md", "docs/bots.md"}


@pytest.mark.parametrize("text", TEXTS)
def test_links_lead_somewhere(text: str) -> None:
    content = (HOME / text).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", content):
        file, _, heading = target.partition("#")
        if "://" in target:
            continue
        place = (HOME / text).parent / file if file else HOME / text
        assert place.exists(), f"{text} names {target}"
        if heading:
            headings = re.findall(r"^#+ (.+)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
