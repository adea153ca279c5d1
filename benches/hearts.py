"""Hearts: random play through OpenSpiel, driven from Python, and through the program, in turns.

OpenSpiel's game `hearts` and the game of `tests/fixtures/hearts` have the same rules and the same 64 decisions. No part
of the tests: it needs OpenSpiel.

    python3 -m venv .venv && .venv/bin/pip install open_spiel
    cargo build --release
    taskset -c 0 .venv/bin/python benches/hearts.py target/release/intermezzo

It prints medians of all rounds: decisions a second by the clock, and what a copy of the game takes. The decisions of
OpenSpiel are those of players; dealing, which it does card by card, is not timed. The program's figures are those of
`intermezzo bench`, which times whole games, with dealing.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pyspiel

ROUNDS = 7
SECONDS = 2.0
FIXTURE = Path(__file__).parent.parent / "tests" / "fixtures" / "hearts"
LEFT = 1


def dealt(game, rng):
    """A game of OpenSpiel that passes to the left, dealt."""
    state = game.new_initial_state()
    state.apply_action(LEFT)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play(state, rng):
    """Plays to the end; how many decisions it took."""
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions


def open_spiel(game, rng):
    """Decisions a second, and the seconds of a copy in the middle of a game."""
    decisions = seconds = 0
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        state = dealt(game, rng)
        began = time.perf_counter()
        decisions += play(state, rng)
        seconds += time.perf_counter() - began
    state = dealt(game, rng)
    for _ in range(32):
        state.apply_action(rng.choice(state.legal_actions()))
    began = time.perf_counter()
    for _ in range(1000):
        state.clone()
    return decisions / seconds, (time.perf_counter() - began) / 1000


def ours(program):
    """The figures of `intermezzo bench`."""
    told = subprocess.run(
        [program, "bench", "hearts", "--root", FIXTURE, "--json", "--seconds", str(SECONDS)],
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(told.stdout)


def main():
    """Measures both in turns, so that a busy moment of the machine meets both."""
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/intermezzo"
    game, rng = pyspiel.load_game("hearts"), random.Random(1)
    theirs, figures = [], []
    for _ in range(ROUNDS):
        theirs.append(open_spiel(game, rng))
        figures.append(ours(program))
    rate, copy = (statistics.median(column) for column in zip(*theirs))
    our_rate, our_copy = (statistics.median(f[key] for f in figures) for key in ("decisions_per_s", "fork_ns"))
    print(f"OpenSpiel {rate:>10,.0f} decisions/s, a copy {copy * 1e9:,.0f} ns")
    print(f"ours      {our_rate:>10,.0f} decisions/s, a copy {our_copy:,.0f} ns")
    print(f"          {figures[0]['instructions_per_decision']:,} instructions and {figures[0]['allocations']} allocations a decision")
    print(f"OpenSpiel is {rate / our_rate:.1f} times as fast")


if __name__ == "__main__":
    main()
