"""A small client of the gateway of py4j, for machines whose Python lacks the package py4j.

It has what the tests use: classes, constructors, methods, arrays, lists and exceptions. The other
side, which chooses the Java method for the arguments, is py4j's own GatewayServer.
"""

import socket
import threading

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}


class JavaError(Exception):
    """An exception of the called method."""

    def __init__(self, java_exception):
        super().__init__(java_exception.toString())
        self.java_exception = java_exception


class Gateway:
    """A connection to a gateway."""

    def __init__(self, port, token):
        self._lock = threading.RLock()
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=300)
        self._replies = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self.ask("A\n" + _escaped(token) + "\n")

    def close(self):
        self._replies.close()
        self._socket.close()

    def ask(self, command):
        """The reply to a command, without its first letters."""
        with self._lock:
            self._socket.sendall(command.encode("utf-8"))
            reply = self._replies.readline().rstrip("\n")
        if not reply.startswith("!"):
            raise ConnectionError("the gateway answered: " + (reply or "nothing"))
        if reply.startswith("!xr"):
            raise JavaError(JavaObject(self, reply[3:]))
        if reply.startswith("!x"):
            raise TypeError("the gateway refused a call: " + _unescaped(reply[2:]))
        return reply[2:]

    def call(self, target, method, *arguments):
        written = "".join(self._argument(one) for one in arguments)
        return self._value(self.ask(f"c\n{target}\n{method}\n{written}e\n"))

    def construct(self, name, *arguments):
        written = "".join(self._argument(one) for one in arguments)
        return self._value(self.ask(f"i\n{name}\n{written}e\n"))

    def find(self, name):
        """A class, or a package of that name."""
        reply = self.ask(f"r\nu\n{name}\nrj\ne\n")
        return JavaClass(self, reply[1:]) if reply.startswith("c") else JavaPackage(self, name)

    def _argument(self, value):
        if value is None:
            return "n\n"
        if isinstance(value, bool):
            return f"b{str(value).lower()}\n"
        if isinstance(value, int):
            return ("i" if -(2**31) <= value < 2**31 else "L") + f"{value}\n"
        if isinstance(value, float):
            return f"d{value!r}\n"
        if isinstance(value, str):
            return "s" + _escaped(value) + "\n"
        if isinstance(value, (list, tuple)):
            listed = self.construct("java.util.ArrayList")
            for one in value:
                listed.add(one)
            return f"r{listed.id}\n"
        return f"r{value.id}\n"

    def _value(self, reply):
        kind, text = reply[:1], reply[1:]
        if kind in ("n", "v", ""):
            return None
        if kind in ("i", "L"):
            return int(text)
        if kind == "d":
            return float(text)
        if kind == "b":
            return text == "true"
        if kind == "s":
            return _unescaped(text)
        if kind == "t":
            return JavaArray(self, text)
        return JavaObject(self, text)


class JavaObject:
    """An object in the Java process."""

    def __init__(self, gateway, name):
        self._gateway = gateway
        self.id = name

    def __getattr__(self, method):
        if method.startswith("__"):
            raise AttributeError(method)
        return lambda *arguments: self._gateway.call(self.id, method, *arguments)


class JavaArray(JavaObject):
    """An array, as a sequence."""

    def __len__(self):
        return self._gateway._value(self._gateway.ask(f"a\ne\n{self.id}\ne\n"))

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self._gateway._value(self._gateway.ask(f"a\ng\n{self.id}\ni{index}\ne\n"))

    def __setitem__(self, index, value):
        written = self._gateway._argument(value)
        self._gateway.ask(f"a\ns\n{self.id}\ni{index}\n{written}e\n")


class JavaClass:
    """A class: its constructors and static methods."""

    def __init__(self, gateway, name):
        self._gateway = gateway
        self._name = name

    def __call__(self, *arguments):
        return self._gateway.construct(self._name, *arguments)

    def __getattr__(self, member):
        if member.startswith("__"):
            raise AttributeError(member)
        return lambda *arguments: self._gateway.call(f"z:{self._name}", member, *arguments)


class JavaPackage:
    """A name that is no class: as in py4j, it cannot be called."""

    def __init__(self, gateway, name):
        self._gateway = gateway
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._gateway.find(f"{self._name}.{name}" if self._name else name)

    def __call__(self, *arguments):
        raise TypeError("'JavaPackage' object is not callable")


def _escaped(text):
    return "".join(_ESCAPES.get(letter, letter) for letter in text)


def _unescaped(text):
    out, escape = [], False
    for letter in text:
        if escape:
            out.append({"n": "\n", "r": "\r"}.get(letter, letter))
        elif letter != "\\":
            out.append(letter)
        escape = letter == "\\" and not escape
    return "".join(out)
