"""Concord's commands with the Spark of this Python.

``python -m concord_spark cluster --config my.conf``, or ``concord cluster --config my.conf`` where
the package is installed. Without an argument it prints the path of the jar:
``spark-submit --jars "$(python -m concord_spark)" job.py``. CONCORD_MEMORY is the heap of a run,
such as 6g; without it, three fifths of the memory of this machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import List, Optional

from concord_spark.errors import SessionError
from concord_spark.jar import default_memory, jar_path


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command and returns its exit code.

    >>> main(["methods", "no-such-method"])
    2
    """
    given = sys.argv[1:] if arguments is None else arguments
    try:
        jar = jar_path()
        if not given:
            print(jar)
            return 0
        command = [_spark_submit(), "--class", "dev.concord.cli.Concord"]
    except SessionError as missing:
        print(f"concord_spark: {missing}", file=sys.stderr)
        return missing.exit_code
    memory = os.environ.get("CONCORD_MEMORY") or default_memory()
    command += ["--driver-memory", memory, "--conf", "spark.log.level=ERROR"]
    return subprocess.run([*command, jar, *given], check=False).returncode


def _spark_submit() -> str:
    """The spark-submit of SPARK_HOME, else that of the package pyspark."""
    home = os.environ.get("SPARK_HOME")
    if not home:
        package = util.find_spec("pyspark")
        if package is None or package.origin is None:
            raise SessionError(
                "a command needs Spark, and this Python has no pyspark; install it with"
                ' pip install "concord-spark[local]", or set SPARK_HOME'
            )
        home = str(Path(package.origin).parent)
    return str(Path(home) / "bin" / "spark-submit")


if __name__ == "__main__":
    sys.exit(main())
