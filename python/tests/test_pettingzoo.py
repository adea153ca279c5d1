"""PettingZoo: its own tests of its interface pass, for every game."""

import warnings

import intermezzo
import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from intermezzo import pettingzoo as zoo  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

GAMES = intermezzo.games()


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        # Observations are dicts of one long list, and their bounds are wide: both are only advised against.
        warnings.filterwarnings("ignore", category=UserWarning)
        yield


@pytest.mark.parametrize("game", GAMES)
def test_agents_act_one_after_the_other(game):
    api_test(zoo.env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_agents_act_at_once(game):
    parallel_api_test(zoo.parallel_env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_game(game):
    seed_test(lambda: zoo.env(game), num_cycles=40)
    # It samples actions without their masks.
    parallel_seed_test(lambda: zoo.parallel_env(game, illegal="next"), num_cycles=40)


def test_a_game_comes_to_its_end_and_somebody_wins():
    env = zoo.env("cardland", codes=16)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(20_000):
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert env.observation_space(agent).contains(observation)
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over or cut else int(rng.choice(legal)))
    assert not env.agents
    assert sorted(total.values()) == [-1.0, 1.0]


def test_a_code_that_is_not_legal_is_refused():
    env = zoo.env("cardland")
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    with pytest.raises(intermezzo.Refusal):
        env.step(int(np.flatnonzero(mask == 0)[-1]))
    assert np.array_equal(env.last()[0]["action_mask"], mask)


def test_the_next_legal_code_stands_in_where_that_is_wished():
    env = zoo.env("cardland", illegal="next")
    env.reset(seed=1)
    agent = env.agent_selection
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    env.step(int(legal[-1]) + 1)
    assert env.infos[agent] == {"illegal": legal[-1] + 1, "taken": legal[0]}
    with pytest.raises(ValueError, match="illegal"):
        zoo.env("cardland", illegal="ignore")


def test_a_picture_shows_the_table():
    env = zoo.env("cardland", render_mode="ansi")
    env.reset(seed=1)
    assert "asked" in env.render()
