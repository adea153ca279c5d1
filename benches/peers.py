"""Peers: random games of our games beside card games of OpenSpiel and RLCard, by the time that one core worked.

No part of the tests: it needs OpenSpiel and RLCard.

    python3 -m venv .venv && .venv/bin/pip install open_spiel rlcard
    cargo build --release
    .venv/bin/python benches/peers.py target/release/intermezzo

Hearts has the same rules and the same 64 decisions in OpenSpiel and in `tests/fixtures/hearts`; the other games are those
of each side that come nearest: hands, tricks or melds, some dozens of decisions. OpenSpiel and RLCard are driven from
Python, as their users do, and only their decisions are timed, not dealing; ours are whole games of `intermezzo sim`,
with dealing and with what it counts of cards. All take turns, so that a busy machine slows all alike; medians of rounds.
Time is what the process worked (user and system), not the clock on the wall.
"""

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pyspiel
import rlcard

ROUNDS = 3
SECONDS = 1.0
ROOT = Path(__file__).parent.parent
OURS = {"hearts": ROOT / "tests/fixtures/hearts", "tricks": ROOT, "market": ROOT, "cardland": ROOT, "cfs": ROOT}
OPENSPIEL = ["hearts", "spades", "gin_rummy", "crazy_eights", "euchre"]
RLCARD = ["gin-rummy", "uno", "doudizhu"]


def openspiel(name):
    """Decisions of players in a second of work."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    decisions, worked = 0, 0.0
    while worked < SECONDS:
        state = game.new_initial_state()
        began = time.process_time()
        while not state.is_terminal():
            if state.is_chance_node():
                worked += time.process_time() - began
                state.apply_action(rng.choice(state.legal_actions()))
                began = time.process_time()
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        worked += time.process_time() - began
    return decisions / worked


def rlcard_game(name):
    """The same, by steps of its environment with raw actions."""
    env, rng = rlcard.make(name, config={"seed": 1}), random.Random(1)
    decisions, worked = 0, 0.0
    while worked < SECONDS:
        state, _ = env.reset()
        began = time.process_time()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        worked += time.process_time() - began
    return decisions / worked


def ours(program, name, root, games):
    """The work and the decisions of so many games."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "--root", root, "sim", name, "--games", str(games), "--threads", "1", "--seed", "1", "--json"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return worked, json.loads(out)["decisions"]


def rate(program, name, root):
    """Decisions in a second of work, without what it takes to load the game."""
    games, (loading, few) = 64, ours(program, name, root, 1)
    while True:
        worked, all_ = ours(program, name, root, games)
        if worked - loading > SECONDS * 0.5:
            return (all_ - few) / (worked - loading)
        games *= 4


def main():
    program = str(Path(sys.argv[1]).resolve())
    rows = [("intermezzo", name, lambda name=name, root=root: rate(program, name, root)) for name, root in OURS.items()]
    rows += [("OpenSpiel", name, lambda name=name: openspiel(name)) for name in OPENSPIEL]
    rows += [("RLCard", name, lambda name=name: rlcard_game(name)) for name in RLCARD]
    found = {row[:2]: [] for row in rows}
    for number in range(ROUNDS):
        for who, name, measure in rows:
            found[who, name].append(measure())
            print(f"round {number + 1}: {who} {name} {found[who, name][-1]:,.0f}", file=sys.stderr, flush=True)
    for (who, name), rates in found.items():
        print(f"{who:<11} {name:<13} {statistics.median(rates):>10,.0f} decisions a second")


main()
