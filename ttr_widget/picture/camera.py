"""Which part of the board is seen: how much larger than the whole, and where its upper left corner lies."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 4.0
"""The strongest zoom; the weakest, 1, shows the whole board."""


@dataclass(frozen=True, slots=True)
class Camera:
    """`x` and `y` are the corner of what is seen, as fractions of the board's width and height."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def kept_on_board(self) -> Camera:
        """The nearest camera within the limits: what is seen never reaches over an edge.

        >>> Camera(9, 0.9, -0.2).kept_on_board()
        Camera(zoom=4.0, x=0.75, y=0.0)
        """
        zoom = min(max(self.zoom, 1.0), MOST)
        room = 1 - 1 / zoom
        return Camera(zoom, min(max(self.x, 0.0), room), min(max(self.y, 0.0), room))

    def zoomed(self, factor: float, x: float = 0.5, y: float = 0.5) -> Camera:
        """Nearer or farther; the point of the board at this fraction of the view stays where it is.

        >>> Camera().zoomed(2, 0.5, 1)
        Camera(zoom=2.0, x=0.25, y=0.5)
        """
        zoom = min(max(self.zoom * factor, 1.0), MOST)
        shift = 1 / self.zoom - 1 / zoom
        return Camera(zoom, self.x + x * shift, self.y + y * shift).kept_on_board()

    def moved(self, x: float, y: float) -> Camera:
        """To the right and down by fractions of the view."""
        return Camera(self.zoom, self.x + x / self.zoom, self.y + y / self.zoom).kept_on_board()

    def centred(self, x: float, y: float) -> Camera:
        """With this point of the board (in fractions of it) in the middle, as far as the edges allow."""
        half = 0.5 / self.zoom
        return Camera(self.zoom, x - half, y - half).kept_on_board()

    def to_view(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board is seen; both in fractions."""
        return (x - self.x) * self.zoom, (y - self.y) * self.zoom

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Which point of the board is seen there; both in fractions.

        >>> Camera(2, 0.25, 0.5).to_board(0.5, 1)
        (0.5, 1.0)
        """
        return self.x + x / self.zoom, self.y + y / self.zoom
