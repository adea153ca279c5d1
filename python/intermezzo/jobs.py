"""Jobs: simulations in parts, each a few files in a folder, wherever the folder is.

A part is named by its number, and what it holds follows from the job and its number alone. So a part may be played by any
machine, and again: the files are the same, byte for byte. The folder is that of `intermezzo sim --out`.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import Error, Game, Simulation, load
from ._intermezzo import Hold

__all__ = ["Folder", "Job", "Result", "simulate"]


class Folder:
    """A folder of results: a path here, or a place that pyarrow knows: `s3://bucket/path`, `gs://bucket/path`."""

    def __init__(self, uri: str | os.PathLike[str]):
        self.uri = os.fspath(uri)
        self.is_here = "://" not in self.uri
        if self.is_here:
            os.makedirs(self.uri, exist_ok=True)
            return
        try:
            from pyarrow import fs
        except ImportError as error:
            raise Error(f"{self.uri} needs pyarrow: pip install 'intermezzo[ray]'") from error
        self._fs, self._path = fs.FileSystem.from_uri(self.uri)
        self._fs.create_dir(self._path, recursive=True)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the folder for this process alone, as `intermezzo sim --out` does: two writers at once are an error.

        S3 and GCS have nothing to hold: there, parts of one job are the same files whoever writes them.
        """
        if not self.is_here and self._fs.type_name != "local":
            yield
            return
        hold = Hold(self.uri if self.is_here else self._path)
        try:
            yield
        finally:
            hold.release()

    def write(self, name: str, content: bytes) -> None:
        """Writes a file as a whole: nobody ever reads a half of it."""
        if self.is_here:
            path = os.path.join(self.uri, name)
            other = f"{path}.{os.getpid()}.tmp"
            with open(other, "wb") as file:
                file.write(content)
            os.replace(other, path)
            return
        # An object is there once its stream is closed, and a local folder by its address has no such promise.
        path = f"{self._path}/{name}"
        if self._fs.type_name == "local":
            other = f"{path}.{os.getpid()}.tmp"
            with self._fs.open_output_stream(other) as stream:
                stream.write(content)
            self._fs.move(other, path)
            return
        with self._fs.open_output_stream(path) as stream:
            stream.write(content)

    def read(self, name: str) -> bytes | None:
        """What a file holds; `None`: it is not there."""
        if self.is_here:
            try:
                with open(os.path.join(self.uri, name), "rb") as file:
                    return file.read()
            except FileNotFoundError:
                return None
        try:
            with self._fs.open_input_stream(f"{self._path}/{name}") as stream:
                return stream.read()
        except FileNotFoundError:
            return None

    def names(self) -> set[str]:
        """The names of all files."""
        if self.is_here:
            return set(os.listdir(self.uri))
        from pyarrow import fs

        selector = fs.FileSelector(self._path, allow_not_found=True)
        return {info.base_name for info in self._fs.get_file_info(selector)}


