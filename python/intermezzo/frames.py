"""Frames: the results of a simulation as tables of pandas, polars or Arrow.

`kind` is `games` (a row a game), `cards` (a row for each card that a player of a game brought) or `decisions` (what was
counted of windows and abilities, a row for each in each part).
"""

from __future__ import annotations

import io
import os
from typing import Any, Literal

from . import Error
from .jobs import Folder, parts

__all__ = ["read_arrow", "read_pandas", "read_polars"]

Kind = Literal["games", "cards", "decisions"]


def _contents(folder: str | os.PathLike[str], kind: str) -> list[io.BytesIO]:
    if kind not in ("games", "cards", "decisions"):
        raise Error(f"`{kind}` is no kind of results: it is games, cards or decisions")
    if "://" not in os.fspath(folder) and not os.path.isdir(folder):
        raise Error(f"{os.fspath(folder)}: there is no such folder")
    place = Folder(folder)
    # The file of the games is written last: a part is there if that is.
    there = {name.removeprefix("games-") for name in parts(place, "games")}
    names = [name for name in parts(place, kind) if name.removeprefix(f"{kind}-") in there]
    if not names:
        raise Error(f"{place.uri}: there are no results in this folder")
    return [io.BytesIO(place.read(name) or b"") for name in names]


def read_arrow(folder: str | os.PathLike[str], kind: Kind = "games") -> Any:
    """Reads results as a table of Arrow."""
    import pyarrow
    from pyarrow import parquet

    return pyarrow.concat_tables([parquet.read_table(content) for content in _contents(folder, kind)])


def read_pandas(folder: str | os.PathLike[str], kind: Kind = "games") -> Any:
    """Reads results as a frame of pandas."""
    return read_arrow(folder, kind).to_pandas()


def read_polars(folder: str | os.PathLike[str], kind: Kind = "games") -> Any:
    """Reads results as a frame of polars."""
    import polars

    return polars.concat([polars.read_parquet(content) for content in _contents(folder, kind)])
