"""Bots: policies of Python play, alone, in simulations and for the program."""

import io
import json

import intermezzo
import pytest
from intermezzo import bots


def test_policies_see_their_own_side_and_play_to_the_end():
    table = intermezzo.load("cfs").start(seed=1)
    seen = []

    def watch(seat):
        policy = bots.Random(seat)

        def answer(view, decision):
            seen.append((seat, decision["seat"], [s["is_own"] for s in view["seats"]]))
            return policy(view, decision)

        return answer

    answers = bots.play(table, [watch(0), watch(1)])
    assert table.is_over and answers == len(seen)
    assert all(mine == asked and own == [mine == 0, mine == 1] for mine, asked, own in seen)
    with pytest.raises(intermezzo.Error, match="2 seats"):
        bots.play(table.fork(), [watch(0)])


def test_a_policy_that_answers_wrongly_is_told():
    table = intermezzo.load("cardland").start(seed=1)
    with pytest.raises(intermezzo.Refusal):
        bots.play(table, [lambda view, decision: {"choose": [999]}] * 2)


def test_policies_take_turns_with_the_same_luck():
    made = [bots.Random, lambda seed: bots.Random(seed + 1000)]
    rows = bots.simulate("cardland", 8, made, seed=5)
    assert [row["policies"] for row in rows] == [[0, 1], [1, 0]] * 4
    assert all(a["seed"] == b["seed"] and a["decks"] == b["decks"] for a, b in zip(rows[::2], rows[1::2]))
    assert rows == bots.simulate("cardland", 8, made, seed=5)
    assert rows != bots.simulate("cardland", 8, made, seed=6)


def test_a_policy_answers_lines_of_json():
    table = intermezzo.load("cardland").start(seed=3)
    seat = table.asked[0]
    asked = {"asked": [{"seat": seat, "question": 1, "events": [], "view": table.view(seat)}]}
    lines = [{"hello": {"protocol": intermezzo.PROTOCOL}}, asked, {"refused": {"code": "x"}}, {"over": {}}, asked]
    out = io.StringIO()
    bots.serve(bots.Random(2), io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == 2 and all(answer["seat"] == seat for answer in answers)
    table.answer(seat, answers[0]["answer"])
