"""DataFrames and sessions that already run in the Java process."""

from pyspark import SparkContext


class DataFrame:
    def __init__(self, jdf, session):
        self._jdf = jdf
        self.sparkSession = session

    @property
    def columns(self):
        return list(self._jdf.columns())

    def count(self):
        return self._jdf.count()

    def where(self, condition):
        return DataFrame(self._jdf.where(condition), self.sparkSession)

    def collect(self):
        rows = self._jdf.collectAsList()
        columns = range(len(self.columns))
        return [tuple(rows.get(r).get(c) for c in columns) for r in range(rows.size())]


class _Reader:
    def __init__(self, session):
        self._session = session

    def csv(self, path, header, inferSchema):
        reader = self._session._jsparkSession.read()
        reader = reader.option("header", header).option("inferSchema", inferSchema)
        found = reader.format("csv").load(path)
        return DataFrame(found, self._session)


class _Builder:
    def __init__(self):
        self._options = {}

    def config(self, key, value):
        self._options[key] = value
        return self

    def getOrCreate(self):
        return SparkSession(SparkContext._jvm.org.apache.spark.sql.SparkSession.active())


class SparkSession:
    builder = _Builder()

    def __init__(self, java_session):
        self._jsparkSession = java_session

    @property
    def read(self):
        return _Reader(self)
