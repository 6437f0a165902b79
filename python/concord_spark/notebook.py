"""What a notebook shows of clusters."""

from __future__ import annotations

import html
from typing import Any, List, Optional

#: Facts about a cluster, and the least effect of one (Cohen 1988: small).
_FACTS = 3
_SMALL = 0.2


def table(
    sentence: str, sizes: List[int], confidences: List[Optional[float]], profiles: Any
) -> str:
    """A sentence, and a row for each cluster.

    :param confidences: the mean of each cluster; None where it is not known
    :param profiles: the frame of profiles, or None
    """
    heads = ["cluster", "rows", "size", "mean confidence"]
    heads += [] if profiles is None else ["what sets it apart"]
    rows = []
    largest = max(sizes, default=1)
    for number, size in enumerate(sizes):
        sure = confidences[number]
        width = f"{12 * size / largest:.2f}em"
        bar = f'<div style="background:#4878a8;height:0.8em;width:{width}"></div>'
        cells = [f"{size:,}", bar, "" if sure is None else f"{sure:.2f}"]
        if profiles is not None:
            cells.append("<br>".join(html.escape(fact) for fact in facts(profiles, number)))
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{number}</th>{row}</tr>')
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return (
        f"<p>{html.escape(sentence)}</p><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def facts(profiles: Any, cluster: int) -> List[str]:
    """What differs most between a cluster and all rows, a column once.

    >>> import pandas
    >>> rows = [(0, "size", "", "median", 40.0, 10.0, 1.2)]
    >>> rows += [(0, "colour", "red", "share", 1.0, 0.5, 1.6)]
    >>> names = ["cluster", "column", "level", "statistic", "value", "difference", "effect"]
    >>> facts(pandas.DataFrame(rows, columns=names), 0)
    ['colour = red: 100 %, of all 50 %', 'size: median 40, of all 30']
    """
    own = profiles[(profiles["cluster"] == cluster) & (profiles["effect"].abs() >= _SMALL)]
    strongest = own.sort_values("effect", key=abs, ascending=False, kind="stable")
    strongest = strongest.drop_duplicates("column").head(_FACTS)
    return [
        _fact(row.column, row.level, row.statistic, row.value, row.value - row.difference)
        for row in strongest.itertuples()
    ]


def _fact(column: str, level: Any, statistic: str, value: float, of_all: float) -> str:
    if statistic in ("share", "missing"):
        what = f"{column} = {level}" if statistic == "share" else f"{column} missing"
        return f"{what}: {100 * value:.0f} %, of all {100 * of_all:.0f} %"
    return f"{column}: {statistic} {value:,.4g}, of all {of_all:,.4g}"
