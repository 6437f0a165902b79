"""Tables of Python as columns of Arrow: matrices, frames with categories, sparse matrices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from concord_spark.errors import InputError


@dataclass(frozen=True)
class Columns:
    """The rows of a table.

    >>> import pandas
    >>> columns = {"size": [1.0, None], "colour": ["red", "blue"], "new": [True, False]}
    >>> frame = pandas.DataFrame(columns)
    >>> columns = Columns.of(frame)
    >>> columns.numbers.tolist(), columns.names, columns.missing
    ([[1.0], [nan]], ['size'], True)
    >>> columns.categories["colour"].to_pylist(), columns.categories["new"].to_pylist()
    (['red', 'blue'], ['true', 'false'])
    """

    #: One row for each point, one column for each number; missing ones are NaN.
    numbers: NDArray[Any]
    #: Names of the columns of numbers; empty for a matrix.
    names: List[str] = field(default_factory=list)
    #: Columns of categories by name, as texts; null where they are missing.
    categories: Dict[str, pa.Array] = field(default_factory=dict)
    #: Whether a value of a frame is missing.
    missing: bool = False

    @staticmethod
    def of(X: Any) -> Columns:
        """The columns of a matrix, a frame of pandas or Polars, or an Arrow table.

        :raises InputError: when a column holds neither numbers nor categories
        """
        if isinstance(X, pa.Table):
            return _of_table(X)
        if hasattr(X, "to_arrow") and hasattr(X, "columns"):
            return _of_table(X.to_arrow())
        if hasattr(X, "columns") and hasattr(X, "dtypes"):
            return _of_pandas(X)
        values = np.ascontiguousarray(X, dtype=np.float64)
        if values.ndim != 2 or values.shape[1] == 0:
            raise InputError(
                f"X has the shape {values.shape}; it must be a matrix:"
                " one row for each point, one column for each feature"
            )
        return Columns(values)


def _of_pandas(frame: Any) -> Columns:
    numbers: Dict[str, Any] = {}
    categories: Dict[str, pa.Array] = {}
    for place, name in enumerate(frame.columns):
        column = frame.iloc[:, place]
        if getattr(column.dtype, "kind", "O") in "iuf":
            numbers[str(name)] = column.to_numpy(dtype=np.float64, na_value=np.nan)
            continue
        try:
            given = pa.Array.from_pandas(column)
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            # A column of objects of several types, such as numbers and texts.
            given = pa.array(
                [None if value is None or value != value else str(value) for value in column]
            )
        if pa.types.is_floating(given.type) or pa.types.is_integer(given.type):
            numbers[str(name)] = given.cast(pa.float64()).to_numpy(zero_copy_only=False)
        else:
            categories[str(name)] = _category(str(name), given)
    if len(numbers) + len(categories) < frame.shape[1]:
        raise InputError("X has two columns of one name; rename one")
    return _columns(len(frame), numbers, categories)


def _of_table(table: pa.Table) -> Columns:
    numbers: Dict[str, Any] = {}
    categories: Dict[str, pa.Array] = {}
    for name, chunks in zip(table.column_names, table.columns):
        column = chunks.combine_chunks()
        kind = column.type
        if pa.types.is_decimal(kind):
            column = column.cast(pa.float64())
        if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
            numbers[name] = column.to_numpy(zero_copy_only=False).astype(np.float64)
        else:
            categories[name] = _category(name, column)
    return _columns(table.num_rows, numbers, categories)


def _columns(rows: int, numbers: Dict[str, Any], categories: Dict[str, pa.Array]) -> Columns:
    if not numbers and not categories:
        raise InputError("X has no column; it must have one for each feature")
    values = np.empty((rows, len(numbers)))
    for place, column in enumerate(numbers.values()):
        values[:, place] = column
    missing = bool(np.isnan(values).any()) or any(
        column.null_count or pc.any(pc.equal(column, "")).as_py() for column in categories.values()
    )
    return Columns(values, list(numbers), categories, missing)


def _category(name: str, column: Any) -> pa.Array:
    """A column of texts, numbers among them as they are written; an empty text is missing."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    texts = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    plain = pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_null(kind)
    if not texts and not plain and not pa.types.is_floating(kind) and kind != pa.string_view():
        raise InputError(
            f"column {name} of X has the type {kind}; columns must be numbers, or categories"
            " (texts, truth values, the type category): leave it out, or make numbers of it"
        )
    return column.cast(pa.string())


def sparse(matrix: Any) -> Dict[str, pa.Array]:
    """Indices and values of each row of a matrix in compressed sparse rows."""
    matrix.sum_duplicates()
    offsets = matrix.indptr.astype(np.int32)
    return {
        "indices": pa.ListArray.from_arrays(offsets, pa.array(matrix.indices.astype(np.int32))),
        "values": pa.ListArray.from_arrays(offsets, pa.array(matrix.data.astype(np.float64))),
    }


def lists(values: NDArray[Any]) -> pa.Array:
    """The rows of a matrix as one array of lists, which shares its memory."""
    rows, columns = values.shape
    offsets = np.arange(rows + 1, dtype=np.int64) * columns
    flat = pa.array(values.ravel())
    if values.size > np.iinfo(np.int32).max:
        return pa.LargeListArray.from_arrays(offsets, flat)
    return pa.ListArray.from_arrays(offsets.astype(np.int32), flat)
