"""Gymnasium: vectors of tables at which an agent plays one seat."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
import intermezzo  # noqa: E402
from intermezzo.gymnasium import VectorEnv  # noqa: E402


def at_random(rng, seen):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])


@pytest.mark.parametrize("name", intermezzo.games())
def test_an_agent_plays_a_seat_and_sees_how_its_games_end(name):
    env = VectorEnv(name, 4, seat=1, threads=1, longest=60)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=5)
    over = env.encoder.names.index("game.is_over")
    ended = cut_off = 0
    for _ in range(200):
        assert env.observation_space.contains(seen) and (env.vector.asked == 1).all()
        seen, rewards, done, cut, infos = env.step(at_random(rng, seen))
        assert rewards.shape == done.shape == cut.shape == (4,) and not (done & cut).any()
        assert (rewards[~done] == 0).all() and (np.abs(rewards) <= 1).all()
        if (done | cut).any():
            assert np.array_equal(infos["_final_obs"], done | cut)
            for i in np.flatnonzero(done | cut):
                last = infos["final_obs"][i]["observation"]
                assert last.shape == (env.encoder.size,) and last[over] == done[i]
        ended, cut_off = ended + done.sum(), cut_off + cut.sum()
    assert ended + cut_off > 0


def test_equal_seeds_give_equal_games():
    def games():
        env, rng = VectorEnv("cardland", 3, threads=2), np.random.default_rng(2)
        seen, _ = env.reset(seed=9)
        for _ in range(60):
            seen, rewards, *_ = env.step(at_random(rng, seen))
            yield seen["observation"].sum(), rewards.sum()

    assert list(games()) == list(games())


def test_others_may_be_played_by_a_function():
    asked = []

    def first(rows, masks):
        asked.append(rows.shape)
        return masks.argmax(1)

    env = VectorEnv("tricks", 3, seat=2, others=first)
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        seen, *_ = env.step(seen["action_mask"].argmax(1))
    assert asked and all(shape[1] == env.encoder.size for shape in asked)


def test_worth_shapes_rewards_where_a_game_says_it():
    env, rng = VectorEnv("duel", 4, shaping=0.01), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    on_the_way = []
    for _ in range(60):
        seen, rewards, done, _, _ = env.step(at_random(rng, seen))
        on_the_way += rewards[~done].tolist()
    assert any(on_the_way) and max(map(abs, on_the_way)) < 0.5
    with pytest.raises(ValueError, match="no `value`"):
        VectorEnv("cardland", 2, shaping=0.01).reset(seed=1)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        VectorEnv("cardland", 2, seat=2)
