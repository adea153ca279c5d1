"""Hearts: random play through OpenSpiel, driven from Python, and through the program, in turns.

OpenSpiel's game `hearts` and the game of `tests/fixtures/hearts` have the same rules and the same 64 decisions. No part
of the tests: it needs OpenSpiel.

    python3 -m venv .venv && .venv/bin/pip install open_spiel
    cargo build --release
    taskset -c 0 .venv/bin/python benches/hearts.py target/release/intermezzo

It prints medians of all rounds: decisions a second by the clock, and what a copy of the game takes. The decisions are
those of players. The program's figures are those of `intermezzo bench`, which times whole games, with dealing. OpenSpiel
deals card by card: its whole games are timed, dealt from `chance_outcomes`, the interface for that, and from
`legal_actions`, which is enough because all cards are equally likely; and once more without dealing.
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


def by_outcomes(state, rng):
    """A card to deal, by how likely each is."""
    cards, chances = zip(*state.chance_outcomes())
    return rng.choices(cards, chances)[0]


def by_actions(state, rng):
    """A card to deal, all equally likely."""
    return rng.choice(state.legal_actions())


def dealt(game, rng, card=by_actions):
    """A game of OpenSpiel that passes to the left, dealt."""
    state = game.new_initial_state()
    state.apply_action(LEFT)
    while state.is_chance_node():
        state.apply_action(card(state, rng))
    return state


def play(state, rng):
    """Plays to the end; how many decisions it took."""
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions


def rates(game, rng, card):
    """Decisions a second of whole games, and of what comes after dealing."""
    decisions = dealing = playing = 0
    until = time.perf_counter() + SECONDS
    while (began := time.perf_counter()) < until:
        state = dealt(game, rng, card)
        begins = time.perf_counter()
        decisions += play(state, rng)
        dealing += begins - began
        playing += time.perf_counter() - begins
    return decisions / (dealing + playing), decisions / playing


def open_spiel(game, rng):
    """Decisions a second: whole games dealt in both ways, and without dealing; and the seconds of a copy mid-game."""
    by_outcomes_rate, _ = rates(game, rng, by_outcomes)
    by_actions_rate, playing = rates(game, rng, by_actions)
    state = dealt(game, rng)
    for _ in range(32):
        state.apply_action(rng.choice(state.legal_actions()))
    began = time.perf_counter()
    for _ in range(1000):
        state.clone()
    return by_outcomes_rate, by_actions_rate, playing, (time.perf_counter() - began) / 1000


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
    outcomes, actions, playing, copy = (statistics.median(column) for column in zip(*theirs))
    rate, our_copy = (statistics.median(f[key] for f in figures) for key in ("decisions_per_s", "fork_ns"))
    told = figures[0]
    print(f"ours       {rate:>10,.0f} decisions/s of whole games, a copy {our_copy:,.0f} ns")
    print(f"           {told['instructions_per_decision']:,} instructions, {told['allocations']} allocations a decision")
    print(f"OpenSpiel  {outcomes:>10,.0f} of whole games, dealt from chance_outcomes: {outcomes / rate:.2f} times as fast")
    print(f"           {actions:>10,.0f} of whole games, dealt from legal_actions: {actions / rate:.2f} times as fast")
    print(f"           {playing:>10,.0f} without dealing, a copy {copy * 1e9:,.0f} ns")


if __name__ == "__main__":
    main()
