"""A notebook turned into a page without a kernel shows a picture of what everybody may see."""

from __future__ import annotations

import base64
import re

import nbformat
from nbconvert import HTMLExporter

from tests.widget.driver import sit


def test_a_page_without_a_kernel_shows_the_board() -> None:
    board = sit("germany", ["human", "random"], seed=3)
    cell = nbformat.v4.new_code_cell("w")
    cell.outputs = [nbformat.v4.new_output("execute_result", data=board._repr_mimebundle_(), execution_count=1)]
    notebook = nbformat.v4.new_notebook(cells=[cell])
    page, _ = HTMLExporter().from_notebook_node(notebook)  # type: ignore[no-untyped-call, unused-ignore]
    body = page.split("<body", 1)[1]
    pictures = [base64.b64decode(text).decode() for text in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", body)]
    assert [picture for picture in pictures if picture.startswith("<svg") and "Hamburg" in picture]
    assert "widget-view" not in body
