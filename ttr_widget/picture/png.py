"""The painter that writes PNG files with Pillow: drawn larger, then scaled down, so that edges are smooth."""

from __future__ import annotations

import itertools
import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from ttr_widget.picture.palette import mix
from ttr_widget.picture.primitives import Cars, Dots, Path, Picture, Point, Primitive, Text, lines_of, turned
from ttr_widget.picture.rolling_stock import STOCK
from ttr_widget.picture.svg import HALO

if TYPE_CHECKING:
    from PIL.Image import Image

FONTS = {
    ("sans", "normal", "normal"): ("LiberationSans-Regular.ttf", "Arial.ttf", "Helvetica.ttc", "DejaVuSans.ttf"),
    ("sans", "bold", "normal"): ("LiberationSans-Bold.ttf", "Arial Bold.ttf", "arialbd.ttf", "DejaVuSans-Bold.ttf"),
    ("sans", "bold", "italic"): ("LiberationSans-BoldItalic.ttf", "arialbi.ttf", "DejaVuSans-BoldOblique.ttf"),
    ("serif", "normal", "normal"): ("LiberationSerif-Regular.ttf", "georgia.ttf", "DejaVuSerif.ttf"),
    ("serif", "normal", "italic"): ("LiberationSerif-Italic.ttf", "georgiai.ttf", "DejaVuSerif-Italic.ttf"),
    ("serif", "bold", "normal"): ("LiberationSerif-Bold.ttf", "georgiab.ttf", "DejaVuSerif-Bold.ttf"),
}
FAR_EAST = (
    "NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "wqy-zenhei.ttc", "wqy-microhei.ttc", "msgothic.ttc",
    "msyhbd.ttc", "malgun.ttf", "Hiragino Sans GB.ttc", "Arial Unicode.ttf",
)  # fmt: skip
"""Fonts for Chinese, Japanese and Korean names, which the others cannot write."""
SMOOTH = 2


def to_png(picture: Picture, path: str | File, *, smooth: int = SMOOTH) -> None:
    """Write the picture as a PNG file of its own width; `smooth` is how much larger it is drawn first."""
    to_image(picture, smooth=smooth).save(File(path), "PNG", optimize=True)


def to_image(picture: Picture, *, smooth: int = SMOOTH) -> Image:
    """The picture as a Pillow image."""
    from PIL import Image

    painter = Painter(picture, smooth)
    for shapes in picture.layers.values():
        for shape in shapes:
            painter.paint(shape)
    size = (round(picture.width), round(picture.height))
    return painter.image.resize(size, Image.Resampling.LANCZOS)


