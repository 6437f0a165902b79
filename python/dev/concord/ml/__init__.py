"""Where ``PipelineModel.load`` looks for the stages of the Java package of this name.

PySpark finds the Python class of a saved stage by the name of its Java class. ``dev`` and
``dev.concord`` have no ``__init__.py``, so that other distributions can have packages there.
"""

from concord_spark.clustering import (
    ConstrainedSpectralClustering,
    ConstrainedSpectralClusteringModel,
    PairEvaluator,
)

__all__ = ["ConstrainedSpectralClustering", "ConstrainedSpectralClusteringModel", "PairEvaluator"]
