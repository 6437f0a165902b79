"""Clusters of arrays and data frames, without a word of Spark: :func:`cluster` and, for
scikit-learn, :class:`ConstrainedClustering`."""

from __future__ import annotations

import re
import sys
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from importlib.util import find_spec
from threading import Event, Thread
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.sql import DataFrame, SparkSession

from concord_spark.clustering import ConstrainedSpectralClustering, _java_vectors
from concord_spark.clustering import ConstrainedSpectralClusteringModel as Model
from concord_spark.errors import ConcordError, InputError
from concord_spark.frames import Columns, lists, sparse
from concord_spark.jar import configure, default_memory
from concord_spark.notebook import table
from concord_spark.parameters import PARAMETERS

try:
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:  # scikit-learn is not required
    BaseEstimator = type("BaseEstimator", (), {})
    ClusterMixin = type("ClusterMixin", (), {})
    check_is_fitted = validate_data = None

Pairs = Iterable[Tuple[Any, Any]]

#: The number of clusters and the features as the messages of the estimator name them.
_COUNT = re.compile(r"(?<![\w.])k(?= = | is )|(?<=(?:[Ll]ower|[Rr]aise) )k\b(?!-)")
_FEATURES = re.compile(r"(?<![\w.])featuresCol\b")

#: Columns that have a profile.
_PROFILED = 300
#: Neighbours of a point where nothing else is said, as in Java; a small table has fewer.
_NEIGHBORS = PARAMETERS["neighbors"].default


