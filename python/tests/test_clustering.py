"""The estimator and its model: parameters, fits, copies, files, pipelines, errors."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from sessions import sample, session

COLUMNS = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
VALUES = {
    "categoricalCols": ["colour", "plan"],
    "featuresCol": "vector",
    "idCol": "name",
    "predictionCol": "cluster",
    "handleInvalid": "skip",
    "distanceCol": "far",
    "confidenceCol": "sure",
    "secondCol": "or",
    "outlierCol": "odd",
    "assignRule": "centre",
    "k": 7,
    "method": "ccskl",
    "refine": "none",
    "constraintMode": "soft",
    "propagate": True,
    "neighbors": 12,
    "kernel": "cosine",
    "scaleFeatures": "unit",
    "eigenvectors": 9,
    "restarts": 3,
    "seed": 2**40,
    "minClusterSize": 0.05,
    "maxClusterSize": 90.0,
    "weightCol": "copies",
    "exclusiveCol": "origin",
    "outliers": 0.05,
    "constraintsPath": "pairs.csv",
    "constraintsFormat": "csv",
    "settings": ["graph.recall=0.99", "method.cosc.starts=2"],
}


def title(name):
    return name[0].upper() + name[1:]


def clusters(table):
    columns = table.columns
    row_id, found = columns.index("id"), columns.index("prediction")
    return {row[row_id]: row[found] for row in table.collect()}


class ClusteringTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        session()
        from pyspark.ml.feature import VectorAssembler

        import concord_spark

        cls.concord = concord_spark
        cls.raw = sample("iris", "features")
        cls.pairs = sample("iris", "constraints")
        cls.assembler = VectorAssembler(inputCols=COLUMNS, outputCol="features")
        cls.points = cls.assembler.transform(cls.raw)

    def estimator(self, **params):
        return self.concord.ConstrainedSpectralClustering(
            **{"k": 3, "idCol": "id", "method": "ncut", **params}
        )

    def folder(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        return Path(temporary.name)

    def test_every_setter_reaches_java(self):
        from concord_spark.parameters import PARAMETERS

        self.assertEqual(set(VALUES), set(PARAMETERS))
        estimator = self.concord.ConstrainedSpectralClustering()
        java = estimator._to_java()
        for name, row in PARAMETERS.items():
            with self.subTest(name):
                param = getattr(estimator, name)
                self.assertFalse(estimator.isSet(param))
                self.assertEqual(estimator.isDefined(param), row.default is not None)
                if row.default is not None:
                    self.assertEqual(getattr(estimator, "get" + title(name))(), row.default)
        for name, value in VALUES.items():
            with self.subTest(name):
                self.assertIs(getattr(estimator, "set" + title(name))(value), estimator)
                self.assertEqual(getattr(estimator, "get" + title(name))(), value)
                estimator._to_java()
                found = getattr(java, "get" + title(name))()
                self.assertEqual(list(found) if isinstance(value, list) else found, value)
        again = self.concord.ConstrainedSpectralClustering(**VALUES)
        for name, value in VALUES.items():
            self.assertEqual(again.getOrDefault(getattr(again, name)), value)

    def test_the_setters_of_the_model_reach_java(self):
        from concord_spark.parameters import PARAMETERS

        model = self.estimator(refine="none").fit(self.points)
        for name, row in PARAMETERS.items():
            with self.subTest(name):
                self.assertEqual(hasattr(model, "set" + title(name)), row.model)
        model.setFeaturesCol("vector").setIdCol("name").setPredictionCol("cluster")
        model.setDistanceCol("far").setConfidenceCol("sure").setAssignRule("centre")
        model.setSecondCol("or").setOutlierCol("odd").setHandleInvalid("skip")
        java = model._to_java()
        columns = ("features", "id", "prediction", "distance", "confidence", "second", "outlier")
        for name in (column + "Col" for column in columns):
            self.assertEqual(getattr(java, "get" + title(name))(), VALUES[name])
        self.assertEqual(java.getAssignRule(), "centre")
        self.assertEqual(java.getHandleInvalid(), "skip")
        self.assertEqual((model.getK(), model.getMethod()), (3, "ncut"))

    def test_clusters_obey_the_constraints(self):
        model = self.estimator(constraints=self.pairs).fit(self.points)
        found = clusters(model.transform(self.points))
        names = self.pairs.columns
        judged = 0
        for row in self.pairs.collect():
            pair = dict(zip(names, row))
            if pair["kind"] in ("must-link", "cannot-link") and pair.get("weight", 1) == 1:
                together = found[pair["first"]] == found[pair["second"]]
                self.assertEqual(together, pair["kind"] == "must-link", pair)
                judged += 1
        self.assertGreater(judged, 10)
        summary = model.summary
        self.assertEqual((summary.k, summary.points, summary.violations), (3, 150, 0))
        sizes = sorted((list(found.values()).count(c) for c in range(3)), reverse=True)
        self.assertEqual(summary.clusterSizes, sizes)
        self.assertTrue(0 < summary.ncut < 3)
        self.assertEqual(summary.metrics["constraints"]["mustLink"]["violated"], 0)
        self.assertAlmostEqual(summary.metrics["ncut"], summary.ncut)
        self.assertEqual(
            summary.profiles().columns,
            ["cluster", "column", "level", "statistic", "value", "difference", "effect"],
        )
        model.release()

    def test_new_points_get_cluster_distance_and_confidence(self):
        model = self.estimator(refine="none").fit(self.points.where("substr(id, 6) % 3 != 0"))
        model.setDistanceCol("far").setConfidenceCol("sure")
        placed = model.transform(self.points.where("substr(id, 6) % 3 = 0"))
        self.assertEqual(placed.columns[-3:], ["prediction", "far", "sure"])
        for row in placed.collect():
            self.assertIn(row[-3], (0, 1, 2))
            self.assertGreaterEqual(row[-2], 0.0)
            self.assertTrue(0.0 <= row[-1] <= 1.0)

    def test_points_have_a_runner_up_and_an_outlier_score(self):
        model = self.estimator(constraints=self.pairs).fit(self.points)
        model.setConfidenceCol("sure").setSecondCol("or").setOutlierCol("odd")
        placed = model.transform(self.points)
        self.assertEqual(placed.columns[-4:], ["prediction", "sure", "or", "odd"])
        rows = placed.collect()
        for row in rows:
            self.assertIn(row[-2], {-1, 0, 1, 2} - {row[-4]})
            self.assertTrue(0.0 <= row[-3] <= 1.0 and 0.0 <= row[-1] <= 1.0)
        mean = sum(row[-3] for row in rows) / len(rows)
        self.assertAlmostEqual(mean, model.summary.metrics["doubt"]["meanConfidence"])

    def test_constraints_survive_copies_and_parameter_maps(self):
        estimator = self.estimator().setConstraints(self.pairs)
        count = self.pairs.count()
        copied = estimator.copy({estimator.k: 4})
        self.assertEqual((estimator.getK(), copied.getK()), (3, 4))
        self.assertEqual(copied.getConstraints().count(), count)
        model = estimator.fit(self.points, {estimator.k: 4})
        self.assertEqual((model.summary.k, model.getK()), (4, 4))
        self.assertGreater(model.summary.metrics["constraints"]["mustLink"]["total"], 0)
        copied.setConstraints(None)
        self.assertIsNone(copied.getConstraints())
        self.assertEqual(estimator.getConstraints().count(), count)
        self.assertEqual(estimator.setParams(neighbors=15, k=5).getNeighbors(), 15)

    def test_a_saved_estimator_keeps_parameters_and_constraints(self):
        path = str(self.folder() / "estimator")
        estimator = self.estimator(settings=["method.cosc.starts=2"], constraints=self.pairs)
        estimator.save(path)
        estimator.setK(2).write().overwrite().save(path)
        read = self.concord.ConstrainedSpectralClustering.load(path)
        self.assertIs(type(read), self.concord.ConstrainedSpectralClustering)
        self.assertEqual(read.uid, estimator.uid)
        self.assertEqual((read.getK(), read.getMethod(), read.getRestarts()), (2, "ncut", 10))
        self.assertEqual(read.getSettings(), ["method.cosc.starts=2"])
        self.assertEqual(read.getConstraints().count(), self.pairs.count())
        self.assertFalse(read.isSet(read.restarts))

    def test_a_saved_model_gives_the_same_clusters(self):
        path = str(self.folder() / "model")
        model = self.estimator(refine="none").fit(self.points)
        model.write().overwrite().save(path)
        read = self.concord.ConstrainedSpectralClusteringModel.load(path)
        self.assertIs(type(read), self.concord.ConstrainedSpectralClusteringModel)
        self.assertEqual(read.uid, model.uid)
        self.assertEqual(read.summary.clusterSizes, model.summary.clusterSizes)
        self.assertEqual(
            clusters(read.transform(self.points)), clusters(model.transform(self.points))
        )
        copied = read.copy({read.predictionCol: "prediction2"})
        self.assertIn("prediction2", copied.transform(self.points).columns)

    def test_pipelines_are_saved_and_read(self):
        from pyspark.ml.pipeline import Pipeline, PipelineModel

        folder = self.folder()
        stages = [self.assembler, self.estimator(constraints=self.pairs)]
        Pipeline(stages=stages).save(str(folder / "pipeline"))
        pipeline = Pipeline.load(str(folder / "pipeline"))
        estimator = pipeline.getStages()[1]
        self.assertIs(type(estimator), self.concord.ConstrainedSpectralClustering)
        self.assertEqual(estimator.getConstraints().count(), self.pairs.count())
        model = pipeline.fit(self.raw)
        model.save(str(folder / "model"))
        read = PipelineModel.load(str(folder / "model"))
        self.assertIs(type(read.stages[1]), self.concord.ConstrainedSpectralClusteringModel)
        self.assertEqual(read.stages[1].summary.violations, 0)
        self.assertEqual(clusters(read.transform(self.raw)), clusters(model.transform(self.raw)))

    def test_parameter_maps_of_a_cross_validator_reach_fit_and_transform(self):
        estimator = self.estimator(constraints=self.pairs, refine="none")
        train = self.points.where("substr(id, 6) % 2 = 0")
        later = self.points.where("substr(id, 6) % 2 = 1")
        for k in (2, 3):
            grid = {estimator.k: k, estimator.predictionCol: f"in{k}"}
            placed = estimator.fit(train, grid).transform(later, grid)
            self.assertEqual(placed.columns[-1], f"in{k}")
            self.assertEqual({row[-1] for row in placed.collect()}, set(range(k)))
        self.assertEqual((estimator.getK(), estimator.getPredictionCol()), (3, "prediction"))

    def test_a_cross_validator_chooses_k(self):
        from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder

        estimator = self.estimator()
        grid = ParamGridBuilder().addGrid(estimator.k, [2, 3, 5]).build()
        truth = sample("iris", "truth")
        one, other = truth.toDF("first", "a"), truth.toDF("second", "b")
        pairs = one.crossJoin(other).where("first < second and crc32(first || second) % 30 = 0")
        pairs = pairs.selectExpr(
            "first", "second", "if(a = b, 'must-link', 'cannot-link') as kind"
        ).cache()
        validator = CrossValidator(
            estimator=estimator,
            estimatorParamMaps=grid,
            evaluator=self.concord.PairEvaluator(idCol="id", constraints=pairs),
            numFolds=2,
            seed=1,
        )
        model = validator.fit(self.points)
        self.assertEqual(len(model.avgMetrics), 3)
        self.assertEqual(model.bestModel.summary.k, 3)
        path = str(self.folder() / "validated")
        model.save(path)
        read = CrossValidatorModel.load(path)
        self.assertEqual(read.bestModel.summary.k, model.bestModel.summary.k)

    def test_an_evaluator_is_saved_with_its_pairs_and_refuses_others(self):
        evaluator = self.concord.PairEvaluator(idCol="id", constraints=self.pairs)
        self.assertTrue(evaluator.isLargerBetter())
        self.assertFalse(evaluator.isDefined(evaluator.weightCol))
        placed = self.estimator(constraints=self.pairs).fit(self.points).transform(self.points)
        path = str(self.folder() / "evaluator")
        evaluator.save(path)
        read = self.concord.PairEvaluator.load(path)
        self.assertEqual((read.evaluate(placed), evaluator.copy().evaluate(placed)), (1.0, 1.0))
        with self.assertRaisesRegex(self.concord.InputError, "idCol: there is no column name"):
            read.setIdCol("name").evaluate(placed)

    def test_invalid_rows_are_skipped_or_kept(self):
        holes = self.raw.selectExpr(
            "id", "if(id = 'iris-007', null, array(sepal_length, petal_length)) as features"
        )
        for rule, count in (("skip", 149), ("keep", 150)):
            model = self.estimator(handleInvalid=rule, refine="none").fit(holes)
            found = clusters(model.transform(holes))
            self.assertEqual((model.summary.points, len(found)), (149, count))
            self.assertEqual(found.get("iris-007", -1), -1)

    def test_a_missing_column_is_an_input_error(self):
        with self.assertRaises(self.concord.InputError) as met:
            self.estimator(featuresCol="vector").fit(self.points)
        self.assertIn("featuresCol: there is no column vector; the data has", str(met.exception))
        self.assertEqual(met.exception.exit_code, 2)
        model = self.estimator(refine="none").fit(self.points)
        with self.assertRaises(self.concord.InputError) as met:
            model.setPredictionCol("id").transform(self.points)
        self.assertIn("predictionCol: the data has a column id already", str(met.exception))

    def test_contradictory_constraints_are_named(self):
        path = self.folder() / "pairs.csv"
        rows = ["first,second,kind", "iris-001,iris-002,must-link", "iris-002,iris-001,cannot-link"]
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        pairs = session().read.csv(str(path), header=True, inferSchema=True)
        with self.assertRaises(self.concord.UnsatisfiableError) as met:
            self.estimator(constraints=pairs).fit(self.points)
        self.assertIn("iris-001", str(met.exception))
        self.assertEqual(met.exception.exit_code, 3)

    def test_other_failures_of_java_stay_as_they_are(self):
        with self.assertRaises(Exception) as met:
            self.estimator(refine="cosk").fit(self.points)
        self.assertNotIsInstance(met.exception, self.concord.ConcordError)
        self.assertIn("it must be one of", str(met.exception))
        self.assertIn("did you mean cosc?", str(met.exception))
        with self.assertRaisesRegex(TypeError, 'given for param "k"'):
            self.estimator(k="three")

    def test_a_session_without_the_jar_is_explained(self):
        from concord_spark import clustering

        with mock.patch.object(clustering, "_JAVA_PACKAGE", "dev.nowhere"):
            for call in (
                self.concord.ConstrainedSpectralClustering,
                self.concord.ConstrainedSpectralClusteringModel.read,
            ):
                with self.assertRaises(self.concord.SessionError) as met:
                    call()
                self.assertIn("started without Concord's jar", str(met.exception))
                self.assertIn("concord_spark.configure", str(met.exception))

    def test_spark_connect_and_no_session_are_explained(self):
        from concord_spark import clustering

        with mock.patch.object(clustering, "is_remote", lambda: True):
            with self.assertRaisesRegex(self.concord.SessionError, "Spark Connect"):
                self.concord.ConstrainedSpectralClustering()
        with mock.patch.object(clustering.SparkContext, "_active_spark_context", None):
            with self.assertRaisesRegex(self.concord.SessionError, "there is no Spark session"):
                self.concord.ConstrainedSpectralClusteringModel.read()


if __name__ == "__main__":
    unittest.main()
