"""The session of the tests.

They use the pyspark of this Python, with the jar that concord_spark.jar_path finds; those that need
a session are skipped where either is missing. With CONCORD_INSTALLED the installed package is
tested, else the one of this project's folder. scripts/test-python runs them so.
"""

import os
import sys
import unittest
from importlib import util
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PROJECT = TESTS.parent.parent

if not os.environ.get("CONCORD_INSTALLED"):
    sys.path.insert(0, str(TESTS.parent))

_started = []


def reason_to_skip():
    """Why there can be no session; None when there can be one."""
    if util.find_spec("pyspark") is None:
        return "skipped: this Python has no pyspark; scripts/test-python runs these tests"
    from concord_spark import SessionError, jar_path

    try:
        jar_path()
    except SessionError as missing:
        return f"skipped: {missing}"
    return None


def session():
    """The one session of all tests; skips the test when there is none."""
    reason = reason_to_skip()
    if reason:
        raise unittest.SkipTest(reason)
    if not _started:
        from pyspark.sql import SparkSession

        from concord_spark import configure

        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.shuffle.partitions", "2")
        _started.append(configure(builder.config("spark.driver.memory", "2g")).getOrCreate())
    return _started[0]


def sample(name, table):
    """A table of data-samples."""
    path = PROJECT / "data-samples" / name / f"{table}.csv"
    return session().read.csv(str(path), header=True, inferSchema=True)
