"""Saving and reading through Java."""

from pyspark.ml.wrapper import _named


class JavaMLWriter:
    def __init__(self, instance):
        self._jwrite = instance._to_java().write()

    def overwrite(self):
        self._jwrite.overwrite()
        return self

    def save(self, path):
        self._jwrite.save(path)


class JavaMLWritable:
    def write(self):
        return JavaMLWriter(self)

    def save(self, path):
        self.write().save(path)


class JavaMLReader:
    def __init__(self, clazz):
        self._clazz = clazz
        self._jread = _named(self._java_loader_class(clazz)).read()

    @classmethod
    def _java_loader_class(cls, clazz):
        package = clazz.__module__.replace("pyspark", "org.apache.spark")
        if clazz.__name__ in ("Pipeline", "PipelineModel"):
            package = package.rpartition(".")[0]
        return f"{package}.{clazz.__name__}"

    def load(self, path):
        return self._clazz._from_java(self._jread.load(path))


class JavaMLReadable:
    @classmethod
    def read(cls):
        return JavaMLReader(cls)

    @classmethod
    def load(cls, path):
        return cls.read().load(path)
