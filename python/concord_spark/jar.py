"""Concord's jar and how a Spark session gets it."""

from __future__ import annotations

import os
import re
import zipfile
from importlib import util
from pathlib import Path
from typing import Any, Optional, Tuple, TypeVar

from concord_spark.errors import SessionError

Builder = TypeVar("Builder", bound=Any)

_SHARE = 0.6
_PACKAGED = Path(__file__).parent / "jars" / "concord.jar"
_BUILT = Path(__file__).parent.parent.parent / "target" / "concord.jar"


def jar_path() -> str:
    """The path of Concord's jar: ``CONCORD_JAR`` if that is set, else the jar in the package, else
    the one that Maven built in the project's folder. A jar that the Spark of this Python cannot run
    is passed over.

    >>> Path(jar_path()).name
    'concord.jar'

    :raises SessionError: when there is no such file, or when none of them fits the Spark
    """
    named = os.environ.get("CONCORD_JAR")
    places = [Path(named)] if named else [_PACKAGED, _BUILT]
    jars = [place.resolve() for place in places if place.is_file()]
    if not jars:
        where = f"CONCORD_JAR={named}" if named else f"{_PACKAGED} and {_BUILT}"
        raise SessionError(
            f"there is no jar of Concord at {where}; install the wheel of concord-spark, or build"
            " the jar with mvn -DskipTests package and set CONCORD_JAR to it"
        )
    spark = _installed_spark()
    misfits = [_misfit(jar, spark) for jar in jars]
    for jar, misfit in zip(jars, misfits):
        if misfit is None:
            return str(jar)
    raise SessionError(str(misfits[0]))


def _installed_spark() -> Optional[Tuple[str, str]]:
    """The versions of Spark and Scala in SPARK_HOME, else in the package pyspark; None: unknown."""
    home = os.environ.get("SPARK_HOME")
    if not home:
        package = util.find_spec("pyspark")
        if package is None or package.origin is None:
            return None
        home = str(Path(package.origin).parent)
    for jar in (Path(home) / "jars").glob("spark-core_*.jar"):
        match = re.fullmatch(r"spark-core_(\d+\.\d+)-(\d+\.\d+.*)\.jar", jar.name)
        if match:
            return match.group(2), match.group(1)
    return None


def _misfit(jar: Path, spark: Optional[Tuple[str, str]]) -> Optional[str]:
    """Why that Spark cannot run the jar, by the rule that the jar itself applies; None: it can, or
    either is unknown."""
    try:
        with zipfile.ZipFile(jar) as content:
            text = content.read("dev/concord/spark/files/spark.properties").decode("utf-8")
    except (KeyError, zipfile.BadZipFile):
        return None
    built = dict(line.split("=", 1) for line in text.split() if "=" in line)
    if spark is None or not {"spark", "scala"} <= set(built):
        return None
    line = ".".join(spark[0].split(".")[:2])
    if built["scala"] == spark[1] and built["spark"].split(".")[0] == line.split(".")[0]:
        return None
    return (
        f"the jar of Concord at {jar} was built for Spark {built['spark']} with Scala"
        f" {built['scala']} and cannot run on Spark {spark[0]} with Scala {spark[1]}; install the"
        f" wheel concord-spark whose version ends with +spark{line}.scala{spark[1]}"
    )


def default_memory() -> str:
    """The heap of a local Spark where none is named: three fifths of the memory of this machine.

    >>> default_memory().endswith("g")
    True
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return f"{max(1, int(memory * _SHARE) >> 30)}g"


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
