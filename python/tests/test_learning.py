"""Learning: the example learns on small numbers, and what it learnt is worth something."""

import importlib.util
from pathlib import Path

import intermezzo
import numpy as np

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn.py"


def example():
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_step_of_learning_makes_what_won_likelier():
    learn, game = example(), intermezzo.load("tricks")
    network = learn.Network(game.encoder(scaled=True))
    vector = game.vector(8, seed=1)
    rows, actions = vector.observe(network.encoder)[:, network.reads], vector.actions(network.encoder)
    codes = network.choose(vector.observe(network.encoder), actions)
    assert vector.masks()[np.arange(8), codes].all()
    before = network.scores(rows, actions)[1][np.arange(8), codes]
    gains = np.where(np.arange(8) % 2 == 0, 1, -1).astype(np.float32)
    # Tables whose decisions are alike would pull in both directions, so each learns alone.
    for i in range(8):
        alone = learn.Network(network.encoder)
        alone.learn(rows[[i]], actions[[i]], codes[[i]], gains[[i]])
        after = alone.scores(rows[[i]], actions[[i]])[1][0, codes[i]]
        assert np.sign(after - before[i]) == gains[i] or (actions[i] > 0).sum() == 1


def test_the_example_runs(capsys):
    learn = example()
    network = learn.main(["tricks", "--seconds", "3", "--games", "4", "--bot", "greedy"])
    assert network.steps > 0 or network.encoder.size > 0
    said = capsys.readouterr().out
    assert "against random" in said and "against greedy" in said
