"""The estimator, its model, its summary and an evaluator, as ``pyspark.ml`` has them."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Tuple

from pyspark import SparkContext
from pyspark.ml.evaluation import JavaEvaluator
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel, JavaWrapper
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.utils import is_remote

from concord_spark.errors import SessionError, user_errors
from concord_spark.shared import EstimatorParams, ModelParams

_JAVA_PACKAGE = "dev.concord.ml"

# Readers of PySpark find a stage under the name of its Java class: here when another package
# named dev hides the one of this distribution.
sys.modules.setdefault(_JAVA_PACKAGE, sys.modules[__name__])


@contextmanager
def _session() -> Iterator[None]:
    """Calls of Java on a session that has Concord's jar; else an error that says what to do."""
    if is_remote():
        raise SessionError(
            "this session is one of Spark Connect, which has no access to Concord's Java classes;"
            " use a classic session: SparkSession.builder.master(...) without remote(...)"
        )
    if SparkContext._active_spark_context is None:
        raise SessionError(
            "there is no Spark session; make one first:"
            " spark = concord_spark.configure(SparkSession.builder).getOrCreate()"
        )
    try:
        with user_errors():
            yield
    except TypeError as failure:
        if "JavaPackage" not in str(failure):
            raise
        raise SessionError(
            f"the Spark session has no class {_JAVA_PACKAGE}.ConstrainedSpectralClustering: it was"
            " started without Concord's jar; make the first session with"
            " concord_spark.configure(SparkSession.builder), or start Python with"
            ' spark-submit --jars "$(python -m concord_spark)"'
        ) from failure


def _java(stage: JavaWrapper) -> Any:
    """The Java object of a stage."""
    return stage._java_obj


class _Reader(JavaMLReader[Any]):
    """Reads stages of Concord's Java package."""

    def __init__(self, clazz: Any) -> None:
        with _session():
            super().__init__(clazz)

    @classmethod
    def _java_loader_class(cls, clazz: Any) -> str:
        return f"{_JAVA_PACKAGE}.{clazz.__name__}"

    def load(self, path: str) -> Any:
        with _session():
            return super().load(path)


class _Readable(JavaMLReadable[Any]):
    """Gives a stage the reader of Concord's Java package."""

    @classmethod
    def read(cls) -> _Reader:
        """A reader of saved stages of this class."""
        return _Reader(cls)


