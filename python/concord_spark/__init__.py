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
    from concord_spark.arrays import Clusters, ConstrainedClustering, cluster, session
    from concord_spark.clustering import (
        ConstrainedSpectralClustering,
        ConstrainedSpectralClusteringModel,
        ConstrainedSpectralClusteringSummary,
        PairEvaluator,
    )

#: Names that need pyspark, and the modules that have them: imported when they are first used.
_STAGES = {
    "Clusters": "concord_spark.arrays",
    "ConstrainedClustering": "concord_spark.arrays",
    "ConstrainedSpectralClustering": "concord_spark.clustering",
    "ConstrainedSpectralClusteringModel": "concord_spark.clustering",
    "ConstrainedSpectralClusteringSummary": "concord_spark.clustering",
    "PairEvaluator": "concord_spark.clustering",
    "cluster": "concord_spark.arrays",
    "session": "concord_spark.arrays",
}

_PACKAGES = {
    "pyspark": "pip install pyspark, or start Python with pyspark or spark-submit",
    "numpy": "pip install numpy",
    "pyarrow": "pip install pyarrow",
}

__all__ = [
    "Clusters",
    "ConcordError",
    "ConstrainedClustering",
    "ConstrainedSpectralClustering",
    "ConstrainedSpectralClusteringModel",
    "ConstrainedSpectralClusteringSummary",
    "ConvergenceError",
    "InputError",
    "NotEnoughMemoryError",
    "PairEvaluator",
    "SessionError",
    "UnsatisfiableError",
    "cluster",
    "configure",
    "jar_path",
    "session",
]

try:
    __version__ = metadata.version("concord-spark")
except metadata.PackageNotFoundError:
    __version__ = "not installed"


def __getattr__(name: str) -> Any:
    if name not in _STAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_STAGES[name]), name)
    except ModuleNotFoundError as missing:
        needed = _PACKAGES.get(str(missing.name))
        if needed is None:
            raise
        raise ImportError(
            f"concord_spark.{name} needs {missing.name}, which this Python does not have; install"
            f" it with {needed}"
        ) from None
