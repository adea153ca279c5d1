"""Ray: simulations on many machines.

    intermezzo.ray.simulate("cardland", 1_000_000, "s3://bucket/run-1", cluster="ray://head:10001")

A task plays one part of a job. What a part holds follows from the job and its number alone, so a part whose worker or node
dies is played again somewhere else, and no number changes. Where the results go to a folder of this machine, the tasks
send their files back and this process writes them; where they go to S3 or GCS, the tasks write them themselves, through
pyarrow. A job that was stopped is taken up again: what is there is not played again.

As a program: `python -m intermezzo.ray GAME --games N --out FOLDER --cluster ray://head:10001`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import Error, Game
from .jobs import Folder, Job, Result, begin, end

__all__ = ["Played", "simulate"]

AHEAD = 2
"""So many tasks a processor wait in the cluster: enough that none idles, few enough that files do not pile up."""


@dataclass(frozen=True)
class Played:
    """A part that was played, and by whom."""

    number: int
    seconds: float
    node: str
    pid: int


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise Error("simulations on a cluster need Ray: pip install 'intermezzo[ray]'") from error
    return ray


_kept: dict[Job, Any] = {}


def _play(job: Job, number: int, to: str | None) -> tuple[Played, list[tuple[str, bytes]]]:
    """Plays a part, in a worker."""
    import ray

    # A worker plays many parts of one job, and compiles the game once.
    if job not in _kept:
        _kept.clear()
        _kept[job] = job.simulation()
    began = time.perf_counter()
    files = _kept[job].part(number, job.part, job.games)
    seconds = time.perf_counter() - began
    if to is not None:
        folder = Folder(to)
        for name, content in files:
            folder.write(name, content)
        files = []
    return Played(number, seconds, ray.get_runtime_context().get_node_id(), os.getpid()), files


def simulate(
    game: str | Game,
    games: int,
    to: str | os.PathLike[str],
    *,
    cluster: str | None = None,
    on_part: Callable[[Played], None] | None = None,
    **wished: Any,
) -> Result:
    """Plays a job on a Ray cluster: that at `cluster`, or the one that this process is connected to, or a new one here.

    `to` is a folder here, or one in S3 or GCS. `on_part` is told of each part. `wished`: `decks`, `bots`, `options`,
    `players`, `seed`, `part` (games a part), `packs`, `root`. With a `root` its folder must be at the same path everywhere.
    """
    ray = _ray()
    began = time.perf_counter()
    job, folder = Job.of(game, games, **wished), Folder(to)
    with folder.held():
        simulation, missing = begin(job, folder)
        connected = ray.is_initialized()
        if missing and not connected:
            ray.init(cluster, ignore_reinit_error=True, log_to_driver=False)
        try:
            took = _run(ray, job, folder, missing, on_part)
        finally:
            if missing and not connected:
                ray.shutdown()
        return end(job, folder, simulation, time.perf_counter() - began, took)


def _run(
    ray: Any, job: Job, folder: Folder, missing: list[int], on_part: Callable[[Played], None] | None
) -> list[float]:
    if not missing:
        return []
    # Whatever ends a worker or a node, the part is played again; what is wrong with the job itself is raised at once.
    play = ray.remote(_play).options(num_cpus=1, max_retries=-1, retry_exceptions=False)
    to = None if folder.is_here else folder.uri
    todo = iter(missing)
    running: set[Any] = set()
    took = []

    def more() -> None:
        most = max(1, AHEAD * int(ray.cluster_resources().get("CPU", 1)))
        while len(running) < most and (number := next(todo, None)) is not None:
            running.add(play.remote(job, number, to))

    more()
    while running:
        done, _ = ray.wait(list(running), num_returns=1)
        for task in done:
            running.discard(task)
            played, files = ray.get(task)
            for name, content in files:
                folder.write(name, content)
            took.append(played.seconds)
            if on_part:
                on_part(played)
        more()
    return took


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays a job on a cluster, as `intermezzo sim --cluster` asks for it."""
    parser = argparse.ArgumentParser(prog="python -m intermezzo.ray", description="Let bots play many games on a Ray cluster")
    parser.add_argument("game")
    parser.add_argument("--cluster", help="ray://HOST:PORT, or `auto`: the cluster of this machine [default: a new one here]")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--decks", default="all")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=256)
    parser.add_argument("--pack", action="append", default=[])
    parser.add_argument("--root")
    parser.add_argument("--out", help="a folder, s3://… or gs://…")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    options = {}
    for option in args.option:
        name, equals, value = option.partition("=")
        if not equals:
            parser.error(f"--option {option}: it is NAME=VALUE")
        options[name] = value

    def words(text: str) -> list[str]:
        # What stands in quotes may have commas, as for the program itself.
        return [word.strip() for word in next(csv.reader([text], skipinitialspace=True), []) if word.strip()]

    with tempfile.TemporaryDirectory() as here:
        try:
            result = simulate(
                args.game,
                args.games,
                args.out or here,
                cluster=args.cluster,
                decks=[] if args.decks == "all" else words(args.decks),
                bots=words(args.bots),
                options=options,
                players=args.players,
                seed=args.seed,
                part=args.part,
                packs=args.pack,
                root=args.root,
            )
        except (Error, ConnectionError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
    numbers = result.numbers
    if args.json:
        print(json.dumps(numbers))
    else:
        print(f"{numbers['games']} games, {numbers['decisions']} decisions, {numbers['seconds']} s, hash {numbers['hash']}")
        print(f"endings: {numbers['endings']}")
        if args.out:
            print(f"`intermezzo sim report {args.out}` makes a page of them" if "://" not in args.out else args.out)
    broke_off = sum(numbers["endings"].get(ending, 0) for ending in ("aborted", "stalled"))
    return 1 if numbers["script_errors"] or numbers["given_up"] or broke_off else 0


if __name__ == "__main__":
    # Tasks name their function by its module, which is not `__main__` on a worker.
    from intermezzo import ray as module

    sys.exit(module.main())
