"""A stand-in for pyspark: as much of its interface as concord_spark uses, over a gateway.

For tests on machines without pyspark. It moves parameters and stages between Python and Java in
the way PySpark 3.5 to 4.1 do; where there is the real one, the same tests run with it.
"""

from gateway_client import Gateway, JavaPackage


class SparkContext:
    """The connection to the Java process of the test."""

    _active_spark_context = None
    _gateway = None
    _jvm = None

    def __init__(self, port, token):
        SparkContext._gateway = Gateway(port, token)
        SparkContext._jvm = JavaPackage(SparkContext._gateway, "")
        SparkContext._active_spark_context = self

    def stop(self):
        SparkContext._gateway.close()
        SparkContext._active_spark_context = None
        SparkContext._jvm = None
