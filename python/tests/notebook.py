"""Runs the cells of a notebook and compares what comes out with its saved outputs.

With CONCORD_UPDATE=true the outputs are saved instead (mvn test -Dtest=PythonPackageTest
-Dconcord.update=true). What a cell prints, without empty lines at its end, and the value of its last
expression are its outputs; a cell that fails ends the run.
"""

import ast
import contextlib
import io
import json
import os

UPDATE = os.environ.get("CONCORD_UPDATE") == "true"


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def write(path, notebook):
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook, folder):
    """The outputs of each code cell, in its order, run in a folder as Jupyter does."""
    names = {"__name__": "__main__"}
    before = os.getcwd()
    os.chdir(folder)
    try:
        cells = code_cells(notebook)
        return [_outputs("".join(cell["source"]), n + 1, names) for n, cell in enumerate(cells)]
    finally:
        os.chdir(before)


def _outputs(source, number, names):
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs = []
    # After a table Spark 3.5 prints another number of empty lines than 4.1.
    text = printed.getvalue().rstrip("\n")
    if text:
        lines = (text + "\n").splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        lines = repr(value).splitlines(keepends=True)
        outputs.append(
            {
                "data": {"text/plain": lines},
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs
