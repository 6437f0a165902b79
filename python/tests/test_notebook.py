"""The notebooks: their form, and that Jupyter gives the outputs that are saved in them.

With CONCORD_UPDATE=true the outputs are saved instead (scripts/test-python --update).
"""

import os
import re
import unittest
from importlib import util

from sessions import PROJECT, reason_to_skip

EXAMPLES = sorted((PROJECT / "python" / "examples").glob("*.ipynb"))
UPDATE = os.environ.get("CONCORD_UPDATE") == "true"


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell):
    """What a cell printed to stdout, and the text of its value."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stdout":
            # After a table Spark 3.5 prints another number of empty lines than 4.1.
            found.append(output.text.rstrip("\n"))
        elif output.output_type in ("execute_result", "display_data"):
            found.append(output.data.get("text/plain", ""))
    return found


@unittest.skipIf(util.find_spec("nbclient") is None, "skipped: this Python has no nbclient")
class NotebookTest(unittest.TestCase):
    def test_they_are_valid_notebooks(self):
        import nbformat

        self.assertTrue(EXAMPLES)
        for path in EXAMPLES:
            with self.subTest(path.name):
                read = nbformat.read(path, as_version=4)
                nbformat.validate(read)
                numbers = [cell.execution_count for cell in code_cells(read)]
                self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_their_cells_give_the_saved_outputs(self):
        if reason_to_skip():
            self.skipTest(reason_to_skip())
        import nbformat
        from nbclient import NotebookClient

        for path in EXAMPLES:
            with self.subTest(path.name):
                saved = nbformat.read(path, as_version=4)
                ran = nbformat.read(path, as_version=4)
                NotebookClient(
                    ran, timeout=600, resources={"metadata": {"path": str(path.parent)}}
                ).execute()
                if UPDATE:
                    for cell in code_cells(ran):
                        cell.metadata.pop("execution", None)
                        cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
                    ran.metadata.pop("language_info", None)
                    nbformat.write(ran, path)
                    continue
                pairs = zip(code_cells(saved), code_cells(ran))
                for number, (before, now) in enumerate(pairs):
                    self.assertEqual(texts(before), texts(now), f"{path.name}, cell {number + 1}")
                self.assertGreater(sum(len(texts(cell)) for cell in code_cells(ran)), 2)

    def test_the_results_in_their_text_are_those_of_their_outputs(self):
        import nbformat

        for path in EXAMPLES:
            read = nbformat.read(path, as_version=4)
            outputs = "\n".join(text for cell in code_cells(read) for text in texts(cell))
            for cell in read.cells:
                if cell.cell_type == "markdown":
                    for number in re.findall(r"\*\*([\d.]+)\*\*", cell.source):
                        self.assertIn(number, outputs, path.name)


if __name__ == "__main__":
    unittest.main()
