"""Tables: games are played, forked, sampled, recorded and replayed from Python."""

import copy
import pickle
import random

import intermezzo
import pytest

GAMES = intermezzo.games()


def answer_at_random(rng, decision):
    """An answer that is mostly legal, from the decision alone."""
    if decision.get("sets"):
        return {"choose": rng.choice(decision["sets"])}
    places = list(range(len(decision["options"])))
    match decision["kind"]:
        case "number":
            return {"number": rng.randint(decision["least"], decision["most"])}
        case "act":
            code = rng.randrange(len(places) + decision["may_pass"])
            return "pass" if code == len(places) else {"choose": [code]}
        case "order":
            rng.shuffle(places)
            return {"choose": places}
        case "pick":
            return {"choose": rng.sample(places, rng.randint(decision["least"], decision["most"]))}
        case "assign":
            return {"choose": places[: rng.randint(0, min(1, len(places)))]}
    raise AssertionError(decision["kind"])


def play(table, seed, most=None):
    rng = random.Random(seed)
    n = 0
    while not table.is_over and (most is None or n < most):
        seat = table.asked[0]
        decision = table.decision(seat)
        assert decision is not None and decision["seat"] == seat
        table.answer(seat, answer_at_random(rng, decision))
        n += 1
    return n


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(game):
    table = intermezzo.load(game).start(seed=3)
    assert table.outcome is None
    assert play(table, 3) == table.answers
    assert table.asked == [] and table.faults == 0
    assert set(table.outcome) == {"outcome", "winner", "winners"}
    assert table.view(0)["outcome"] == table.outcome["outcome"]


def test_the_same_seed_and_answers_make_the_same_game():
    game = intermezzo.load("cardland")
    first, second = game.start(seed=5), game.start(seed=5)
    play(first, 1), play(second, 1)
    assert first.log_hash == second.log_hash
    other = game.start(seed=6)
    play(other, 1)
    assert other.log_hash != first.log_hash


def test_an_answer_that_is_not_legal_is_refused_and_changes_nothing():
    table = intermezzo.load("cardland").start(seed=7)
    before = table.log_hash, table.view(0), table.view(1)
    with pytest.raises(intermezzo.Refusal) as refused:
        table.answer(table.asked[0], {"choose": [999]})
    assert refused.value.code == "no_such_place" and refused.value.facts["place"] == 999
    assert str(refused.value) == refused.value.words
    with pytest.raises(intermezzo.Refusal) as refused:
        table.answer(1 - table.asked[0], {"choose": [0]})
    assert refused.value.code
    with pytest.raises(ValueError, match="is no answer"):
        table.answer(table.asked[0], {"chose": [0]})
    assert (table.log_hash, table.view(0), table.view(1)) == before


def test_what_does_not_exist_is_told():
    with pytest.raises(intermezzo.LoadError, match="no_such_game"):
        intermezzo.load("no_such_game")
    game = intermezzo.load("cardland")
    with pytest.raises(ValueError, match="no deck `none`"):
        game.start(decks=["none", "none"])
    with pytest.raises(intermezzo.Error, match="no option `speed`"):
        game.start(options={"speed": 3})
    with pytest.raises(intermezzo.Error, match="seat"):
        game.start().view(9)


def test_a_fork_goes_its_own_way_and_a_sample_looks_the_same():
    table = intermezzo.load("cfs").start(seed=11)
    play(table, 11, most=30)
    fork, also = table.fork(), copy.copy(table)
    assert fork.log_hash == table.log_hash == also.log_hash
    before = table.log_hash
    play(fork, 1)
    assert fork.is_over and table.log_hash == before
    seat = table.asked[0]
    sample = table.sample(seat, 4)
    assert sample.view(seat) == table.view(seat)
    assert sample.view(1 - seat) != table.view(1 - seat)


def test_a_record_replays_to_the_same_log():
    table = intermezzo.load("cardland").start(seed=9)
    play(table, 9)
    again = intermezzo.replay(table.record)
    assert again.log_hash == table.log_hash and again.outcome == table.outcome
    with pytest.raises(intermezzo.Error):
        intermezzo.replay("no record")


def test_an_answer_is_taken_back():
    table = intermezzo.load("cardland").start(seed=2)
    before = table.log_hash
    play(table, 2, most=1)
    assert table.log_hash != before and table.undo() and table.log_hash == before
    assert not table.undo()


def test_a_person_is_told_what_she_may_know():
    table = intermezzo.load("cardland").start(seed=8)
    play(table, 8, most=20)
    mine, theirs = table.transcript(0), table.transcript(1)
    assert mine and theirs and mine != theirs
    assert len(table.events(0)) == len(mine)
    assert table.events(0, since=table.log_len) == []


def test_options_decks_and_packs():
    game = intermezzo.load("cfs", packs=["legends"])
    assert game.packs == ["legends"] and game.hash != intermezzo.load("cfs").hash
    deck = game.decks[-1]
    table = game.start(seed=1, decks=[deck, deck])
    assert len(table.names) == 2
    again = pickle.loads(pickle.dumps(game))
    assert again.hash == game.hash


def test_single_choices_lead_to_answers():
    table = intermezzo.load("cfs").start(seed=4)
    rng = random.Random(4)
    while not table.is_over:
        seat = table.asked[0]
        choices, answer = table.choices(seat, codes=8), None
        while answer is None:
            code = int(rng.choice(list(choices.legal)))
            answer = choices.take(table, code)
        table.answer(seat, answer)
    with pytest.raises(intermezzo.Refusal):
        table.choices(0)


def test_the_example_of_the_package_runs():
    import doctest

    result = doctest.testmod(intermezzo)
    assert result.attempted > 3 and result.failed == 0