class Painter:
    """Draws primitives on a large image."""

    def __init__(self, picture: Picture, smooth: int) -> None:
        from PIL import Image

        self.k = smooth * picture.width / picture.size[0]
        size = (round(picture.width * smooth), round(picture.height * smooth))
        self.image: Image.Image = Image.new("RGB", size, "white")
        land = next(iter(picture.layers.get("land", ())), None)
        self.land = self._mask_of(land) if isinstance(land, Path) else None

    def paint(self, shape: Primitive) -> None:
        """Draw one primitive."""
        if isinstance(shape, Path):
            self._path(shape, lines_of(shape.d))
        elif isinstance(shape, Dots):
            self._dots(shape)
        elif isinstance(shape, Text):
            self._text(shape)
        else:
            self._cars(shape)

    def _path(self, path: Path, lines: Iterable[tuple[bool, Sequence[Point]]]) -> None:
        lines = list(lines)
        for color, fill in ((path.fill, True), (path.stroke, False)):
            if color and (fill or path.width):
                self._layer(color, path, lines, fill)

    def _layer(self, color: str, path: Path, lines: list[tuple[bool, Sequence[Point]]], fill: bool) -> None:
        """Fill or stroke: straight onto the image, or through a mask if it is not opaque, or cut off, or has holes."""
        from PIL import Image, ImageChops, ImageDraw

        holes = fill and len(lines) > 1 and any(_area(points) > 0 for _, points in lines)
        if path.opacity == 1 and not path.atop and not holes:
            self._ink(ImageDraw.Draw(self.image), color, path, lines, fill)
            return
        box = self._box(lines, 0 if fill else path.width)
        mask = Image.new("L", (box[2] - box[0], box[3] - box[1]), 0)
        self._ink(ImageDraw.Draw(mask), round(255 * path.opacity), path, lines, fill, box[:2])
        if path.atop and self.land is not None:
            mask = ImageChops.multiply(mask, self.land.crop(box))
        self.image.paste(color, box, mask)

    def _box(self, lines: list[tuple[bool, Sequence[Point]]], width: float) -> tuple[int, int, int, int]:
        """The part of the image that the lines can touch."""
        xs, ys = ([point[axis] * self.k for _, points in lines for point in points] for axis in (0, 1))
        rim = width * self.k / 2 + 2
        right, bottom = self.image.size
        return (
            max(0, min(right - 1, int(min(xs) - rim))),
            max(0, min(bottom - 1, int(min(ys) - rim))),
            min(right, max(1, int(max(xs) + rim) + 1)),
            min(bottom, max(1, int(max(ys) + rim) + 1)),
        )

    def _ink(
        self,
        pen: Any,
        color: Any,
        path: Path,
        lines: list[tuple[bool, Sequence[Point]]],
        fill: bool,
        origin: tuple[int, int] = (0, 0),
    ) -> None:
        k, (left, top) = self.k, origin
        if fill:
            areas = [[(x * k - left, y * k - top) for x, y in points] for _, points in lines]
            first = _area(areas[0]) if areas else 0
            for area in areas:
                hole = isinstance(color, int) and _area(area) * first < 0
                if len(area) > 2:
                    pen.polygon(area, fill=0 if hole else color)
            return
        width = path.width * k
        for closed, points in lines:
            scaled = [(x * k - left, y * k - top) for x, y in points]
            if closed:
                scaled.append(scaled[0])
            pieces = list(_dashes(scaled, [part * k for part in path.dash])) if path.dash else [scaled]
            for piece in pieces:
                _stroke(pen, piece, width, color, round_ends=path.cap == "round", join=path.join == "round")

    def _mask_of(self, path: Path) -> Image:
        from PIL import Image, ImageDraw

        mask = Image.new("L", self.image.size, 0)
        self._ink(ImageDraw.Draw(mask), 255, path, list(lines_of(path.d)), True)
        return mask

    def _dots(self, dots: Dots) -> None:
        from PIL import Image, ImageDraw

        def ink(pen: Any, fill: Any, stroke: Any) -> None:
            for x, y in dots.points:
                for color, r in ((stroke, dots.radius + dots.width / 2), (fill, dots.radius - dots.width / 2)):
                    if color is not None:
                        box = [(x - r) * self.k, (y - r) * self.k, (x + r) * self.k, (y + r) * self.k]
                        if color is stroke and fill is None:
                            pen.ellipse(box, outline=color, width=max(1, round(dots.width * self.k)))
                        else:
                            pen.ellipse(box, fill=color)

        if dots.opacity == 1:
            ink(ImageDraw.Draw(self.image), dots.fill, dots.stroke)
            return
        mask = Image.new("L", self.image.size, 0)
        value = round(255 * dots.opacity)
        ink(ImageDraw.Draw(mask), value if dots.fill else None, value if dots.stroke else None)
        self.image.paste(Image.new("RGB", self.image.size, dots.fill or dots.stroke or "white"), mask=mask)

    def _cars(self, cars: Cars) -> None:
        car = STOCK[cars.kind]
        for place in cars.places:
            self._path(Path("", fill=cars.color), [(True, turned(car.outline, place))])
            for rim, depth in car.rims:
                self._path(Path("", stroke=rim, width=depth), [(True, turned(car.rim_outline(depth), place))])
            for line in car.lines:
                color = mix(cars.color, line.color, line.opacity)
                path = Path("", stroke=color, width=line.width, dash=line.dash, cap=line.cap)
                self._path(path, [(False, turned(line.points, place))])

    def _text(self, text: Text) -> None:
        from PIL import Image, ImageDraw

        far_east = any(unicodedata.east_asian_width(letter) in "WF" for letter in text.text)
        font = _font(text.family, text.weight, text.style, text.size * self.k, far_east)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
        at = (text.x * self.k, text.y * self.k)
        rim = round(HALO * text.size * self.k) if text.halo else 0
        if not text.angle:
            pen = ImageDraw.Draw(self.image)
            if rim:
                pen.text(at, text.text, text.halo, font, anchor, stroke_width=rim, stroke_fill=text.halo)
            pen.text(at, text.text, text.fill, font, anchor)
            return
        half = round(font.getlength(text.text) + text.size * self.k)
        mask = Image.new("L", (2 * half, 2 * half), 0)
        ImageDraw.Draw(mask).text((half, half), text.text, 255, font, anchor)
        mask = mask.rotate(-text.angle, resample=Image.Resampling.BICUBIC)
        self.image.paste(text.fill, (round(at[0]) - half, round(at[1]) - half), mask)


def _area(points: Sequence[Point]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)


def _stroke(pen: Any, points: list[Point], width: float, color: Any, *, round_ends: bool, join: bool) -> None:
    r = width / 2
    closed = len(points) > 2 and points[0] == points[-1]
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        if length:
            nx, ny = (a[1] - b[1]) * r / length, (b[0] - a[0]) * r / length
            pen.polygon(
                [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)],
                fill=color,
            )
    if width < 2 or not (join or round_ends):
        return
    for number, (x, y) in enumerate(points):
        end = number in (0, len(points) - 1)
        if round_ends if end and not closed else _turn(points, number) * r > 0.6:
            pen.ellipse([x - r, y - r, x + r, y + r], fill=color)


def _turn(points: list[Point], number: int) -> float:
    """By what angle the line turns at a point."""
    before, here = points[number - 1 if number else -2], points[number]
    after = points[number + 1] if number + 1 < len(points) else points[1]
    one, two = (here[0] - before[0], here[1] - before[1]), (after[0] - here[0], after[1] - here[1])
    return abs(math.atan2(one[0] * two[1] - one[1] * two[0], one[0] * two[0] + one[1] * two[1]))


def _dashes(points: list[Point], dash: list[float]) -> Iterator[list[Point]]:
    """The pieces of a dashed line."""
    if len(dash) % 2:
        dash = dash * 2
    number, left, on = 0, dash[0], True
    piece = [points[0]]
    for a, b in itertools.pairwise(points):
        length, done = math.dist(a, b), 0.0
        while length - done > left:
            done += left
            spot = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
            if on:
                yield [*piece, spot]
            number = (number + 1) % len(dash)
            left, on, piece = dash[number], not on, [spot]
        left -= length - done
        if on:
            piece.append(b)
    if on and len(piece) > 1:
        yield piece


@lru_cache(maxsize=256)
def _font(family: str, weight: str, style: str, size: float, far_east: bool) -> Any:
    from PIL import ImageFont

    wanted = (
        FONTS.get((family, weight, style)) or FONTS.get((family, weight, "normal")) or FONTS["sans", "bold", "normal"]
    )
    for name in (*FAR_EAST, *wanted) if far_east else wanted:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
