"""Clusters of arrays and data frames, without a word of Spark: :func:`cluster` and, for
scikit-learn, :class:`ConstrainedClustering`."""

from __future__ import annotations

import html
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Event, Thread
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.sql import DataFrame, SparkSession

from concord_spark.clustering import ConstrainedSpectralClustering, _java_vectors
from concord_spark.clustering import ConstrainedSpectralClusteringModel as Model
from concord_spark.errors import InputError
from concord_spark.jar import configure, default_memory
from concord_spark.parameters import PARAMETERS

try:
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:  # scikit-learn is not required
    BaseEstimator = ClusterMixin = object
    check_is_fitted = validate_data = None

Pairs = Iterable[Tuple[Any, Any]]

_ID = "row"
_FEATURES = "features"
#: Neighbours of a point where nothing else is said, as in Java; a small table has fewer.
_NEIGHBORS = PARAMETERS["neighbors"].default


@dataclass(frozen=True)
class Clusters:
    """The clusters of the rows of an array.

    >>> found = cluster([[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0]], n_clusters=2)
    >>> found.labels.tolist().count(0)
    2
    >>> found.violations
    0
    """

    #: The cluster of each row, 0 to k-1, numbered by falling size.
    labels: NDArray[Any]
    #: How sure the cluster of each row is, 0 to 1; NaN where it is not known.
    confidences: NDArray[Any]
    #: The second cluster of each row, -1 for none.
    seconds: NDArray[Any]
    #: All that the command ``cluster`` writes to metrics.json, without the times.
    metrics: Dict[str, Any] = field(repr=False)
    #: The model, which assigns new rows.
    model: Model = field(repr=False)

    @property
    def sizes(self) -> List[int]:
        """Rows of each cluster."""
        return [int(count) for count in np.bincount(self.labels[self.labels >= 0])]

    @property
    def violations(self) -> int:
        """Pairs that the clusters violate."""
        return self.model.summary.violations

    def predict(self, X: Any) -> NDArray[Any]:
        """The clusters of further rows, of the columns that the clusters were found with."""
        table = _table(X, session(), new=True)
        return _column(self.model.transform(table), self.model.getPredictionCol())[::-1]

    def _sentence(self) -> str:
        known = self.confidences[~np.isnan(self.confidences)]
        sure = f", mean confidence {known.mean():.2f}" if len(known) else ""
        pairs = self.metrics["constraints"]
        given = pairs["mustLink"]["total"] + pairs["cannotLink"]["total"]
        held = f"; {self.violations} of {given} pairs violated" if given else ""
        return f"{len(self.labels):,} rows in {len(self.sizes)} clusters{sure}{held}"

    def _repr_html_(self) -> str:
        rows = []
        largest = max(self.sizes, default=1)
        for number, size in enumerate(self.sizes):
            own = self.confidences[self.labels == number]
            sure = "" if np.isnan(own).all() else f"{np.nanmean(own):.2f}"
            bar = f'<div style="background:#4878a8;height:0.8em;width:{12 * size / largest:.2f}em">'
            rows.append(
                f'<tr><th scope="row">{number}</th><td>{size:,}</td><td>{bar}</div></td>'
                f"<td>{sure}</td></tr>"
            )
        return (
            f"<p>{html.escape(self._sentence())}</p><table><thead><tr>"
            '<th scope="col">cluster</th><th scope="col">rows</th><th scope="col">size</th>'
            '<th scope="col">mean confidence</th></tr></thead><tbody>'
            + "".join(rows)
            + "</tbody></table>"
        )


