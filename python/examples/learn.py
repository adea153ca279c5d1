"""Learn: a small network of numpy learns a game from its own games, and plays the program's bots.

    python learn.py tricks [--seconds 120] [--games 100] [--bot greedy]

The network has one hidden layer. It reads the numbers of a row, and scores actions, which mean the same in every position. It
sits at every other seat, against players at random, and is told only who has won (REINFORCE). What is told in the end: how
many of its games against a bot it wins, with an interval of 95 %.
"""

import argparse
import time

import intermezzo
import numpy as np


class Network:
    """Scores actions from the numbers of a row."""

    def __init__(self, encoder, seed=0, hidden=64):
        random = np.random.default_rng(seed)
        self.random, self.encoder = random, encoder
        self.reads = np.flatnonzero(np.array(encoder.kinds) == "number")
        sizes = len(self.reads), hidden, len(encoder.actions)
        self.weights = [
            random.normal(0, 1 / np.sqrt(sizes[0]), sizes[:2]).astype(np.float32),
            np.zeros(sizes[1], np.float32),
            np.zeros(sizes[1:], np.float32),
            np.zeros(sizes[2], np.float32),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def scores(self, rows, actions):
        """The hidden layer, and how likely each code is to be taken; `actions`: those of the codes, 0: it may not be."""
        into, bias, out, score = self.weights
        hidden = np.tanh(rows @ into + bias)
        logits = np.einsum("nh,nch->nc", hidden, out.T[actions]) + score[actions]
        logits[actions == 0] = -np.inf
        likely = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, likely / likely.sum(1, keepdims=True)

    def choose(self, rows, actions):
        """A code for each row, by chance."""
        likely = self.scores(rows[:, self.reads], actions)[1]
        return (likely.cumsum(1) > self.random.random((len(rows), 1))).argmax(1)

    def learn(self, rows, actions, codes, gains, rate=2e-3, batch=2048):
        """Makes what was chosen likelier where it gained something, and less likely where it lost."""
        order = self.random.permutation(len(rows))
        for at in range(0, len(rows), batch):
            some = order[at : at + batch]
            x, legal = rows[some], actions[some]
            hidden, likely = self.scores(x, legal)
            wrong = likely
            wrong[np.arange(len(some)), codes[some]] -= 1
            wrong *= gains[some, None] / len(some)
            out = self.weights[2].T
            back = np.einsum("nc,nch->nh", wrong, out[legal]) * (1 - hidden**2)
            to_out, to_score = np.zeros_like(out), np.zeros_like(self.weights[3])
            rows_at, codes_at = np.nonzero(legal)
            np.add.at(to_out, legal[rows_at, codes_at], wrong[rows_at, codes_at, None] * hidden[rows_at])
            np.add.at(to_score, legal[rows_at, codes_at], wrong[rows_at, codes_at])
            self.follow([x.T @ back, back.sum(0), to_out.T, to_score], rate)

    def follow(self, slopes, rate):
        """A step of Adam."""
        self.steps += 1
        for w, m, s, slope in zip(self.weights, self.means, self.squares, slopes):
            m += 0.1 * (slope - m)
            s += 0.001 * (slope**2 - s)
            w -= rate * (m / (1 - 0.9**self.steps)) / (np.sqrt(s / (1 - 0.999**self.steps)) + 1e-8)


def train(game, network, seconds, tables=256, seed=1, say=print):
    """Plays and learns for so many seconds."""
    encoder = network.encoder
    vector = game.vector(tables, seed=seed, decks="all")
    random, every = np.random.default_rng(seed), np.arange(tables)
    out = np.zeros((tables, encoder.size), np.float32)
    kept = [[] for _ in range(tables)]
    ended, won, games, told = [], 0, 0, time.perf_counter()
    end = told + seconds
    while time.perf_counter() < end:
        asked, actions = vector.asked, vector.actions(encoder)
        codes = vector.legal[every, (random.random(tables) * vector.counts).astype(int)].astype(np.int64)
        own = np.flatnonzero(asked % 2 == 0)
        if len(own):
            rows = vector.observe(encoder, rows=own, out=out[: len(own)])
            codes[own] = network.choose(rows, actions[own])
            few = rows[:, network.reads]
            for i, row in zip(own, few):
                kept[i].append((row, actions[i], codes[i]))
        _, rewards, done = vector.step(codes)
        for i in np.flatnonzero(done):
            games, won = games + 1, won + (rewards[i, 0] > 0)
            ended += [(*one, rewards[i, 0]) for one in kept[i]]
            kept[i] = []
        if len(ended) >= 8192:
            rows, legal, taken, gains = (np.array(part) for part in zip(*ended))
            network.learn(rows, legal, taken, (gains - gains.mean()).astype(np.float32))
            ended = []
            if time.perf_counter() - told > 10:
                say(f"{games} games, {won / max(1, games):.0%} of the last ones won against players at random")
                won, games, told = 0, 0, time.perf_counter()
    return network


def match(game, network, bot, games, seed=1):
    """How often the network wins against a bot, with the bounds of the interval of 95 %. Draws count as half."""
    points = 0.0
    for number in range(games):
        table = game.start(seed=seed + number // 2)
        # With the same luck the network sits first at the even seats, and then at the odd ones.
        own = number % 2
        while not table.is_over:
            seat = table.asked[0]
            if seat % 2 != own:
                bot.answer(table, seat, number)
                continue
            choices, answer = table.choices(seat), None
            while answer is None:
                row = network.encoder.encode(table, seat, choices)[None]
                code = network.choose(row, network.encoder.encode_actions(table, choices)[None])[0]
                answer = choices.take(table, int(code))
            table.answer(seat, answer)
        winners = table.outcome["winners"]
        points += 0.5 if not winners else float(own in winners)
    # The interval of Wilson, of pairs: the two games of one luck are one piece of evidence at worst.
    rate, n, z2 = points / games, games / 2, 1.96**2
    middle, half = rate + z2 / (2 * n), 1.96 * np.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return rate, (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="greedy")
    args = parser.parse_args(arguments)
    game = intermezzo.load(args.game)
    network = train(game, Network(game.encoder(scaled=True)), args.seconds)
    for kind in ("random", args.bot):
        rate, low, high = match(game, network, game.bot(kind), args.games)
        print(f"against {kind}: {rate:.0%} of {args.games} games ({low:.0%} to {high:.0%})", flush=True)
    return network


if __name__ == "__main__":
    main()
