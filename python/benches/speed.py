"""Speed: random play from Python, in vectors of 256 with one thread, beside the same in Rust, game after game, in one run.

    python speed.py [--seconds 2] [GAME ...]

What is told is decisions a second of processor time, medians of five turns, and the ratio of each pair of turns. A table of a
vector chooses out of 64 codes, numpy chooses at random among those that are legal.
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


def in_python(game, seconds, n=256):
    vector = game.vector(n, decks="all", threads=1)
    random, rows = np.random.default_rng(0), np.arange(n)

    def step():
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
    args = parser.parse_args()
    print("| game | Rust | Python | ratio |\n|---|---|---|---|")
    for name in args.games or intermezzo.games():
        game = intermezzo.load(name)
        turns = [(in_rust(game, args.seconds), in_python(game, args.seconds)) for _ in range(5)]
        rust, python = (statistics.median(one[i] for one in turns) for i in (0, 1))
        ratio = statistics.median(python / rust for rust, python in turns)
        print(f"| {name} | {rust:,.0f} | {python:,.0f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
