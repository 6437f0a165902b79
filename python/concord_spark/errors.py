"""The failures that a user can understand and mend, as Python exceptions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, Optional

_MAX_DEPTH = 64


class ConcordError(RuntimeError):
    """A failure whose message says where, which value, which rule and what to do.

    >>> try:
    ...     model = estimator.setFeaturesCol("vector").fit(points)
    ... except ConcordError as failure:
    ...     print(f"{str(failure)[:43]} (exit code {failure.exit_code})")
    featuresCol: there is no column vector; the (exit code 2)
    """

    #: The exit code with which the command line ends for the same reason.
    exit_code = 1


class InputError(ConcordError):
    """The data, the constraints or a parameter is at fault."""

    exit_code = 2


class UnsatisfiableError(ConcordError):
    """The hard constraints cannot all be met."""

    exit_code = 3


class ConvergenceError(ConcordError):
    """A solver did not converge."""

    exit_code = 4


class NotEnoughMemoryError(ConcordError):
    """The plan does not fit the memory given."""

    exit_code = 5


class SessionError(ConcordError):
    """There is no Spark session, or it lacks Concord's jar, or it is one of Spark Connect."""

    exit_code = 2


_JAVA = {
    "dev.concord.error.InputException": InputError,
    "dev.concord.error.UnsatisfiableException": UnsatisfiableError,
    "dev.concord.error.ConvergenceException": ConvergenceError,
    "dev.concord.error.MemoryException": NotEnoughMemoryError,
}


def known(failure: BaseException) -> Optional[ConcordError]:
    """The error that a failed call of Java stands for; None when it is none of Concord's."""
    cause: Any = getattr(failure, "java_exception", None) or getattr(failure, "_origin", None)
    for _ in range(_MAX_DEPTH):
        if cause is None:
            return None
        kind = _JAVA.get(cause.getClass().getName())
        if kind is not None:
            return kind(cause.getMessage())
        cause = cause.getCause()
    return None


@contextmanager
def user_errors() -> Iterator[None]:
    """Raises the errors of Concord in place of the failed calls of Java."""
    try:
        yield
    except Exception as failure:
        error = known(failure)
        if error is None:
            raise
        raise error from failure
