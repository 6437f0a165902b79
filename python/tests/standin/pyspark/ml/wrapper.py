"""Stages whose work Java does."""

from pyspark import SparkContext
from pyspark.ml.param import Params
from pyspark.sql import DataFrame


def _named(java_class):
    found = SparkContext._jvm
    for part in java_class.split("."):
        found = getattr(found, part)
    return found


class JavaWrapper:
    def __init__(self, java_obj=None):
        super().__init__()
        self._java_obj = java_obj

    @staticmethod
    def _new_java_obj(java_class, *arguments):
        return _named(java_class)(*arguments)

    def _call_java(self, name, *arguments):
        return getattr(self._java_obj, name)(*arguments)


class JavaParams(JavaWrapper, Params):
    def _make_java_param_pair(self, param, value):
        return self._java_obj.getParam(param.name).w(value)

    def _transfer_params_to_java(self):
        defaults = []
        for param in self.params:
            if self.isSet(param):
                self._java_obj.set(self._make_java_param_pair(param, self._paramMap[param]))
            if param in self._defaultParamMap:
                defaults.append(self._make_java_param_pair(param, self._defaultParamMap[param]))
        utils = SparkContext._jvm.org.apache.spark.api.python.PythonUtils
        self._java_obj.setDefault(utils.toSeq(defaults))

    def _transfer_params_from_java(self):
        for param in self.params:
            java_param = self._java_obj.getParam(param.name)
            if self._java_obj.isSet(java_param):
                value = self._java_obj.getOrDefault(java_param)
                if param.typeConverter.__name__.startswith("toList"):
                    value = list(value)
                self._set(**{param.name: value})
            if not self.isDefined(param):
                raise AssertionError(f"{param.name} has no default in Python")

    def _to_java(self):
        self._transfer_params_to_java()
        return self._java_obj

    @staticmethod
    def _from_java(java_stage):
        name = java_stage.getClass().getName().replace("org.apache.spark", "pyspark")
        module, _, last = name.rpartition(".")
        stage = getattr(__import__(module, fromlist=[last]), last)()
        stage._java_obj = java_stage
        stage._resetUid(java_stage.uid())
        stage._transfer_params_from_java()
        return stage

    def copy(self, extra=None):
        that = super().copy(extra)
        if self._java_obj is not None:
            empty = SparkContext._jvm.org.apache.spark.ml.param.ParamMap()
            that._java_obj = self._java_obj.copy(empty)
            that._transfer_params_to_java()
        return that


class JavaEstimator(JavaParams):
    def fit(self, dataset, params=None):
        return self.copy(params)._fit(dataset) if params else self._fit(dataset)

    def _fit(self, dataset):
        self._transfer_params_to_java()
        model = self._create_model(self._java_obj.fit(dataset._jdf))
        return self._copyValues(model)


class JavaTransformer(JavaParams):
    def transform(self, dataset, params=None):
        return self.copy(params)._transform(dataset) if params else self._transform(dataset)

    def _transform(self, dataset):
        self._transfer_params_to_java()
        return DataFrame(self._java_obj.transform(dataset._jdf), dataset.sparkSession)


class JavaModel(JavaTransformer):
    def __init__(self, java_model=None):
        super().__init__(java_model)
        if java_model is not None:
            self._resetUid(java_model.uid())
