"""Parameters in Python."""

import copy
import uuid


class TypeConverters:
    @staticmethod
    def toFloat(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"Could not convert {value} to float")
        return float(value)

    @staticmethod
    def toInt(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
            raise TypeError(f"Could not convert {value} to int")
        return int(value)

    @staticmethod
    def toString(value):
        if not isinstance(value, str):
            raise TypeError(f"Could not convert {type(value)} to string type")
        return value

    @staticmethod
    def toBoolean(value):
        if not isinstance(value, bool):
            raise TypeError(f"Boolean Param requires value of type bool. Found {type(value)}.")
        return value

    @staticmethod
    def toListString(value):
        if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
            return list(value)
        raise TypeError(f"Could not convert {value} to list of strings")


class Param:
    def __init__(self, parent, name, doc, typeConverter=None):
        self.parent = parent if isinstance(parent, str) else parent.uid
        self.name = name
        self.doc = doc
        self.typeConverter = typeConverter

    def of(self, parent):
        return Param(parent, self.name, self.doc, self.typeConverter)

    def __hash__(self):
        return hash((self.parent, self.name))

    def __eq__(self, other):
        return (self.parent, self.name) == (other.parent, other.name)


class Params:
    def __init__(self):
        super().__init__()
        self.uid = type(self).__name__ + "_" + uuid.uuid4().hex[-12:]
        self._paramMap = {}
        self._defaultParamMap = {}
        for name, param in self._declared():
            setattr(self, name, param.of(self))

    @classmethod
    def _declared(cls):
        found = [(name, getattr(cls, name)) for name in dir(cls)]
        return [(name, value) for name, value in found if isinstance(value, Param)]

    @staticmethod
    def _dummy():
        dummy = Params.__new__(Params)
        dummy.uid = "undefined"
        return dummy

    @property
    def params(self):
        return [getattr(self, name) for name, _ in self._declared()]

    def _set(self, **values):
        for name, value in values.items():
            param = getattr(self, name)
            try:
                self._paramMap[param] = param.typeConverter(value)
            except TypeError as wrong:
                raise TypeError(f'Invalid param value given for param "{name}". {wrong}') from None
        return self

    def _setDefault(self, **values):
        for name, value in values.items():
            param = getattr(self, name)
            self._defaultParamMap[param] = param.typeConverter(value)
        return self

    def isSet(self, param):
        return param in self._paramMap

    def isDefined(self, param):
        return param in self._paramMap or param in self._defaultParamMap

    def hasParam(self, name):
        return any(param.name == name for param in self.params)

    def getOrDefault(self, param):
        return self._paramMap[param] if self.isSet(param) else self._defaultParamMap[param]

    def _copyValues(self, to, extra=None):
        values = {**self._paramMap, **(extra or {})}
        for param in self.params:
            if to.hasParam(param.name):
                own = getattr(to, param.name)
                if param in self._defaultParamMap:
                    to._defaultParamMap[own] = self._defaultParamMap[param]
                if param in values:
                    to._paramMap[own] = values[param]
        return to

    def copy(self, extra=None):
        that = copy.copy(self)
        that._paramMap = {}
        that._defaultParamMap = {}
        return self._copyValues(that, extra)

    def _resetUid(self, uid):
        renamed = [
            {param.of(param.parent.replace(self.uid, uid)): value for param, value in one.items()}
            for one in (self._paramMap, self._defaultParamMap)
        ]
        self.uid = uid
        self._paramMap, self._defaultParamMap = renamed
        for name, param in self._declared():
            setattr(self, name, param.of(self))
        return self
