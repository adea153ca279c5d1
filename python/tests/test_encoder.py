"""Encoders: what rows of numbers are made of, how they are asked for, and that they are sent to other processes."""

import pickle

import intermezzo
import numpy as np
import pytest

GAMES = intermezzo.games()


def at_random(rng, vector):
    return vector.legal[np.arange(len(vector)), (rng.random(len(vector)) * vector.counts).astype(int)]


def played(vector, steps, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        vector.step(at_random(rng, vector))
    return vector


@pytest.mark.parametrize("name", GAMES)
def test_columns_have_kinds_and_numbers_stay_small_where_they_are_scaled(name):
    game = intermezzo.load(name)
    encoder = game.encoder(scaled=True)
    assert len(encoder.kinds) == len(encoder.names) == len(encoder.scales) == encoder.size
    assert set(encoder.kinds) <= {"number", "card", "word", "place", "seat", "action"}
    rows = played(game.vector(16, seed=1, threads=1), 40).observe(encoder)
    numbers = np.array(encoder.kinds) == "number"
    assert np.mean(np.abs(rows[:, numbers]) <= 1) > 0.999 and np.abs(rows[:, numbers]).max() < 50
    raw = game.vector(16, seed=1, threads=1)
    plain = played(raw, 40).observe(game.encoder())
    assert np.allclose(rows * encoder.scales, plain, atol=1e-3)


def test_a_hand_is_told_whole_and_cards_say_what_they_are():
    game = intermezzo.load("tricks")
    encoder, table = game.encoder(), game.start(seed=3)
    assert encoder.zones["hand"] >= 13
    seat = table.asked[0]
    row = dict(zip(encoder.names, encoder.encode(table, seat, table.choices(seat))))
    hand = next(zone for zone in table.view(seat)["zones"] if zone["name"] == "hand" and zone["seat"] == seat)
    told = [encoder.cards[int(row[f"player0.hand.{i}.card"])] for i in range(13)]
    assert told == [card["id"] for card in hand["cards"]]
    suits = [encoder.words[int(row[f"player0.hand.{i}.suit.0"])] for i in range(13)]
    assert suits == [card["fields"]["suit"][0] for card in hand["cards"]]


def test_sizes_may_be_wished():
    game = intermezzo.load("cardland")
    assert set(game.encoder(cards=2).zones.values()) == {2}
    some = game.encoder(cards={"hand": 3})
    assert some.zones["hand"] == 3 and some.zones != game.encoder(cards=3).zones
    with pytest.raises(ValueError, match="no zone `hnad`"):
        game.encoder(cards={"hnad": 3})
    with pytest.raises(intermezzo.Error, match="2 codes"):
        game.encoder(codes=1)
    with pytest.raises(intermezzo.Error):
        game.encoder(players=9)


def test_an_action_means_the_same_wherever_it_stands():
    game = intermezzo.load("tricks")
    vector, encoder = game.vector(32, seed=2, threads=2), game.encoder()
    column = {name: i for i, name in enumerate(encoder.names)}
    rng, places = np.random.default_rng(1), {}
    for _ in range(60):
        actions, rows = vector.actions(encoder), vector.observe(encoder)
        assert np.array_equal(actions > 0, vector.masks() > 0)
        for code in range(1, 14):
            for table in np.flatnonzero(actions[:, code]):
                action = encoder.actions[actions[table, code]]
                assert actions[table, code] == rows[table, column[f"code{code}.action"]]
                if action.startswith("play "):
                    card = encoder.cards[int(rows[table, column[f"code{code}.card"]])]
                    assert action == f"play {card}"
                    places.setdefault(action, set()).add(code)
        vector.step(at_random(rng, vector))
    assert len(places) == 52 and max(len(codes) for codes in places.values()) > 5


def test_rows_and_arrays_may_be_given():
    game = intermezzo.load("cfs")
    encoder = game.encoder()
    for threads in (1, 3):
        vector = played(game.vector(9, seed=4, threads=threads), 20)
        whole = vector.observe(encoder)
        assert np.array_equal(vector.observe(encoder, rows=[7, 0, 7]), whole[[7, 0, 7]])
        mask = np.arange(9) % 2 == 0
        out = np.ones((5, encoder.size), np.float32)
        assert vector.observe(encoder, rows=mask, out=out) is out and np.array_equal(out, whole[mask])
        assert vector.observe(encoder, rows=[]).shape == (0, encoder.size)
        other = vector.observe(encoder, rows=[2], seats=1 - vector.asked[2])
        assert not np.array_equal(other, whole[[2]])
        assert np.array_equal(vector.observe(encoder, rows=[2, 3], seats=vector.asked[[2, 3]]), whole[[2, 3]])
        with pytest.raises(IndexError, match="no table 9"):
            vector.observe(encoder, rows=[9])
        with pytest.raises(IndexError, match="no seat 2"):
            vector.observe(encoder, seats=2)
        with pytest.raises(ValueError, match="is written"):
            vector.observe(encoder, out=np.zeros((1, 2), np.float32))
        with pytest.raises(ValueError, match="one piece"):
            vector.observe(encoder, out=np.zeros((encoder.size, 9), np.float32).T)
        frozen = np.zeros((9, encoder.size), np.float32)
        frozen.flags.writeable = False
        with pytest.raises(ValueError, match="may not be written"):
            vector.observe(encoder, out=frozen)


def test_an_encoder_of_another_game_is_refused():
    vector = intermezzo.load("cardland").vector(2, seed=1, threads=1)
    with pytest.raises(intermezzo.Error, match="another game"):
        vector.observe(intermezzo.load("tricks").encoder())
    with pytest.raises(intermezzo.Error, match="5 codes"):
        vector.observe(intermezzo.load("cardland").encoder(codes=5))


def test_a_table_of_a_vector_can_be_looked_at():
    game = intermezzo.load("cardland")
    vector, encoder = played(game.vector(3, seed=7, threads=2), 30), game.encoder()
    table, choices = vector.table(1), vector.choices(1)
    seat = int(vector.asked[1])
    assert table.asked[0] == seat == choices.seat and table.view(seat)["title"]
    assert np.array_equal(encoder.encode(table, seat, choices), vector.observe(encoder, rows=[1])[0])
    with pytest.raises(IndexError, match="no table 3"):
        vector.table(3)


def test_what_was_sent_to_another_process_goes_on_alike():
    game = intermezzo.load("cfs")
    encoder = game.encoder(cards={"hand": 4}, scaled=True)
    again = pickle.loads(pickle.dumps(encoder))
    assert again.names == encoder.names and again.scaled and again.zones == encoder.zones
    vector = played(game.vector(5, seed=3, decks="all", threads=2), 130)
    twin = pickle.loads(pickle.dumps(vector))
    assert (twin.answers, twin.games) == (vector.answers, vector.games)
    for _ in range(2):
        assert np.array_equal(twin.legal, vector.legal) and np.array_equal(twin.asked, vector.asked)
        assert np.array_equal(twin.observe(again), vector.observe(encoder))
        played(vector, 90, 8), played(twin, 90, 8)


def test_tables_are_sent_to_another_process_copies_too():
    table = intermezzo.load("cardland").start(seed=4)
    bot = intermezzo.bots.Random(1)

    def on(table, n):
        for _ in range(n):
            seat = table.asked[0]
            table.answer(seat, bot(table.view(seat), table.decision(seat)))

    on(table, 25)
    again = pickle.loads(pickle.dumps(table))
    assert again.log_hash == table.log_hash and again.view(0) == table.view(0)
    copy = table.fork()
    on(copy, 10)
    second = copy.fork()
    on(second, 5)
    for one in (copy, second):
        again = pickle.loads(pickle.dumps(one))
        assert again.view(0) == one.view(0) and again.decision(again.asked[0]) == one.decision(one.asked[0])
    with pytest.raises(TypeError, match="sample"):
        pickle.dumps(table.sample(0, 1))


def test_worth_is_told_where_a_game_says_it():
    duel = played(intermezzo.load("duel").vector(4, seed=1, threads=2), 60)
    assert duel.values().shape == (4, 2) and duel.values().any()
    assert intermezzo.load("cardland").vector(2, seed=1).values() is None
