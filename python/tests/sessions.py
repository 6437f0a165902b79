"""The session of the tests.

CONCORD_GATEWAY ("PORT TOKEN") names the gateway of a running Java process with a Spark session:
the tests then use the stand-in for pyspark. Without it they use the real pyspark, with the jar
that concord_spark.jar_path finds, and are skipped where either is missing.
"""

import atexit
import os
import sys
import unittest
from importlib import util
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PROJECT = TESTS.parent.parent
STAND_IN = "CONCORD_GATEWAY" in os.environ

sys.path.insert(0, str(TESTS.parent))
if STAND_IN:
    sys.path.insert(0, str(TESTS / "standin"))

_started = []


def reason_to_skip():
    """Why there can be no session; None when there can be one."""
    if STAND_IN:
        return None
    if util.find_spec("pyspark") is None:
        return "skipped: this Python has no pyspark; mvn verify runs these tests with a stand-in"
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
        _started.append(_start())
    return _started[0]


def _start():
    from pyspark.sql import SparkSession

    if STAND_IN:
        from pyspark import SparkContext

        port, token = os.environ["CONCORD_GATEWAY"].split(" ")
        context = SparkContext(int(port), token)
        atexit.register(context.stop)
        return SparkSession.builder.getOrCreate()
    from concord_spark import configure

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    return configure(builder).getOrCreate()


def sample(name, table):
    """A table of data-samples."""
    path = PROJECT / "data-samples" / name / f"{table}.csv"
    return session().read.csv(str(path), header=True, inferSchema=True)
