"""Concord's jar and how a Spark session gets it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

from concord_spark.errors import SessionError

Builder = TypeVar("Builder", bound=Any)

_PACKAGED = Path(__file__).parent / "jars" / "concord.jar"
_BUILT = Path(__file__).parent.parent.parent / "target" / "concord.jar"


def jar_path() -> str:
    """The path of Concord's jar: ``CONCORD_JAR`` if that is set, else the jar in the package, else
    the one that Maven built in the project's folder.

    >>> jar_path()
    '/usr/lib/python3/site-packages/concord_spark/jars/concord.jar'

    :raises SessionError: when there is no such file
    """
    named = os.environ.get("CONCORD_JAR")
    places = [Path(named)] if named else [_PACKAGED, _BUILT]
    for place in places:
        if place.is_file():
            return str(place.resolve())
    where = f"CONCORD_JAR={named}" if named else f"{_PACKAGED} and {_BUILT}"
    raise SessionError(
        f"there is no jar of Concord at {where}; install the wheel of concord-spark, or build the"
        " jar with mvn -DskipTests package and set CONCORD_JAR to it"
    )


def configure(builder: Builder) -> Builder:
    """Adds Concord's jar to ``spark.jars`` of a builder, and keeps the jars that are there.

    The builder must make the first session of the Python process: a running Spark takes no jars.
    Jars that ``spark-defaults.conf`` names are replaced by those of the builder, as with every
    setting of a builder.

    >>> from pyspark.sql import SparkSession
    >>> spark = configure(SparkSession.builder.appName("clusters")).getOrCreate()
    """
    jar = jar_path()
    present = str(getattr(builder, "_options", {}).get("spark.jars", ""))
    jars = [one.strip() for one in present.split(",") if one.strip()]
    if jar not in jars:
        jars.append(jar)
    configured: Builder = builder.config("spark.jars", ",".join(jars))
    return configured
