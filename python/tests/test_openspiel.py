"""OpenSpiel: its own test of a game passes for every game."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
import intermezzo  # noqa: E402
from intermezzo import openspiel  # noqa: E402, F401


@pytest.mark.parametrize("game", intermezzo.games())
def test_openspiel_plays_each_game_at_random(game):
    # It compares copies and states that were written and read, and looks at every observation.
    pyspiel.random_sim_test(pyspiel.load_game(f"intermezzo(game={game})"), num_sims=1, serialize=True, verbose=False)


def played(state, seed):
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    return state


def test_a_copy_goes_on_alone_and_the_same_way():
    state = pyspiel.load_game("intermezzo(game=cardland)").new_initial_state()
    state.apply_action(5)
    for _ in range(40):
        state.apply_action(state.legal_actions()[-1])
    before = str(state)
    a, b = played(state.clone(), 1), played(state.clone(), 1)
    assert str(state) == before and str(a) == str(b) and a.history() == b.history()
    assert sorted(a.returns()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_seat_sees_what_the_encoder_tells_and_others_see_otherwise():
    game = pyspiel.load_game("intermezzo(game=tricks)")
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    state.apply_action(3)
    seen = []
    for seat in range(game.num_players()):
        observer.set_from(state, seat)
        seen.append(observer.tensor.copy())
    assert all(tensor.any() for tensor in seen) and not np.array_equal(seen[0], seen[1])
    assert observer.string_from(state, 0)


def test_actions_have_words():
    state = pyspiel.load_game("intermezzo(game=cardland)").new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 4) == "deal 4"
    state.apply_action(4)
    words = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
    assert all(words) and len(words) == len(state.legal_actions())


def told(state, seat):
    return state.information_state_string(seat)


def test_a_seat_remembers_what_it_was_told_in_copies_too():
    state = pyspiel.load_game("intermezzo(game=tricks)").new_initial_state()
    state.apply_action(3)
    for _ in range(25):
        before = [told(state, seat) for seat in range(4)]
        copy = state.clone()
        assert [told(copy, seat) for seat in range(4)] == before
        state.apply_action(state.legal_actions()[0])
        copy.apply_action(copy.legal_actions()[0])
        assert [told(copy, seat) for seat in range(4)] == [told(state, seat) for seat in range(4)]
    assert len({told(state, seat) for seat in range(4)}) == 4


@pytest.mark.parametrize("name", ["tricks", "cardland", "cfs"])
def test_a_state_is_drawn_from_what_a_seat_knows(name):
    state = pyspiel.load_game(f"intermezzo(game={name})").new_initial_state()
    state.apply_action(3)
    rng, others = np.random.default_rng(1), 0
    for _ in range(20):
        seat = state.current_player()
        drawn = state.resample_from_infostate(seat, rng.random)
        assert told(drawn, seat) == told(state, seat) and drawn.legal_actions() == state.legal_actions()
        others += any(drawn.table.view(s) != state.table.view(s) for s in range(2) if s != seat)
        again = drawn.clone()
        assert told(again, seat) == told(drawn, seat)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert others > 5
    assert played(drawn, 1).is_terminal()