@dataclass(frozen=True)
class Job:
    """What is to be played. Everything in it can be sent to another machine."""

    game: str
    games: int
    decks: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("random",)
    options: tuple[tuple[str, str], ...] = ()
    players: int | None = None
    seed: int = 1
    part: int = 256
    packs: tuple[str, ...] = ()
    root: str | None = None
    catalog: str = ""

    @staticmethod
    def of(game: str | Game, games: int, **wished: Any) -> Job:
        """A job for a game, with the hash of everything that it was made from."""
        options = tuple((name, _text(value)) for name, value in (wished.pop("options", None) or {}).items())
        listed = {name: tuple(wished.pop(name, None) or ()) for name in ("decks", "bots", "packs")}
        listed["bots"] = listed["bots"] or ("random",)
        if isinstance(game, Game):
            listed["packs"] = tuple(game.packs)
            wished["root"] = game.root
            loaded, name = game, game.id
        else:
            loaded, name = load(game, list(listed["packs"]), wished.get("root")), game
        if games < 1 or wished.get("part", 1) < 1:
            raise Error("a job has at least one game, and a part too")
        return Job(game=name, games=games, options=options, catalog=loaded.hash, **listed, **wished)

    @property
    def parts(self) -> int:
        """How many parts it has."""
        return -(-self.games // self.part)

    def simulation(self) -> Simulation:
        """The job, checked against its game on this machine."""
        game = load(self.game, list(self.packs), self.root)
        if game.hash != self.catalog:
            raise Error(
                f"{self.game} is another version here: catalog {game.hash}, and the job is for {self.catalog}. "
                "Install the same version of intermezzo everywhere, and the same folder at the same path"
            )
        return game.simulation(list(self.decks), list(self.bots), dict(self.options), self.players, self.seed)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class Result:
    """What came of a job."""

    job: Job
    folder: str
    numbers: dict[str, Any]
    """What `intermezzo sim --json` prints."""
    part_seconds: list[float] = field(default_factory=list)
    """How long each part took that was played now, on its machine."""

    @property
    def hash(self) -> str:
        """The hash of all results: equal jobs have equal ones, wherever they were played."""
        return self.numbers["hash"]


def begin(job: Job, folder: Folder) -> tuple[Simulation, list[int]]:
    """Puts `job.json` into a folder, and lists the parts that are not there yet."""
    simulation = job.simulation()
    text = simulation.job(job.part)
    known = folder.read("job.json")
    if known is None:
        folder.write("job.json", text.encode())
    elif json.loads(known) != json.loads(text):
        raise Error(f"{folder.uri}: this folder holds the results of another job: name another folder")
    there = folder.names()
    missing = [number for number in range(job.parts) if not _is_whole(folder, there, job, number)]
    return simulation, missing


def _is_whole(folder: Folder, there: set[str], job: Job, number: int) -> bool:
    names = Simulation.files(number)
    if not there.issuperset(names):
        return False
    # The last part of a job with fewer games is shorter.
    games = min(job.part, job.games - number * job.part)
    try:
        there_are = Simulation.games_in(folder.read(names[-1]) or b"")
    except Error:
        # What is damaged is played anew.
        return False
    if there_are > games:
        raise Error(
            f"{folder.uri}: {names[-1]} holds {there_are} games, and the job wants {games} of them: "
            f"ask for {number * job.part + there_are} games or more, or name another folder"
        )
    return there_are == games


def end(job: Job, folder: Folder, simulation: Simulation, seconds: float, part_seconds: list[float]) -> Result:
    """Counts all parts, in the order of their numbers."""
    totals, counted = simulation.totals(), 0
    for number in range(job.parts):
        files = [folder.read(name) for name in Simulation.files(number)]
        if any(content is None for content in files):
            raise Error(f"{folder.uri}: part {number} is not there")
        counted += totals.take(files)
    if counted != job.games:
        raise Error(f"{folder.uri}: {counted} games are there, and the job has {job.games}")
    return Result(job, folder.uri, json.loads(totals.json(seconds)), part_seconds)


def simulate(
    game: str | Game,
    games: int,
    to: str | os.PathLike[str],
    *,
    on_part: Callable[[int], None] | None = None,
    **wished: Any,
) -> Result:
    """Plays a job here, part by part. What is there of it is not played again.

    `wished`: `decks`, `bots`, `options`, `players`, `seed`, `part` (games a part), `packs`, `root`.
    """
    began = time.perf_counter()
    job, folder = Job.of(game, games, **wished), Folder(to)
    with folder.held():
        simulation, missing = begin(job, folder)
        took = []
        for number in missing:
            at = time.perf_counter()
            for name, content in simulation.part(number, job.part, job.games):
                folder.write(name, content)
            took.append(time.perf_counter() - at)
            if on_part:
                on_part(number)
        return end(job, folder, simulation, time.perf_counter() - began, took)


def parts(folder: Folder, kind: str) -> Iterator[str]:
    """The files of a kind, in the order of their parts."""
    return iter(sorted(name for name in folder.names() if name.startswith(f"{kind}-") and name.endswith(".parquet")))
