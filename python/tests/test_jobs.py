"""Jobs: simulations in parts give the same numbers however they are played, and frames read them."""

import json
import os

import intermezzo
import pytest
from intermezzo import frames, jobs


def contents(folder):
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


def test_the_same_job_writes_the_same_files(tmp_path):
    first = jobs.simulate("cardland", 70, tmp_path / "a", part=16, seed=3)
    second = jobs.simulate("cardland", 70, tmp_path / "b", part=16, seed=3)
    assert first.hash == second.hash and contents(tmp_path / "a") == contents(tmp_path / "b")
    assert first.numbers["games"] == 70 and first.numbers["script_errors"] == 0
    assert len(first.part_seconds) == 5
    coarse = jobs.simulate("cardland", 70, tmp_path / "c", part=64, seed=3)
    assert coarse.hash == first.hash and coarse.numbers["matrix"] == first.numbers["matrix"]
    other = jobs.simulate("cardland", 70, tmp_path / "d", part=16, seed=4)
    assert other.hash != first.hash


def test_a_job_that_was_stopped_is_taken_up_again(tmp_path):
    whole = jobs.simulate("cardland", 70, tmp_path / "a", part=16)

    def stop(number):
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jobs.simulate("cardland", 70, tmp_path / "b", part=16, on_part=stop)
    played = []
    again = jobs.simulate("cardland", 70, tmp_path / "b", part=16, on_part=played.append)
    assert played[:2] == [3, 4] and again.hash == whole.hash
    more = jobs.simulate("cardland", 90, tmp_path / "b", part=16)
    assert more.numbers["games"] == 90
    assert more.hash == jobs.simulate("cardland", 90, tmp_path / "c", part=16).hash


def test_a_folder_is_held_by_one_writer(tmp_path):
    told = []

    def second(number):
        with pytest.raises(intermezzo.Error, match="another program uses this folder"):
            jobs.simulate("cardland", 32, tmp_path, part=16)
        told.append(number)

    first = jobs.simulate("cardland", 32, tmp_path, part=16, on_part=second)
    assert told == [0, 1]
    # Who has ended holds it no more, however she ended.
    with pytest.raises(KeyboardInterrupt):
        jobs.simulate("cardland", 48, tmp_path, part=16, on_part=_interrupt)
    assert jobs.simulate("cardland", 32, tmp_path, part=16).hash == first.hash


def _interrupt(number):
    raise KeyboardInterrupt


def test_a_folder_holds_one_job(tmp_path):
    jobs.simulate("cardland", 8, tmp_path, seed=1)
    with pytest.raises(intermezzo.Error, match="another job"):
        jobs.simulate("cardland", 8, tmp_path, seed=2)
    job = jobs.Job.of("cardland", 8)
    with pytest.raises(intermezzo.Error, match="another version"):
        jobs.Job(**{**job.__dict__, "catalog": "0" * 16}).simulation()


def test_a_place_that_pyarrow_knows_is_a_folder_too(tmp_path):
    pytest.importorskip("pyarrow")
    here = jobs.simulate("cardland", 40, tmp_path / "a", part=16)
    there = jobs.simulate("cardland", 40, (tmp_path / "b").as_uri(), part=16)
    assert there.hash == here.hash and contents(tmp_path / "a") == contents(tmp_path / "b")
    again = jobs.simulate("cardland", 40, (tmp_path / "b").as_uri(), part=16)
    assert again.hash == here.hash


def test_frames_hold_what_was_counted(tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    numbers = jobs.simulate("cardland", 40, tmp_path, part=16).numbers
    games, same = frames.read_pandas(tmp_path), frames.read_polars(tmp_path)
    assert isinstance(games, pandas.DataFrame) and isinstance(same, polars.DataFrame)
    assert list(games.columns) == same.columns
    assert games["number"].tolist() == same["number"].to_list() == list(range(40))
    assert int(games["decisions"].sum()) == numbers["decisions"]
    cards = frames.read_polars(tmp_path, "cards")
    assert cards.height > 0 and set(cards["number"].to_list()) == set(range(40))
    assert frames.read_arrow(tmp_path, "decisions").num_rows > 0
    with pytest.raises(intermezzo.Error, match="no kind"):
        frames.read_arrow(tmp_path, "turns")
    with pytest.raises(intermezzo.Error, match="no such folder"):
        frames.read_arrow(tmp_path / "none")


def test_the_program_writes_the_same_files(tmp_path):
    """Where a program is at hand, it and this package write the same bytes."""
    program = os.environ.get("INTERMEZZO_PROGRAM")
    if not program:
        pytest.skip("INTERMEZZO_PROGRAM names no program")
    import subprocess

    arguments = ["sim", "cardland", "--games", "70", "--part", "16", "--seed", "3", "--json", "--out"]
    run = subprocess.run([program, *arguments, str(tmp_path / "a")], capture_output=True, text=True, check=True)
    numbers = jobs.simulate("cardland", 70, tmp_path / "b", part=16, seed=3).numbers
    printed = json.loads(run.stdout)
    assert {**printed, "seconds": 0} == {**numbers, "seconds": 0}
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