class ConstrainedSpectralClustering(
    JavaEstimator["ConstrainedSpectralClusteringModel"], EstimatorParams, JavaMLWritable, _Readable
):
    """Clusters points about which some pairs are known.

    The points are a DataFrame with a column of features (vectors, or arrays of numbers) and, if
    there are constraints, one of ids. The constraints are a DataFrame with the columns ``first``,
    ``second``, ``kind`` (``must-link`` or ``cannot-link``) and, if wished, ``weight``; pairs of
    which a point is not in the data are left out, so that cross-validation can train on a part.

    >>> estimator = ConstrainedSpectralClustering(k=3, idCol="id", constraints=pairs)
    >>> model = estimator.fit(points)
    >>> sorted(row["prediction"] for row in model.transform(points).collect())[::60]
    [0, 1, 2]
    >>> model.summary.violations
    0
    """

    def __init__(
        self,
        *,
        featuresCol: Optional[str] = None,
        categoricalCols: Optional[List[str]] = None,
        idCol: Optional[str] = None,
        predictionCol: Optional[str] = None,
        handleInvalid: Optional[str] = None,
        distanceCol: Optional[str] = None,
        confidenceCol: Optional[str] = None,
        secondCol: Optional[str] = None,
        outlierCol: Optional[str] = None,
        k: Optional[int] = None,
        method: Optional[str] = None,
        refine: Optional[str] = None,
        constraintMode: Optional[str] = None,
        propagate: Optional[bool] = None,
        neighbors: Optional[int] = None,
        kernel: Optional[str] = None,
        scaleFeatures: Optional[str] = None,
        eigenvectors: Optional[int] = None,
        restarts: Optional[int] = None,
        seed: Optional[int] = None,
        minClusterSize: Optional[float] = None,
        maxClusterSize: Optional[float] = None,
        weightCol: Optional[str] = None,
        exclusiveCol: Optional[str] = None,
        outliers: Optional[float] = None,
        constraintsPath: Optional[str] = None,
        constraintsFormat: Optional[str] = None,
        assignRule: Optional[str] = None,
        settings: Optional[List[str]] = None,
        constraints: Optional[DataFrame] = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if value is not None}
        for name in ("self", "constraints", "__class__"):
            given.pop(name, None)
        super().__init__()
        with _session():
            self._java_obj = self._new_java_obj(
                f"{_JAVA_PACKAGE}.ConstrainedSpectralClustering", self.uid
            )
        self._set(**given)
        if constraints is not None:
            self.setConstraints(constraints)

    def setParams(self, **params: Any) -> ConstrainedSpectralClustering:
        """Sets parameters by their names.

        >>> estimator.setParams(k=4, neighbors=15).getNeighbors()
        15
        """
        self._set(**params)
        return self

    def setConstraints(self, pairs: Optional[DataFrame]) -> ConstrainedSpectralClustering:
        """Sets the judged pairs; None removes them. Copies and saved estimators keep them.

        >>> pairs = spark.createDataFrame([(1, 2, "must-link")], ["first", "second", "kind"])
        >>> estimator.setConstraints(pairs).getConstraints().count()
        1
        """
        _java(self).setConstraints(None if pairs is None else pairs._jdf)
        return self

    def getConstraints(self) -> Optional[DataFrame]:
        """The judged pairs that :meth:`setConstraints` set, or None.

        >>> estimator.getConstraints().count() == pairs.count()
        True
        """
        pairs = _java(self).getConstraints()
        return None if pairs is None else DataFrame(pairs, SparkSession.builder.getOrCreate())

    def progress(self) -> Tuple[str, int, int, str]:
        """Where a running :meth:`fit` stands: stage, units done, all units (-1: not known), words.
        To be asked by another thread.

        >>> estimator.progress()
        ('', 0, -1, '')
        """
        stage, done, units, words = _java(self).progress().split("\t")
        return stage, int(done), int(units), words

    def _create_model(self, java_model: Any) -> ConstrainedSpectralClusteringModel:
        return ConstrainedSpectralClusteringModel(java_model)

    def _fit(self, dataset: DataFrame) -> ConstrainedSpectralClusteringModel:
        with _session():
            fitted: ConstrainedSpectralClusteringModel = super()._fit(dataset)
            return fitted


class ConstrainedSpectralClusteringSummary(JavaWrapper):
    """Figures of a training; saved and read with the model.

    >>> summary = model.summary
    >>> summary.k, summary.clusterSizes, summary.violations
    (3, [51, 50, 49], 0)
    """

    @property
    def k(self) -> int:
        """Number of clusters."""
        return int(self._call_java("k"))

    @property
    def points(self) -> int:
        """Number of training points."""
        return int(self._call_java("points"))

    @property
    def clusterSizes(self) -> List[int]:
        """Training points of each cluster."""
        return list(_java(self).clusterSizes())

    @property
    def ncut(self) -> float:
        """Normalized cut: the sum over clusters of cut(C, rest) / vol(C)."""
        return float(self._call_java("ncut"))

    @property
    def violations(self) -> int:
        """Constraints of the training that the clusters violate, of both kinds."""
        return int(self._call_java("violations"))

    def profiles(self) -> DataFrame:
        """What sets each cluster apart: medians, shares and more, against all points.

        Of the columns of the training data beside ids and features; a model that was loaded has no
        training data.

        >>> model.summary.profiles().columns[:3]
        ['cluster', 'column', 'level']
        """
        with _session():
            table: DataFrame = self._call_java("profiles")
            return table

    @property
    def metrics(self) -> Dict[str, Any]:
        """All that the command ``cluster`` writes to metrics.json, without the times.

        >>> model.summary.metrics["constraints"]["mustLink"]
        {'total': 20, 'violated': 0}
        """
        metrics: Dict[str, Any] = json.loads(self._call_java("metricsJson"))
        return metrics


