"""Arrays and frames: cluster, ConstrainedClustering, what they refuse, the crossing to Spark."""

import sys
import time
import unittest
from unittest import mock

from sessions import PROJECT, reason_to_skip, session


def digits():
    """The features and the classes of data-samples/digits, in the order of their ids."""
    import pandas as pd

    folder = PROJECT / "data-samples" / "digits"
    features = pd.read_csv(folder / "features.csv").sort_values("id")
    truth = pd.read_csv(folder / "truth.csv").sort_values("id")
    return features.drop(columns="id"), truth["label"].to_numpy()


def share(labels, truth):
    """The share of points whose class is the commonest one of their cluster."""
    import numpy as np

    counts = [np.bincount(truth[labels == c]).max() for c in range(labels.max() + 1)]
    return sum(counts) / len(truth)


@unittest.skipIf(reason_to_skip(), str(reason_to_skip()))
class ArraysTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import numpy as np

        session()
        import concord_spark

        cls.concord = concord_spark
        random = np.random.default_rng(7)
        centres = np.array([[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 4.0]])
        cls.truth = np.repeat([0, 1, 2], [50, 40, 30])
        cls.points = centres[cls.truth] + random.normal(size=(120, 3))

    def test_every_kind_of_table_gives_the_same_clusters(self):
        import pandas as pd
        import polars as pl
        import pyarrow as pa
        from scipy.sparse import csr_matrix

        columns = ["a", "b", "c"]
        kinds = {
            "list": self.points.tolist(),
            "float32": self.points,
            "pandas": pd.DataFrame(self.points, columns=columns, index=range(500, 620)),
            "polars": pl.DataFrame(self.points, schema=columns),
            "arrow": pa.table({name: self.points[:, i] for i, name in enumerate(columns)}),
            "sparse": csr_matrix(self.points),
        }
        pairs = {"must_link": [(0, 49), (50, 89)], "cannot_link": [(0, 50), (50, 119)]}
        found = {
            kind: self.concord.cluster(X, n_clusters=3, method="ncut", **pairs)
            for kind, X in kinds.items()
        }
        for kind, one in found.items():
            with self.subTest(kind):
                self.assertEqual(one.labels.tolist(), self.truth.tolist())
                self.assertEqual(one.sizes, [50, 40, 30])
                self.assertEqual(one.violations, 0)
                self.assertTrue(((one.confidences >= 0) & (one.confidences <= 1)).all())
                self.assertEqual(len(one.seconds), 120)
                self.assertEqual(one.metrics["constraints"]["mustLink"]["total"], 2)

    def test_frames_with_categories_and_missing_values(self):
        import numpy as np
        import pandas as pd
        import polars as pl
        import pyarrow as pa

        colours = np.array(["red", "green", "blue"], dtype=object)[self.truth]
        colours[7] = None
        sizes = self.points[:, 0].copy()
        sizes[9] = np.nan
        frame = pd.DataFrame({"size": sizes, "Height": self.points[:, 1], "row": colours})
        frame["kind"] = pd.Categorical(self.truth % 2)
        frame["new"] = self.truth == 2
        plain = frame.assign(kind=frame["kind"].astype(str))
        kinds = {
            "pandas": frame,
            "string": frame.assign(row=frame["row"].astype("string")),
            "category": frame.assign(row=frame["row"].astype("category")),
            "polars": pl.from_pandas(plain).with_columns(pl.col("row").cast(pl.Categorical)),
            "arrow": pa.Table.from_pandas(plain),
        }
        given = {"n_clusters": 3, "method": "ncut", "cannot_link": [(0, 60)]}
        for kind, X in kinds.items():
            with self.subTest(kind):
                found = self.concord.cluster(X, **given)
                self.assertEqual(found.labels.tolist(), self.truth.tolist())
                self.assertEqual(found.predict(X[10:90]).tolist(), self.truth[10:90].tolist())
                profiles = found.profiles
                columns = {"size", "Height", "row", "kind", "new"}
                self.assertEqual(set(profiles["column"]), columns)
                shares = profiles[(profiles["column"] == "row") & (profiles["level"] == "red")]
                self.assertAlmostEqual(shares.set_index("cluster")["value"][1], 0.0)
        text = found._repr_html_()
        self.assertIn("what sets it apart", text)
        self.assertIn("row = green: 100 %, of all 34 %", text)
        with self.assertRaisesRegex(self.concord.InputError, "the clusters were found with size"):
            found.predict(plain.drop(columns="row"))
        with self.assertWarnsRegex(UserWarning, "column row of X has levels .* first is violet"):
            found.predict(plain[10:20].assign(row="violet"))
        alone = self.concord.cluster(frame[["row", "kind"]], **given)
        self.assertEqual(sorted(set(alone.labels.tolist())), [0, 1, 2])

    def test_truth_values_are_categories(self):
        import numpy as np
        import pandas as pd
        import pyarrow as pa

        frame = pd.DataFrame(self.points.copy(), columns=["a", "b", "c"])
        frame["toss"] = np.random.default_rng(5).integers(0, 2, len(frame)) == 1
        for X in (frame, pa.Table.from_pandas(frame)):
            found = self.concord.cluster(X, n_clusters=3)
            self.assertEqual(len(set(zip(found.labels.tolist(), self.truth.tolist()))), 3)

    def test_rows_that_are_left_out_keep_their_places(self):
        import numpy as np
        import pandas as pd

        frame = pd.DataFrame(self.points.copy(), columns=["a", "b", "c"])
        frame.loc[[3, 60], "b"] = np.nan
        given = {"n_clusters": 3, "settings": ["input.features.missing=drop"]}
        with self.assertWarnsRegex(UserWarning, r"1 of 2 pairs .* the first is \(4, 60\)"):
            found = self.concord.cluster(frame, must_link=[(0, 1)], cannot_link=[(4, 60)], **given)
        self.assertEqual(np.flatnonzero(found.labels < 0).tolist(), [3, 60])
        self.assertEqual(np.flatnonzero(np.isnan(found.confidences)).tolist(), [3, 60])
        self.assertEqual(sum(found.sizes), 118)
        self.assertTrue(repr(found).endswith("; 2 rows left out)"), repr(found))
        placed = found.predict(frame[["c", "a", "b"]].iloc[:10]).tolist()
        self.assertEqual(placed, found.labels[:10].tolist())

    def test_the_default_on_raw_digits(self):
        X, truth = digits()
        found = self.concord.cluster(X, n_clusters=10)
        self.assertGreater(share(found.labels, truth), 0.9)
        self.assertEqual(found.predict(X.iloc[:20]).shape, (20,))

    def test_the_notebook_shows_what_was_found(self):
        found = self.concord.cluster(
            self.points, n_clusters=3, method="ncut", cannot_link=[(0, 60)]
        )
        text = found._repr_html_()
        self.assertIn("120 rows in 3 clusters, mean confidence", text)
        self.assertIn("0 of 1 pairs violated", text)
        self.assertEqual(text.count("<tr>"), 4)
        self.assertEqual(set(found.profiles["column"]), {"0", "1", "2"})

    def test_a_bar_shows_the_stages(self):
        from concord_spark import arrays

        seen = []
        asked = self.concord.ConstrainedSpectralClustering.progress

        def noted(estimator):
            seen.append(asked(estimator))
            return seen[-1]

        kind = self.concord.ConstrainedSpectralClustering
        with mock.patch.object(kind, "progress", noted):
            X, _ = digits()
            self.concord.cluster(X, n_clusters=10, progress=True)
            self.assertGreater(len({stage for stage, *_ in seen}), 1)
            seen.clear()
            self.concord.cluster(self.points, n_clusters=3, method="ncut", progress=False)
            self.assertEqual(seen, [])
        self.assertEqual(arrays._is_watched(), sys.stderr.isatty())

    def test_an_unknown_parameter_is_refused_with_the_nearest(self):
        with self.assertRaisesRegex(TypeError, "no parameter n_cluster; did you mean n_clusters"):
            self.concord.cluster(self.points, n_cluster=3)

    def test_what_is_refused(self):
        import pandas as pd

        cluster, error = self.concord.cluster, self.concord.InputError
        dates = pd.DataFrame({"a": [1.0, 2.0], "day": pd.to_datetime(["2026-01-01", "2026-01-02"])})
        with self.assertRaisesRegex(error, "column day of X has the type timestamp"):
            cluster(dates, n_clusters=2)
        names = pd.DataFrame({"name": [f"n{i}" for i in range(50)], "a": range(50)})
        with self.assertRaisesRegex(error, r"column name \(categoricalCols\) has 50 different"):
            cluster(names, n_clusters=2)
        gap = self.points.copy()
        gap[3, 1] = float("nan")
        with self.assertRaisesRegex(error, "NaN|null|missing"):
            cluster(gap, n_clusters=3)
        with self.assertRaisesRegex(error, r"X has the shape \(3,\)"):
            cluster([1.0, 2.0, 3.0])
        with self.assertRaisesRegex(error, "must_link names row 120, but X has the rows 0 to 119"):
            cluster(self.points, must_link=[(0, 120)])
        with self.assertRaisesRegex(error, "cannot_link must be pairs of row numbers"):
            cluster(self.points, cannot_link=[("a", "b")])
        with self.assertRaisesRegex(error, "^n_clusters is 200, but the input has only 120 points"):
            cluster(self.points, n_clusters=200)
        with self.assertRaises(self.concord.UnsatisfiableError):
            cluster(self.points, n_clusters=3, must_link=[(0, 1)], cannot_link=[(1, 0)])

    def test_a_large_array_crosses_in_seconds(self):
        import numpy as np

        from concord_spark import arrays

        X = np.random.default_rng(1).random((20_000, 784))
        start = time.perf_counter()
        rows = arrays._table(X, session(), arrays._Names("row", "features"))[0].count()
        seconds = time.perf_counter() - start
        self.assertEqual(rows, 20_000)
        print(f"20,000 x 784 across the border in {seconds:.1f} s", flush=True)

    def test_without_scikit_learn_only_its_estimator_is_missing(self):
        import subprocess

        program = (
            "import sys\nsys.modules['sklearn'] = None\nimport concord_spark\n"
            "print(concord_spark.cluster.__name__)\n"
            "concord_spark.ConstrainedClustering().fit([[0.0], [1.0]])"
        )
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        self.assertEqual(run.stdout.strip(), "cluster", run.stderr)
        self.assertIn("ConstrainedClustering needs scikit-learn 1.6 or newer", run.stderr)

    def test_scikit_learn_accepts_the_clustering(self):
        from sklearn.base import clone
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        clustering = self.concord.ConstrainedClustering(n_clusters=3, method="ncut")
        copied = clone(clustering).set_params(neighbors=12)
        self.assertEqual(copied.get_params()["neighbors"], 12)
        self.assertIsNone(clustering.get_params()["neighbors"])
        labels = make_pipeline(StandardScaler(), copied).fit_predict(self.points)
        self.assertEqual(labels.tolist(), self.truth.tolist())
        fitted = clustering.fit(self.points, must_link=[(0, 1)])
        self.assertEqual(fitted.predict(self.points[:3]).tolist(), [0, 0, 0])
        # Rows of the training in another order are new rows.
        self.assertEqual(fitted.predict(self.points[::-1]).tolist(), self.truth[::-1].tolist())
        self.assertEqual(fitted.n_features_in_, 3)


if __name__ == "__main__":
    unittest.main()
