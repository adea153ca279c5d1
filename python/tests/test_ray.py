"""Ray: on a cluster of three nodes, of which one dies in the middle, every number is that of one machine."""

import os
import signal
import subprocess
import sys
import time

import pytest
from intermezzo import jobs

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

GAMES, PART = 480, 8


@pytest.fixture(scope="module")
def cluster():
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    head = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
    ray.init(address=cluster.address, log_to_driver=False)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def is_gone(node_id):
    """Whether the cluster has noticed that a node is dead; it may take some seconds."""
    for _ in range(120):
        if not any(node["Alive"] for node in ray.nodes() if node["NodeID"] == node_id):
            return True
        time.sleep(0.5)
    return False


def contents(folder):
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


def test_nodes_and_workers_die_and_no_number_changes(cluster, tmp_path):
    import intermezzo.ray

    here = jobs.simulate("cardland", GAMES, tmp_path / "here", part=PART, seed=11)
    played, killed = [], {}

    def watch(part):
        played.append(part)
        # A worker dies first, then a whole node, both while parts are being played.
        if len(played) == 6:
            killed["worker"] = part.pid
            os.kill(part.pid, signal.SIGKILL)
        if len(played) == 15:
            node = cluster.list_all_nodes()[-1]
            killed["node"] = node.node_id
            cluster.remove_node(node, allow_graceful=False)

    there = intermezzo.ray.simulate("cardland", GAMES, tmp_path / "there", part=PART, seed=11, on_part=watch)
    assert set(killed) == {"worker", "node"}
    assert len(played) == GAMES // PART
    nodes = {part.node for part in played}
    assert len(nodes) == 3, "every node played parts"
    assert any(part.node == killed["node"] for part in played[:15])
    assert is_gone(killed["node"])
    assert there.hash == here.hash
    assert {**there.numbers, "seconds": 0} == {**here.numbers, "seconds": 0}
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_what_is_there_is_not_played_again(cluster, tmp_path):
    import intermezzo.ray

    folder = (tmp_path / "there").as_uri()
    played = []
    first = intermezzo.ray.simulate("cardland", 64, folder, part=PART, on_part=played.append)
    assert len(played) == 8
    for kind in ("games", "cards", "decisions"):
        os.remove(tmp_path / "there" / f"{kind}-00003.parquet")
    again = intermezzo.ray.simulate("cardland", 64, folder, part=PART, on_part=played.append)
    assert [part.number for part in played[8:]] == [3]
    assert again.hash == first.hash


def test_it_is_a_program_too(cluster, tmp_path):
    arguments = ["cardland", "--games", "64", "--part", "8", "--seed", "2", "--json", "--cluster", cluster.address]
    run = subprocess.run(
        [sys.executable, "-m", "intermezzo.ray", *arguments], capture_output=True, text=True, timeout=240
    )
    assert run.returncode == 0, run.stderr
    import json

    numbers = json.loads(run.stdout.splitlines()[-1])
    assert numbers["hash"] == jobs.simulate("cardland", 64, tmp_path, part=8, seed=2).hash
