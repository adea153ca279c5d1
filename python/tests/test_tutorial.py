"""Tutorial: the notebook runs from its first cell to its last."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_the_notebook_runs(tmp_path):
    path = pathlib.Path(__file__).parent.parent / "tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells and all(cell.execution_count for cell in cells)
