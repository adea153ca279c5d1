"""Bots: Python objects that play.

A policy is called with a view and a decision, both dicts, and returns an answer. It sees what a person at its seat sees.

    def first(view, decision):
        if decision["kind"] == "act" and decision["options"]:
            return {"choose": [0]}
        return random(view, decision)

    random = intermezzo.bots.Random(1)

    intermezzo.bots.play(table, [first, first])

`serve` lets a policy play for the program: a script that ends in `intermezzo.bots.serve(first)` is a bot for
`intermezzo sim --bots program:PATH`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from . import Bot, Error, Game, Refusal, Table, load

__all__ = ["Policy", "Random", "play", "serve", "simulate"]

Policy = Callable[[dict[str, Any], dict[str, Any]], Any]

ASKED = 32
"""So often a policy is asked the same when its answers are refused."""


class Random:
    """A policy that answers anything, seeded; where sets have a rule, one of those that are listed."""

    def __init__(self, seed: int = 0):
        self.random = random.Random(seed)

    def __call__(self, view: dict[str, Any], decision: dict[str, Any]) -> Any:
        if decision.get("sets"):
            return {"choose": self.random.choice(decision["sets"])}
        places = list(range(len(decision["options"])))
        kind = decision["kind"]
        if kind == "number":
            return {"number": self.random.randint(decision["least"], decision["most"])}
        if kind == "act":
            code = self.random.randrange(len(places) + decision["may_pass"])
            return "pass" if code == len(places) else {"choose": [code]}
        if kind == "order":
            size = len(places)
        elif kind == "assign":
            size = self.random.randint(0, min(1, len(places)))
        else:
            size = self.random.randint(decision["least"], decision["most"])
        return {"choose": self.random.sample(places, size)}


def play(table: Table, policies: Sequence[Policy | Bot], most: int = 50_000) -> int:
    """Lets policies play a table to its end, one a seat. How many answers they gave, at most `most`.

    A policy may also be a bot of the program, as `Game.bot` makes it.

    A policy whose answer is refused is asked again; after 32 times the `Refusal` is raised.
    """
    if len(policies) < len(table.names):
        raise Error(f"{len(table.names)} seats need as many policies, {len(policies)} were given")
    answers = 0
    while not table.is_over and answers < most:
        seat = table.asked[0]
        answers += 1
        if isinstance(policies[seat], Bot):
            policies[seat].answer(table, seat)
            continue
        view = table.view(seat)
        decision = next(d for d in view["decisions"] if d["seat"] == seat)
        for left in reversed(range(ASKED)):
            try:
                table.answer(seat, policies[seat](view, decision))
                break
            except Refusal:
                if left == 0:
                    raise
    return answers


def simulate(
    game: str | Game,
    games: int,
    policies: Sequence[Callable[[int], Policy | Bot]],
    *,
    decks: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    players: int | None = None,
    seed: int = 1,
) -> list[dict[str, Any]]:
    """Lets policies of Python play many games: what came of each.

    `policies` make a policy from a seed. With as many as seats they take turns, so that each sits everywhere; `policies`
    of a row says who sat where, by their places in the list. Every deck meets every other one, with the same luck.
    """
    loaded = game if isinstance(game, Game) else load(game)
    simulation = loaded.simulation(list(decks), [], options, players, seed)
    seats = simulation.seats
    if len(policies) not in (1, seats):
        raise Error(f"{seats} seats need one policy or {seats}, {len(policies)} were given")
    rows = []
    for number in range(games):
        # Each arrangement of decks is played with each turn of the policies, with the same luck.
        place, turn = divmod(number, len(policies))
        luck, table = simulation.table(place)
        sitting = [(seat + turn) % len(policies) for seat in range(seats)]
        made = [policies[who](luck * seats + seat) for seat, who in enumerate(sitting)]
        answers = play(table, made)
        outcome = table.outcome
        rows.append(
            {
                "number": number,
                "seed": luck,
                "decks": simulation.decks_of(place),
                "policies": sitting,
                "winners": outcome["winners"] if outcome else [],
                "ending": outcome["outcome"] if outcome else "stalled",
                "decisions": answers,
                "log_hash": table.log_hash,
            }
        )
    return rows


def serve(policy: Policy, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Answers for the program: reads what is asked as lines of JSON, and writes answers."""
    lines, out = lines or sys.stdin, out or sys.stdout
    last: Any = None
    for line in lines:
        message = json.loads(line)
        if "asked" in message:
            last = message["asked"]
        elif "over" in message:
            return
        elif "refused" not in message:
            continue
        if not last:
            continue
        ask = last[0]
        decision = next(d for d in ask["view"]["decisions"] if d["seat"] == ask["seat"])
        reply = {"seat": ask["seat"], "question": ask["question"], "answer": policy(ask["view"], decision)}
        print(json.dumps(reply), file=out, flush=True)