@dataclass(frozen=True, repr=False)
class Clusters:
    """The clusters of the rows of an array.

    >>> found = cluster([[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0]], n_clusters=2)
    >>> found.labels.tolist().count(0)
    2
    >>> found.violations
    0
    """

    #: The cluster of each row, 0 to k-1, numbered by falling size; -1 for a row that was left out.
    labels: NDArray[Any]
    #: How sure the cluster of each row is, 0 to 1; NaN where it is not known.
    confidences: NDArray[Any]
    #: The second cluster of each row, -1 for none.
    seconds: NDArray[Any]
    #: All that the command ``cluster`` writes to metrics.json, without the times.
    metrics: Dict[str, Any] = field(repr=False)
    #: The model, which assigns new rows.
    model: Model = field(repr=False)
    #: Names of the columns of a frame, those of categories last; empty for a matrix.
    columns: List[str] = field(default_factory=list, repr=False)
    #: The levels of each column of categories.
    levels: Dict[str, List[str]] = field(default_factory=dict, repr=False)

    @property
    def sizes(self) -> List[int]:
        """Rows of each cluster."""
        return [int(count) for count in np.bincount(self.labels[self.labels >= 0])]

    @property
    def violations(self) -> int:
        """Pairs that the clusters violate."""
        return self.model.summary.violations

    @cached_property
    def profiles(self) -> Any:
        """What sets each cluster apart, a frame of pandas: medians and shares of categories against
        those of all rows, by the names of the columns; columns of a matrix are named 0, 1, ...

        >>> import pandas
        >>> frame = pandas.DataFrame({"size": [1, 2, 40, 41], "colour": ["red"] * 2 + ["blue"] * 2})
        >>> profiles = cluster(frame, n_clusters=2).profiles
        >>> sorted(set(profiles["column"])), sorted(set(profiles["level"].dropna()) - {""})
        (['colour', 'size'], ['blue', 'red'])
        """
        return _arrow(self.model.summary.profiles()).to_pandas()

    def predict(self, X: Any) -> NDArray[Any]:
        """The clusters of further rows, of the columns that the clusters were found with; those of
        a frame of pandas or Polars in any order. A row that was left out has -1. A level that the
        clusters were found without is as far from all others; a warning tells of it.

        :raises InputError: when a frame has other columns
        """
        names = _Names(self.model.getIdCol(), self.model.getFeaturesCol())
        ordered = not isinstance(X, pa.Table) and hasattr(X, "columns")
        if ordered and set(X.columns) == set(self.columns):
            X = X[self.columns]  # whatever their order
        data = X if hasattr(X, "tocsr") else Columns.of(X)
        rows, given = _table(data, session(), names, new=True)
        if self.columns and given and given != self.columns:
            raise InputError(
                f"the columns of X are {', '.join(given)}, but the clusters were found with"
                f" {', '.join(self.columns)}; give columns of the same names and types"
            )
        if isinstance(data, Columns):
            _tell_unknown(data, self.levels)
        placed = _arrow(self.model.transform(rows).select(names.id, self.model.getPredictionCol()))
        found: NDArray[Any] = np.full(_rows(X), -1, dtype=np.int32)
        found[-1 - placed[0].to_numpy()] = placed[1].to_numpy()
        return found

    def _sentence(self) -> str:
        known = self.confidences[~np.isnan(self.confidences)]
        sure = f", mean confidence {known.mean():.2f}" if len(known) else ""
        pairs = self.metrics["constraints"]
        given = pairs["mustLink"]["total"] + pairs["cannotLink"]["total"]
        held = f"; {self.violations} of {given} pairs violated" if given else ""
        out = int(np.count_nonzero(self.labels < 0))
        left = f"; {out:,} rows left out" if out else ""
        return f"{len(self.labels):,} rows in {len(self.sizes)} clusters{sure}{held}{left}"

    def __repr__(self) -> str:
        return f"Clusters({self._sentence()})"

    def _repr_html_(self) -> str:
        sure = [self.confidences[self.labels == number] for number in range(len(self.sizes))]
        means = [None if np.isnan(own).all() else float(np.nanmean(own)) for own in sure]
        return table(self._sentence(), self.sizes, means, self.profiles if self.columns else None)


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
    """Clusters the rows of a table, of which some pairs are known.

    >>> points = [[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0], [5.0, 5.0]]
    >>> cluster(points, n_clusters=2, must_link=[(0, 1)], cannot_link=[(0, 2)]).sizes
    [3, 2]

    :param X: a NumPy array, a SciPy sparse matrix, a frame of pandas or Polars, an Arrow table, or
        anything that ``numpy.asarray`` makes a matrix. Columns of a frame that are texts, truth
        values or of the type category are categories; of its missing values numbers get the median,
        and categories are a category of their own. Missing values of a matrix are refused
    :param must_link: pairs of row numbers, from 0, that are in one cluster
    :param cannot_link: pairs of row numbers that are in different clusters
    :param n_clusters: how many clusters; None: chosen
    :param spark: a classic session with Concord's jar; None: :func:`session`
    :param progress: whether a bar of tqdm shows the stages; None: in notebooks and terminals, where
        tqdm is installed
    :param params: further parameters of :class:`ConstrainedSpectralClustering`
    :raises InputError: when a column is of dates or of other things, a category has more than 100
        values, or a pair names a row that is not there
    :raises TypeError: when a parameter has another name
    :raises UnsatisfiableError: when the pairs contradict each other
    """
    _known(params)
    chosen = spark or session()
    data = X.tocsr() if hasattr(X, "tocsr") else Columns.of(X)
    names = _Names.beside([] if hasattr(X, "tocsr") else [*data.names, *data.categories])
    narrow, columns = _table(data, chosen, names)
    rows = _rows(X)
    pairs = _pairs(must_link, cannot_link, rows)
    if isinstance(data, Columns):
        params = _of_frame(data, params)
    estimator = ConstrainedSpectralClustering(
        **{
            "k": 0 if n_clusters is None else int(n_clusters),
            "idCol": names.id,
            "featuresCol": names.features,
            "predictionCol": names.prediction,
            "confidenceCol": names.confidence,
            "secondCol": names.second,
            "neighbors": max(1, min(_NEIGHBORS, rows - 1)),
            **params,
        },
        constraints=None if pairs is None else _frame(pairs, chosen),
    )
    with _own_words(), _bar(estimator, progress):
        model = estimator.fit(_profiled(narrow, data, names))
    wanted = [estimator.getPredictionCol(), estimator.getConfidenceCol(), estimator.getSecondCol()]
    placed = _arrow(model.transform(narrow).select(names.id, *wanted))
    at = placed[0].to_numpy()
    _tell_unused(pairs, at)
    return Clusters(
        labels=_filled(rows, at, placed[1], -1, np.int32),
        confidences=_filled(rows, at, placed[2], np.nan, np.float64),
        seconds=_filled(rows, at, placed[3], -1, np.int32),
        metrics=model.summary.metrics,
        model=model,
        columns=columns,
        levels=_levels(data) if isinstance(data, Columns) else {},
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
def _own_words() -> Iterator[None]:
    """Messages of the estimator name what :func:`cluster` was given."""
    try:
        yield
    except ConcordError as failure:
        message = _FEATURES.sub("X", _COUNT.sub("n_clusters", str(failure)))
        raise type(failure)(message) from failure.__cause__


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
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel") or sys.stderr.isatty()


def _known(params: Dict[str, Any]) -> None:
    """Refuses a parameter that there is not, and names the nearest one."""
    names = ["must_link", "cannot_link", "n_clusters", "spark", "progress", *PARAMETERS]
    for name in params:
        if name not in names:
            near = get_close_matches(name, names, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise TypeError(f"cluster() has no parameter {name}{meant}")


def _rows(X: Any) -> int:
    shape = getattr(X.numbers if isinstance(X, Columns) else X, "shape", None)
    return int(shape[0]) if shape else len(X)


class _Names(NamedTuple):
    """Names of the columns of Spark that are no columns of the data."""

    id: str
    features: str
    prediction: str = "prediction"
    confidence: str = "confidence"
    second: str = "second"

    @staticmethod
    def beside(columns: List[str]) -> _Names:
        """Names that are none of the data's, whatever their case."""
        taken = {name.lower() for name in columns}
        usual = _Names("row", "features")
        return _Names(*(_free(name, taken) for name in usual))


def _free(name: str, taken: Set[str]) -> str:
    while name.lower() in taken:
        name += "_"
    taken.add(name.lower())
    return name


def _table(
    X: Any, spark: SparkSession, names: _Names, new: bool = False
) -> Tuple[DataFrame, List[str]]:
    """The rows as a table of Spark: their numbers from 0, their features and categories; and the
    names of the columns of a frame. New rows are numbered from -1 downwards: a model knows the rows
    that it was trained with by their numbers."""
    rows = np.arange(_rows(X), dtype=np.int64)
    numbers = {names.id: pa.array(-1 - rows if new else rows)}
    if hasattr(X, "tocsr"):
        plain = _frame(pa.table({**numbers, **sparse(X.tocsr())}), spark)
        return _java_vectors(plain, int(X.shape[1]), names.id, names.features), []
    data = X if isinstance(X, Columns) else Columns.of(X)
    columns = {**numbers, names.features: lists(data.numbers), **data.categories}
    return _frame(pa.table(columns), spark), [*data.names, *data.categories]


def _of_frame(data: Columns, params: Dict[str, Any]) -> Dict[str, Any]:
    """The parameters for the categories and missing values of a frame."""
    settings = list(params.get("settings", []))
    if data.missing and not any(one.startswith("input.features.missing=") for one in settings):
        settings.append("input.features.missing=median")
    return {"categoricalCols": list(data.categories), **params, "settings": settings}


def _profiled(narrow: DataFrame, data: Any, names: _Names) -> DataFrame:
    """The table with the numbers as columns of their own, which are read for profiles alone."""
    if not isinstance(data, Columns):
        return narrow
    columns = data.names or [str(at) for at in range(data.numbers.shape[1])]
    taken = {name.lower() for name in [*names, *data.categories]}
    each = narrow[names.features]
    shown = [each[at].alias(_free(name, taken)) for at, name in enumerate(columns[:_PROFILED])]
    return narrow.select("*", *shown)


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


def _filled(rows: int, at: NDArray[Any], values: Any, missing: float, kind: Any) -> NDArray[Any]:
    """Values by their rows, and what stands for rows that were left out."""
    filled: NDArray[Any] = np.full(rows, missing, dtype=kind)
    filled[at] = values.to_numpy()
    return filled


def _arrow(frame: DataFrame) -> pa.Table:
    """All rows as an Arrow table."""
    whole: Any = frame
    if hasattr(DataFrame, "toArrow"):
        return whole.toArrow()
    return pa.Table.from_batches(whole._collect_as_arrow())


def _tell_unused(pairs: Optional[pa.Table], kept: NDArray[Any]) -> None:
    """Warns of pairs whose rows were left out of the clustering."""
    if pairs is None:
        return
    held = np.isin(pairs["first"].to_numpy(), kept) & np.isin(pairs["second"].to_numpy(), kept)
    unused = int((~held).sum())
    if unused:
        first = pairs.slice(int(np.flatnonzero(~held)[0]), 1).to_pylist()[0]
        warnings.warn(
            f"{unused} of {len(held)} pairs name a row that was left out (its label is -1) and"
            f" say nothing about the clusters; the first is ({first['first']}, {first['second']})",
            stacklevel=3,
        )


def _levels(data: Columns) -> Dict[str, List[str]]:
    return {name: column.unique().to_pylist() for name, column in data.categories.items()}


def _tell_unknown(data: Columns, known: Dict[str, List[str]]) -> None:
    """Warns of levels of categories that the clusters were found without."""
    for name, levels in _levels(data).items():
        new = [level for level in levels if level and level not in known.get(name, [])]
        if new:
            warnings.warn(
                f"column {name} of X has levels that the clusters were found without, {len(new)}"
                f" in all, the first is {new[0]}; they count as equally far from all others",
                stacklevel=3,
            )


def _pairs(must: Optional[Pairs], cannot: Optional[Pairs], rows: int) -> Optional[pa.Table]:
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
    return pa.table(
        {"first": np.concatenate(first), "second": np.concatenate(second), "kind": kinds}
    )


__all__ = ["Clusters", "ConstrainedClustering", "cluster", "session"]
