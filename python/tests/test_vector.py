"""Vectors: many tables stepped at once are the same tables, whatever steps them."""

import threading
import time

import intermezzo
import numpy as np
import pytest

GAMES = intermezzo.games()


def codes_at_random(rng, vector):
    counts = vector.counts
    places = (rng.random(len(vector)) * counts).astype(np.intp)
    return vector.legal[np.arange(len(vector)), places]


@pytest.mark.parametrize("game", GAMES)
def test_tables_go_on_and_begin_anew(game):
    vector = intermezzo.load(game).vector(8, seed=1, threads=1)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(4000):
        asked, rewards, done = vector.step(codes_at_random(rng, vector))
        assert asked.shape == (8,) and rewards.shape == (8, vector.seats) and done.dtype == bool
        assert np.all(rewards[~done] == 0)
        assert np.all(np.abs(rewards) <= 1)
        ended += int(done.sum())
        if ended > 8:
            break
    assert ended > 8 and vector.games == ended and vector.answers > 0


def steps(threads, count=300):
    vector = intermezzo.load("cardland").vector(13, seed=5, decks="all", threads=threads)
    rng = np.random.default_rng(2)
    seen = []
    for _ in range(count):
        asked, rewards, done = vector.step(codes_at_random(rng, vector))
        seen.append((asked.tolist(), rewards.tolist(), done.tolist(), vector.counts.tolist()))
    return seen


def test_threads_change_nothing():
    assert steps(1) == steps(2) == steps(5)


def test_masks_say_what_the_lists_say():
    vector = intermezzo.load("cfs").vector(6, seed=3)
    masks, legal, counts = vector.masks(), vector.legal, vector.counts
    assert masks.shape == (6, vector.codes + 1)
    for mask, codes, n in zip(masks, legal, counts):
        assert np.flatnonzero(mask).tolist() == codes[:n].tolist()


def test_a_code_that_is_not_legal_changes_nothing():
    vector = intermezzo.load("cardland").vector(4, seed=3, threads=2)
    codes = vector.legal[:, 0].astype(np.int64)
    before = vector.legal.tolist()
    codes[2] = 64
    with pytest.raises(intermezzo.Refusal, match="table 2"):
        vector.step(codes)
    assert vector.legal.tolist() == before and vector.answers == 0
    with pytest.raises(ValueError, match="4 codes"):
        vector.step([0, 0])
    for given in ([1.7] * 4, [True] * 4, ["1"] * 4):
        with pytest.raises(TypeError, match="whole numbers"):
            vector.step(given)
    codes[2] = vector.legal[2, 0]
    vector.step(codes.tolist())


def test_a_table_without_a_code_stays_as_it_is():
    vector = intermezzo.load("cardland").vector(3, seed=3, threads=2)
    before = vector.legal.tolist()
    codes = np.full(3, -1)
    codes[1] = vector.legal[1, 0]
    vector.step(codes)
    assert [vector.legal[i].tolist() == before[i] for i in (0, 2)] == [True, True] and vector.answers <= 1
    with pytest.raises(intermezzo.Refusal, match="-2"):
        vector.step([-2, -1, -1])


def test_what_has_ended_can_be_seen_once_more():
    game = intermezzo.load("tricks")
    vector, encoder, rng = game.vector(8, seed=1, threads=2), game.encoder(), np.random.default_rng(3)
    over, won = encoder.names.index("game.is_over"), encoder.names.index("player0.has_won")
    while True:
        _, rewards, done = vector.step(codes_at_random(rng, vector))
        if done.any():
            break
    last = vector.observe(encoder, rows=done, seats=1, ended=True)
    assert (last[:, over] == 1).all() and np.array_equal(last[:, won] == 1, rewards[done, 1] == 1)
    assert not vector.observe(encoder, rows=~done, ended=True).any()
    vector.cut(~done)
    cut = vector.observe(encoder, rows=~done, ended=True)
    assert cut.any() and not cut[:, over].any()


def test_what_is_observed_is_what_the_asked_seat_sees():
    game = intermezzo.load("cardland")
    vector, encoder = game.vector(3, seed=7, threads=2), game.encoder()
    rows = vector.observe(encoder)
    assert rows.shape == (3, encoder.size) == (3, len(encoder.names))
    table = game.start(seed=7)
    seat = table.asked[0]
    assert np.array_equal(rows[0], encoder.encode(table, seat, table.choices(seat)))


def test_an_encoder_tells_nothing_hidden():
    """Whatever lies hidden from a seat, the numbers are those of what it sees."""
    game = intermezzo.load("cfs")
    encoder, table = game.encoder(), game.start(seed=1)
    rng = np.random.default_rng(1)
    differ = 0
    for _ in range(40):
        seat = table.asked[0]
        choices = table.choices(seat)
        mine = encoder.encode(table, seat, choices)
        for number in range(3):
            sample = table.sample(seat, number)
            assert np.array_equal(mine, encoder.encode(sample, seat, sample.choices(seat)))
            differ += not np.array_equal(encoder.encode(table, 1 - seat), encoder.encode(sample, 1 - seat))
        answer = None
        while answer is None:
            answer = choices.take(table, int(rng.choice(choices.legal)))
        table.answer(seat, answer)
    assert differ > 40


def test_other_threads_of_python_go_on_meanwhile():
    ticks, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0005)

    clock = threading.Thread(target=tick)
    clock.start()
    intermezzo.load("cardland").play_random(0.5)
    stop.set()
    clock.join()
    assert ticks[0] > 20
