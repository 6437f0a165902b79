"""Constrained spectral clustering for PySpark.

The package holds Concord's jar. A session of Spark gets it from :func:`configure`:

>>> import concord_spark
>>> from pyspark.sql import SparkSession
>>> spark = concord_spark.configure(SparkSession.builder).getOrCreate()
>>> from concord_spark import ConstrainedSpectralClustering
>>> model = ConstrainedSpectralClustering(k=3).fit(points)
>>> clusters = model.transform(points)
"""

from __future__ import annotations

from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

from concord_spark.errors import (
    ConcordError,
    ConvergenceError,
    InputError,
    NotEnoughMemoryError,
    SessionError,
    UnsatisfiableError,
)
from concord_spark.jar import configure, jar_path

if TYPE_CHECKING:
    from concord_spark.clustering import (
        ConstrainedSpectralClustering,
        ConstrainedSpectralClusteringModel,
        ConstrainedSpectralClusteringSummary,
    )

#: Classes that need pyspark: imported when they are first used.
_STAGES = (
    "ConstrainedSpectralClustering",
    "ConstrainedSpectralClusteringModel",
    "ConstrainedSpectralClusteringSummary",
)

__all__ = [
    "ConcordError",
    "ConstrainedSpectralClustering",
    "ConstrainedSpectralClusteringModel",
    "ConstrainedSpectralClusteringSummary",
    "ConvergenceError",
    "InputError",
    "NotEnoughMemoryError",
    "SessionError",
    "UnsatisfiableError",
    "configure",
    "jar_path",
]

try:
    __version__ = metadata.version("concord-spark")
except metadata.PackageNotFoundError:
    __version__ = "not installed"


def __getattr__(name: str) -> Any:
    if name not in _STAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module("concord_spark.clustering"), name)
    except ModuleNotFoundError as missing:
        if missing.name != "pyspark":
            raise
        raise ImportError(
            f"concord_spark.{name} needs pyspark, which this Python does not have; install it with"
            " pip install pyspark, or start Python with pyspark or spark-submit"
        ) from None
