"""Pipelines are where PySpark has them, too."""

from pyspark.ml.pipeline import Pipeline, PipelineModel

__all__ = ["Pipeline", "PipelineModel"]
