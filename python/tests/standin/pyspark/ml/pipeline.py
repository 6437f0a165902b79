"""Pipelines of Java stages."""

from pyspark import SparkContext
from pyspark.ml.util import JavaMLReadable, JavaMLWritable
from pyspark.ml.wrapper import JavaParams, _named


def _array(stages, java_class):
    array = SparkContext._jvm.java.lang.reflect.Array.newInstance(
        SparkContext._jvm.java.lang.Class.forName(java_class), len(stages)
    )
    for index, stage in enumerate(stages):
        array[index] = stage._to_java()
    return array


class Pipeline(JavaMLWritable, JavaMLReadable):
    def __init__(self, stages=()):
        self.stages = list(stages)

    def fit(self, dataset):
        models = []
        for stage in self.stages:
            model = stage.fit(dataset) if hasattr(stage, "fit") else stage
            dataset = model.transform(dataset)
            models.append(model)
        return PipelineModel(models)

    def getStages(self):
        return self.stages

    def _to_java(self):
        stages = _array(self.stages, "org.apache.spark.ml.PipelineStage")
        return _named("org.apache.spark.ml.Pipeline")().setStages(stages)

    @classmethod
    def _from_java(cls, java_stage):
        return cls([JavaParams._from_java(stage) for stage in java_stage.getStages()])


class PipelineModel(JavaMLWritable, JavaMLReadable):
    def __init__(self, stages):
        self.stages = list(stages)

    def transform(self, dataset):
        for stage in self.stages:
            dataset = stage.transform(dataset)
        return dataset

    def _to_java(self):
        return _named("org.apache.spark.ml.PipelineModel")(
            "pipeline", _array(self.stages, "org.apache.spark.ml.Transformer")
        )

    @classmethod
    def _from_java(cls, java_stage):
        return cls([JavaParams._from_java(stage) for stage in java_stage.stages()])
