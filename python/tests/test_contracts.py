"""What PySpark, scikit-learn and the documentation demand of the public names, from outside."""

import doctest
import inspect
import tempfile
import unittest
from pathlib import Path

from sessions import reason_to_skip, sample, session

#: Checks of scikit-learn that cannot hold, each with its reason.
EXCEPTIONS = {
    "check_estimators_pickle": "the model is in Java: save it with clusters_.model.save(path)",
}


@unittest.skipIf(reason_to_skip(), str(reason_to_skip()))
class ContractsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = session()
        cls.sc = cls.spark.sparkContext
        import concord_spark

        cls.concord = concord_spark

    def test_pyspark_accepts_the_parameters(self):
        from pyspark.testing.mlutils import check_params

        check_params(self, self.concord.ConstrainedSpectralClustering())

    def test_java_reads_what_python_writes_and_the_other_way_round(self):
        from pyspark import SparkContext
        from pyspark.ml.feature import VectorAssembler

        raw = sample("iris", "features")
        columns = [name for name in raw.columns if name != "id"]
        points = VectorAssembler(inputCols=columns, outputCol="features").transform(raw)
        estimator = self.concord.ConstrainedSpectralClustering(
            k=3, idCol="id", method="ncut", refine="none", constraints=sample("iris", "constraints")
        )
        model = estimator.fit(points)
        java = SparkContext._active_spark_context._jvm.dev.concord.ml
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            estimator.save(str(place / "estimator"))
            model.save(str(place / "model"))
            read = java.ConstrainedSpectralClustering.load(str(place / "estimator"))
            self.assertEqual((read.getK(), read.uid()), (3, estimator.uid))
            again = java.ConstrainedSpectralClusteringModel.load(str(place / "model"))
            self.assertEqual(list(again.summary().clusterSizes()), model.summary.clusterSizes)
            again.write().overwrite().save(str(place / "back"))
            read.write().overwrite().save(str(place / "again"))
            back = self.concord.ConstrainedSpectralClusteringModel.load(str(place / "back"))
            self.assertEqual(back.uid, model.uid)
            same = [
                [row.prediction for row in one.transform(points).orderBy("id").collect()]
                for one in (model, back)
            ]
            self.assertEqual(same[0], same[1])
            kept = self.concord.ConstrainedSpectralClustering.load(str(place / "again"))
            self.assertEqual(kept.extractParamMap().keys(), estimator.extractParamMap().keys())
            self.assertEqual(kept.getConstraints().count(), estimator.getConstraints().count())

    def test_scikit_learn_checks_the_estimator(self):
        from sklearn.utils.estimator_checks import estimator_checks_generator

        clustering = self.concord.ConstrainedClustering(n_clusters=2, method="ncut")
        failures = {}
        count = 0
        for one, check in estimator_checks_generator(clustering):
            name = getattr(check, "func", check).__name__
            count += 1
            try:
                check(one)
            except unittest.SkipTest:
                continue
            except Exception as failure:
                failures[name] = f"{type(failure).__name__}: {failure}"
        self.assertGreater(count, 30)
        unknown = {name: why for name, why in failures.items() if name not in EXCEPTIONS}
        self.assertEqual(unknown, {})
        self.assertEqual(set(EXCEPTIONS), set(failures))

    def test_every_example_of_a_docstring_runs(self):
        from pyspark.ml.feature import VectorAssembler

        raw = sample("iris", "features")
        columns = [name for name in raw.columns if name != "id"]
        points = VectorAssembler(inputCols=columns, outputCol="features").transform(raw)
        pairs = sample("iris", "constraints")
        estimator = self.concord.ConstrainedSpectralClustering(k=3, idCol="id", constraints=pairs)
        names = {
            "spark": self.spark,
            "points": points,
            "new_points": points,
            "pairs": pairs,
            "estimator": estimator,
            "model": estimator.fit(points),
        }
        from concord_spark import arrays, clustering, errors, frames, jar, notebook, shared

        finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
        ran = 0
        modules = (arrays, clustering, errors, frames, jar, notebook, shared)
        for module in (self.concord, *modules):
            everything = {**vars(module), **vars(self.concord), **names}
            for name in self.concord.__all__:
                everything[name] = getattr(self.concord, name)
            for test in finder.find(module, globs=everything):
                if test.examples:
                    test.globs["estimator"] = estimator.copy()
                    runner.run(test)
                    ran += 1
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreater(ran, 15)

    def test_every_public_name_is_documented(self):
        for name in self.concord.__all__:
            value = getattr(self.concord, name)
            text = inspect.getdoc(value) or ""
            self.assertTrue(text, name)
            if not (inspect.isclass(value) and issubclass(value, Exception)):
                self.assertIn(">>>", text, name)


if __name__ == "__main__":
    unittest.main()
