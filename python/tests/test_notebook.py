"""The notebook: its form, and that its cells give the outputs that are saved in it."""

import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import notebook
from sessions import PROJECT, STAND_IN, session

EXAMPLE = PROJECT / "python" / "examples" / "digits.ipynb"


class NotebookTest(unittest.TestCase):
    def test_it_is_a_notebook_of_the_fourth_format(self):
        read = notebook.read(EXAMPLE)
        self.assertEqual(set(read), {"cells", "metadata", "nbformat", "nbformat_minor"})
        self.assertEqual((read["nbformat"], read["nbformat_minor"]), (4, 5))
        self.assertEqual(read["metadata"]["kernelspec"]["name"], "python3")
        names = [cell["id"] for cell in read["cells"]]
        self.assertEqual(len(set(names)), len(names))
        for cell in read["cells"]:
            self.assertRegex(cell["id"], "^[a-zA-Z0-9-_]{1,64}$")
            keys = {"cell_type", "id", "metadata", "source"}
            if cell["cell_type"] == "code":
                keys |= {"execution_count", "outputs"}
                compile("".join(cell["source"]), cell["id"], "exec")
            self.assertEqual(set(cell), keys)
            self.assertTrue(all(line.endswith("\n") for line in cell["source"][:-1]))
        numbers = [cell["execution_count"] for cell in notebook.code_cells(read)]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_it_says_how_its_outputs_came_about(self):
        text = "".join("".join(cell["source"]) for cell in notebook.read(EXAMPLE)["cells"])
        self.assertIn("stand-in for PySpark", text)

    def test_its_cells_give_the_saved_outputs(self):
        session()
        if STAND_IN:  # its session has the classes of Concord already
            temporary = tempfile.TemporaryDirectory()
            self.addCleanup(temporary.cleanup)
            jar = Path(temporary.name) / "concord.jar"
            jar.write_bytes(b"")
            patch = mock.patch.dict(os.environ, {"CONCORD_JAR": str(jar)})
            patch.start()
            self.addCleanup(patch.stop)
        read = notebook.read(EXAMPLE)
        found = notebook.run(read, EXAMPLE.parent)
        if notebook.UPDATE:
            for number, (cell, outputs) in enumerate(zip(notebook.code_cells(read), found)):
                cell["outputs"] = outputs
                cell["execution_count"] = number + 1
            notebook.write(EXAMPLE, read)
        for cell, outputs in zip(notebook.code_cells(read), found):
            self.assertEqual(cell["outputs"], outputs, cell["id"])
        self.assertGreater(sum(len(outputs) for outputs in found), 5)

    def test_the_results_in_its_text_are_those_of_its_outputs(self):
        read = notebook.read(EXAMPLE)
        outputs = "".join(
            "".join(output.get("text", []) + output.get("data", {}).get("text/plain", []))
            for cell in notebook.code_cells(read)
            for output in cell["outputs"]
        )
        for cell in read["cells"]:
            if cell["cell_type"] == "markdown":
                for number in re.findall(r"\*\*([\d.]+)\*\*", "".join(cell["source"])):
                    self.assertIn(number, outputs)


if __name__ == "__main__":
    unittest.main()
