"""Speed: random play from Python, in vectors of 256 with one thread, beside the same in Rust, game after game, in one run.

    python speed.py [--seconds 2] [GAME ...]

What is told is decisions a second of processor time, medians of five turns, and the ratio of each pair of turns; then the same
where each decision is observed, and the microseconds of a row. A table of a vector chooses out of 64 codes, numpy chooses at
random among those that are legal.
"""

import argparse
import statistics
import time

import intermezzo
import numpy as np


def in_rust(game, seconds):
    began = time.thread_time()
    answers, _, _ = game.play_random(seconds)
    return answers / (time.thread_time() - began)


def in_python(game, seconds, encoder=None, n=256):
    vector = game.vector(n, decks="all", threads=1)
    random, rows = np.random.default_rng(0), np.arange(n)
    out = np.zeros((n, encoder.size if encoder else 0), np.float32)

    def step():
        if encoder:
            vector.observe(encoder, out=out)
        vector.step(vector.legal[rows, (random.random(n) * vector.counts).astype(np.intp)])

    for _ in range(10):
        step()
    answers, began, end = vector.answers, time.thread_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        step()
    return (vector.answers - answers) / (time.thread_time() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--turns", type=int, default=5)
    args = parser.parse_args()
    print("| game | Rust | Python | ratio | with `observe` | ratio | a row |\n|---|---|---|---|---|---|---|")
    for name in args.games or intermezzo.games():
        game = intermezzo.load(name)
        encoder, seconds = game.encoder(), args.seconds
        turns = [
            (in_rust(game, seconds), in_python(game, seconds), in_python(game, seconds, encoder)) for _ in range(args.turns)
        ]
        rust, python, seen = (statistics.median(one[i] for one in turns) for i in range(3))
        ratio, of_seen = (statistics.median(one[i] / one[0] for one in turns) for i in (1, 2))
        row = 1e6 * (1 / seen - 1 / python)
        told = f"{rust:,.0f} | {python:,.0f} | {ratio:.2f} | {seen:,.0f} | {of_seen:.2f} | {row:.1f} µs"
        print(f"| {name} | {told} |", flush=True)


if __name__ == "__main__":
    main()