def session() -> SparkSession:
    """The active classic session; where there is none, a local one with Concord's jar, on all
    cores, with three fifths of the memory of this machine.

    >>> session().range(3).count()
    3
    """
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    builder = (
        SparkSession.builder.master("local[*]")
        .appName("concord")
        .config("spark.driver.memory", default_memory())
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()


def cluster(
    X: Any,
    *,
    must_link: Optional[Pairs] = None,
    cannot_link: Optional[Pairs] = None,
    n_clusters: Optional[int] = None,
    spark: Optional[SparkSession] = None,
    progress: Optional[bool] = None,
    **params: Any,
) -> Clusters:
    """Clusters the rows of a table of numbers, of which some pairs are known.

    >>> points = [[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0], [5.0, 5.0]]
    >>> cluster(points, n_clusters=2, must_link=[(0, 1)], cannot_link=[(0, 2)]).sizes
    [3, 2]

    :param X: a NumPy array, a SciPy sparse matrix, a frame of pandas or Polars, an Arrow table, or
        anything that ``numpy.asarray`` makes a matrix; columns are numbers
    :param must_link: pairs of row numbers, from 0, that are in one cluster
    :param cannot_link: pairs of row numbers that are in different clusters
    :param n_clusters: how many clusters; None: chosen
    :param spark: a classic session with Concord's jar; None: :func:`session`
    :param progress: whether a bar of tqdm shows the stages; None: in notebooks and terminals, where
        tqdm is installed
    :param params: further parameters of :class:`ConstrainedSpectralClustering`
    :raises InputError: when a column is no number, or a pair names a row that is not there
    :raises UnsatisfiableError: when the pairs contradict each other
    """
    chosen = spark or session()
    table = _table(X, chosen)
    rows = _rows(X)
    pairs = _pairs(must_link, cannot_link, rows, chosen)
    estimator = ConstrainedSpectralClustering(
        **{
            "k": 0 if n_clusters is None else int(n_clusters),
            "idCol": _ID,
            "featuresCol": _FEATURES,
            "confidenceCol": "confidence",
            "secondCol": "second",
            "neighbors": max(1, min(_NEIGHBORS, rows - 1)),
            **params,
        },
        constraints=pairs,
    )
    with _bar(estimator, progress):
        model = estimator.fit(table)
    placed = _arrow(model.transform(table).drop(_FEATURES)).sort_by(_ID)
    return Clusters(
        labels=placed[model.getPredictionCol()].to_numpy().astype(np.int32),
        confidences=_floats(placed["confidence"]),
        seconds=placed["second"].to_numpy().astype(np.int32),
        metrics=model.summary.metrics,
        model=model,
    )


class ConstrainedClustering(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """:func:`cluster` in the shape of scikit-learn's clusterings.

    >>> points = [[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0]]
    >>> clustering = ConstrainedClustering(n_clusters=2)
    >>> labels = clustering.fit_predict(points, must_link=[(2, 3)])
    >>> bool(labels[0] == labels[1]), bool(labels[1] == labels[2])
    (True, False)
    """

    def __init__(
        self,
        n_clusters: Optional[int] = None,
        *,
        method: str = "ensemble",
        neighbors: Optional[int] = None,
        random_state: int = 1,
    ) -> None:
        self.n_clusters = n_clusters
        self.method = method
        self.neighbors = neighbors
        self.random_state = random_state

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        must_link: Optional[Pairs] = None,
        cannot_link: Optional[Pairs] = None,
    ) -> "ConstrainedClustering":
        """Finds the clusters; ``y`` is not used.

        Sets ``labels_``, ``confidences_``, ``clusters_`` (:class:`Clusters`) and
        ``n_features_in_``.
        """
        if validate_data is None:
            raise ImportError("ConstrainedClustering needs scikit-learn 1.6 or newer")
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, ensure_min_samples=2)
        chosen: Dict[str, Any] = {}
        if self.neighbors is not None:
            chosen["neighbors"] = self.neighbors
        found = cluster(
            X,
            must_link=must_link,
            cannot_link=cannot_link,
            n_clusters=self.n_clusters,
            method=self.method,
            seed=self.random_state,
            **chosen,
        )
        self.clusters_ = found
        self.labels_ = found.labels
        self.confidences_ = found.confidences
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The clusters of further rows."""
        check_is_fitted(self, "labels_")
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return self.clusters_.predict(X)

    def fit_predict(self, X: Any, y: Any = None, **pairs: Any) -> NDArray[Any]:
        """:meth:`fit`, then ``labels_``."""
        return self.fit(X, y, **pairs).labels_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@contextmanager
def _bar(estimator: ConstrainedSpectralClustering, wanted: Optional[bool]) -> Iterator[None]:
    """Shows the stages of a training, which another thread asks for twice a second."""
    shown = wanted if wanted is not None else _is_watched()
    if not shown or find_spec("tqdm") is None:
        yield
        return
    from tqdm.auto import tqdm

    done = Event()
    with tqdm(bar_format="{desc} {bar} {n_fmt}/{total_fmt} {postfix}", leave=False) as bar:

        def watch() -> None:
            while not done.wait(0.5):
                stage, now, units, words = estimator.progress()
                bar.total = max(units, 1)
                bar.n = min(now, bar.total)
                bar.set_description_str(stage, refresh=False)
                bar.set_postfix_str(words, refresh=True)

        thread = Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def _is_watched() -> bool:
    """Whether a person sees what is written: a notebook, or a terminal."""
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _rows(X: Any) -> int:
    shape = getattr(X, "shape", None)
    return int(shape[0]) if shape else len(X)


def _table(X: Any, spark: SparkSession, new: bool = False) -> DataFrame:
    """The rows as a table of Spark: their numbers from 0, and their features. New rows are numbered
    from -1 downwards: a model knows the rows that it was trained with by their numbers."""
    if hasattr(X, "tocsr"):
        return _sparse(X.tocsr(), spark, new)
    values = _matrix(X)
    rows, columns = values.shape
    offsets = np.arange(rows + 1, dtype=np.int64) * columns
    if values.size > np.iinfo(np.int32).max:
        lists = pa.LargeListArray.from_arrays(offsets, pa.array(values.ravel()))
    else:
        lists = pa.ListArray.from_arrays(offsets.astype(np.int32), pa.array(values.ravel()))
    return _frame(pa.table({_ID: _numbers_of(rows, new), _FEATURES: lists}), spark)


def _numbers_of(rows: int, new: bool) -> NDArray[Any]:
    numbers = np.arange(rows, dtype=np.int64)
    return -1 - numbers if new else numbers


def _matrix(X: Any) -> NDArray[Any]:
    """The values as one row-major matrix of doubles."""
    if isinstance(X, pa.Table):
        X = X.to_pandas()
    if hasattr(X, "columns") and hasattr(X, "dtypes"):
        X = _numbers(X)
    values = np.ascontiguousarray(X, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] == 0:
        raise InputError(
            f"X has the shape {values.shape}; it must be a matrix:"
            " one row for each point, one column for each feature"
        )
    return values


def _numbers(frame: Any) -> Any:
    """The values of a frame of pandas or Polars, whose columns are all numbers."""
    types = frame.dtypes
    named = types.items() if hasattr(types, "items") else zip(frame.columns, types)
    for name, kind in named:
        numeric = kind.is_numeric() if hasattr(kind, "is_numeric") else kind.kind in "biuf"
        if not numeric and str(kind) not in ("Boolean", "boolean"):
            raise InputError(
                f"column {name} of X has the type {kind}; columns must be numbers: leave it out,"
                " encode it, or cluster the table itself with the command concord init"
            )
    return frame.to_numpy()


def _sparse(matrix: Any, spark: SparkSession, new: bool) -> DataFrame:
    """The rows of a sparse matrix as sparse vectors."""
    matrix.sum_duplicates()
    offsets = matrix.indptr.astype(np.int32)
    table = pa.table(
        {
            _ID: _numbers_of(matrix.shape[0], new),
            "indices": pa.ListArray.from_arrays(offsets, pa.array(matrix.indices.astype(np.int32))),
            "values": pa.ListArray.from_arrays(offsets, pa.array(matrix.data.astype(np.float64))),
        }
    )
    return _java_vectors(_frame(table, spark), int(matrix.shape[1]), _ID, _FEATURES)


def _frame(table: pa.Table, spark: SparkSession) -> DataFrame:
    """An Arrow table as one of Spark, without a Python object a row."""
    try:
        return spark.createDataFrame(table)
    except TypeError:  # before Spark 4.0
        return _by_pandas(table, spark)


def _by_pandas(table: pa.Table, spark: SparkSession) -> DataFrame:
    key = "spark.sql.execution.arrow.pyspark.enabled"
    before = spark.conf.get(key)
    spark.conf.set(key, "true")
    try:
        return spark.createDataFrame(table.to_pandas())
    finally:
        spark.conf.set(key, str(before))


def _arrow(frame: DataFrame) -> pa.Table:
    """All rows as an Arrow table."""
    whole: Any = frame
    if hasattr(DataFrame, "toArrow"):
        return whole.toArrow()
    return pa.Table.from_batches(whole._collect_as_arrow())


def _column(frame: DataFrame, name: str) -> NDArray[Any]:
    values: NDArray[Any] = _arrow(frame.select(_ID, name)).sort_by(_ID)[name].to_numpy()
    return values


def _floats(column: pa.ChunkedArray) -> NDArray[Any]:
    values: NDArray[Any] = column.to_numpy().astype(np.float64)
    return values


def _pairs(
    must: Optional[Pairs], cannot: Optional[Pairs], rows: int, spark: SparkSession
) -> Optional[DataFrame]:
    """The pairs as a table of constraints; None without pairs."""
    first: List[NDArray[Any]] = []
    second: List[NDArray[Any]] = []
    kinds: List[str] = []
    for name, given, kind in (
        ("must_link", must, "must-link"),
        ("cannot_link", cannot, "cannot-link"),
    ):
        if given is None:
            continue
        pairs = np.asarray(given if hasattr(given, "__array__") else list(given))
        if pairs.size == 0:
            continue
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise InputError(f"{name} must be pairs of row numbers, such as [(0, 1), (4, 7)]")
        wrong = pairs[(pairs < 0) | (pairs >= rows)]
        if len(wrong):
            raise InputError(
                f"{name} names row {int(wrong[0])}, but X has the rows 0 to {rows - 1}"
            )
        first.append(pairs[:, 0].astype(np.int64))
        second.append(pairs[:, 1].astype(np.int64))
        kinds += [kind] * len(pairs)
    if not kinds:
        return None
    table = pa.table(
        {"first": np.concatenate(first), "second": np.concatenate(second), "kind": kinds}
    )
    return _frame(table, spark)


__all__ = ["Clusters", "ConstrainedClustering", "cluster", "session"]
