"""DataFrames and sessions that already run in the Java process."""

from pyspark import SparkContext


def _strings(values):
    """An array of strings in the Java process."""
    java = SparkContext._jvm.java.lang
    array = java.reflect.Array.newInstance(java.Class.forName("java.lang.String"), len(values))
    for index, value in enumerate(values):
        array[index] = value
    return array


class DataFrame:
    def __init__(self, jdf, session):
        self._jdf = jdf
        self.sparkSession = session

    def _with(self, jdf):
        return DataFrame(jdf, self.sparkSession)

    @property
    def columns(self):
        return list(self._jdf.columns())

    def count(self):
        return self._jdf.count()

    def where(self, condition):
        return self._with(self._jdf.where(condition))

    def selectExpr(self, *expressions):
        return self._with(self._jdf.selectExpr(_strings(expressions)))

    def select(self, *columns):
        return self._with(self._jdf.select(columns[0], _strings(columns[1:])))

    def orderBy(self, *columns):
        return self._with(self._jdf.orderBy(columns[0], _strings(columns[1:])))

    def join(self, other, on):
        return self._with(self._jdf.join(other._jdf, on))

    def groupBy(self, *columns):
        return _Grouped(self._jdf.groupBy(columns[0], _strings(columns[1:])), self.sparkSession)

    def fillna(self, value):
        return self._with(self._jdf.na().fill(value))

    def show(self, n=20):
        print(self._jdf.showString(n, 20, False))

    def collect(self):
        rows = self._jdf.collectAsList()
        columns = range(len(self.columns))
        return [tuple(rows.get(r).get(c) for c in columns) for r in range(rows.size())]


class _Grouped:
    def __init__(self, grouped, session):
        self._grouped = grouped
        self._session = session

    def pivot(self, column):
        return _Grouped(self._grouped.pivot(column), self._session)

    def count(self):
        return DataFrame(self._grouped.count(), self._session)


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

    def master(self, url):
        return self.config("spark.master", url)

    def appName(self, name):
        return self.config("spark.app.name", name)

    def getOrCreate(self):
        return SparkSession(SparkContext._jvm.org.apache.spark.sql.SparkSession.active())


class SparkSession:
    builder = _Builder()

    def __init__(self, java_session):
        self._jsparkSession = java_session

    @property
    def read(self):
        return _Reader(self)

    def stop(self):
        """Nothing: other tests use the session."""
