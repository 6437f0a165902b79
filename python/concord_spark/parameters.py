"""The table of parameters, the same as in the Java class ``dev.concord.ml.ParamDefinitions``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, NamedTuple


class Parameter(NamedTuple):
    """A row of the table.

    :param name: of the parameter, in Java and in Python
    :param doc: one sentence
    :param converter: name of a method of ``pyspark.ml.param.TypeConverters``
    :param default: the value of a parameter that is not set; None: it has none
    :param model: whether the model has a setter for it too
    """

    name: str
    doc: str
    converter: str
    default: Any
    model: bool


def _read() -> Dict[str, Parameter]:
    text = (Path(__file__).parent / "parameters.json").read_text(encoding="utf-8")
    return {row["name"]: Parameter(**row) for row in json.loads(text)}


#: All parameters by name.
PARAMETERS: Dict[str, Parameter] = _read()
