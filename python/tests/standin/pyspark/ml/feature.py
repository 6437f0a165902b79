"""The stage that makes vectors."""

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.wrapper import JavaTransformer


class VectorAssembler(JavaTransformer):
    inputCols = Param(Params._dummy(), "inputCols", "columns", TypeConverters.toListString)
    outputCol = Param(Params._dummy(), "outputCol", "column", TypeConverters.toString)

    def __init__(self, *, inputCols=(), outputCol="features"):
        super().__init__()
        self._java_obj = self._new_java_obj("org.apache.spark.ml.feature.VectorAssembler", self.uid)
        self._setDefault(inputCols=[])
        self._set(inputCols=list(inputCols), outputCol=outputCol)