class ConstrainedSpectralClusteringModel(JavaModel, ModelParams, JavaMLWritable, _Readable):
    """A clustering that assigns points to its clusters; points of the training keep theirs.

    >>> model.setDistanceCol("distance").transform(new_points).columns[-1]
    'distance'
    >>> model.write().overwrite().save("models/today")
    >>> again = ConstrainedSpectralClusteringModel.load("models/today")
    """

    def _transform(self, dataset: DataFrame) -> DataFrame:
        with _session():
            return super()._transform(dataset)

    @property
    def summary(self) -> ConstrainedSpectralClusteringSummary:
        """Figures of the training.

        >>> model.summary.ncut < 3
        True
        """
        return ConstrainedSpectralClusteringSummary(_java(self).summary())

    def release(self) -> None:
        """Frees the training features on all machines; the model cannot be used afterwards.

        >>> model.release()
        """
        _java(self).release()


def _column(name: str, doc: str) -> Param[str]:
    return Param(Params._dummy(), name, doc, TypeConverters.toString)


class PairEvaluator(JavaEvaluator, JavaMLWritable, _Readable):
    """How well clusters agree with judged pairs, from 0 to 1; larger is better.

    The mean of two shares: of the must-links that lie in one cluster and of the cannot-links that
    lie in two. A silhouette prefers two clusters, this one the number that the pairs speak for.
    Pairs of which a point is not in the data are not looked at: within a cross-validation these are
    the pairs that the training saw. ``weightCol`` weighs points, as in the estimator.

    >>> evaluator = PairEvaluator(idCol="id", constraints=pairs)
    >>> evaluator.evaluate(model.transform(points))
    1.0
    """

    idCol: "Param[str]" = _column("idCol", "column of ids, by which the pairs name points")
    predictionCol: "Param[str]" = _column("predictionCol", "column of cluster numbers")
    weightCol: "Param[str]" = _column(
        "weightCol",
        "column of weights of points; a pair counts by its weight and those of its points",
    )

    def __init__(
        self,
        *,
        idCol: Optional[str] = None,
        predictionCol: Optional[str] = None,
        weightCol: Optional[str] = None,
        constraints: Optional[DataFrame] = None,
    ) -> None:
        super().__init__()
        with _session():
            self._java_obj = self._new_java_obj(f"{_JAVA_PACKAGE}.PairEvaluator", self.uid)
        self._setDefault(predictionCol="prediction")
        given = {"idCol": idCol, "predictionCol": predictionCol, "weightCol": weightCol}
        self._set(**{name: value for name, value in given.items() if value is not None})
        if constraints is not None:
            self.setConstraints(constraints)

    def setIdCol(self, value: str) -> PairEvaluator:
        """Sets the column of ids."""
        self._set(idCol=value)
        return self

    def getIdCol(self) -> str:
        """The column of ids."""
        return self.getOrDefault(self.idCol)

    def setPredictionCol(self, value: str) -> PairEvaluator:
        """Sets the column of cluster numbers."""
        self._set(predictionCol=value)
        return self

    def getPredictionCol(self) -> str:
        """The column of cluster numbers."""
        return self.getOrDefault(self.predictionCol)

    def setWeightCol(self, value: str) -> PairEvaluator:
        """Sets the column of weights of points."""
        self._set(weightCol=value)
        return self

    def getWeightCol(self) -> str:
        """The column of weights of points."""
        return self.getOrDefault(self.weightCol)

    def setConstraints(self, pairs: Optional[DataFrame]) -> PairEvaluator:
        """Sets the judged pairs; None removes them. Copies and saved evaluators keep them."""
        _java(self).setConstraints(None if pairs is None else pairs._jdf)
        return self

    def _evaluate(self, dataset: DataFrame) -> float:
        with _session():
            return float(super()._evaluate(dataset))


def _java_vectors(table: DataFrame, size: int, key: str, name: str) -> DataFrame:
    """Rows of ids, indices and values as rows of ids and sparse vectors of that size."""
    with _session():
        found: Any = getattr(SparkContext._active_spark_context, "_jvm", None)
        for part in f"{_JAVA_PACKAGE}.SparseColumns".split("."):
            found = getattr(found, part)
        made = found.vectors(table._jdf, size, key, name)
    return DataFrame(made, table.sparkSession)
