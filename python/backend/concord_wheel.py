"""Builds the wheel of concord-spark with the standard library alone.

A build backend in the sense of PEP 517 (``pip wheel python/``), and a program:
``python3 python/backend/concord_wheel.py FOLDER``. The jar is CONCORD_JAR, else target/concord.jar.
The wheel's version ends with the Spark and Scala that the jar was built for, such as
1.0.0+spark3.5.scala2.12. Equal sources and jars give equal wheels, byte by byte.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import sys
import tarfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

PYTHON = Path(__file__).resolve().parent.parent
# A source distribution has what the wheel needs of the project in its own folder.
PROJECT = PYTHON if (PYTHON / "pom.xml").is_file() else PYTHON.parent
PACKAGES = ("concord_spark", "dev")
NAME = "concord-spark"
_DISTRIBUTION = "concord_spark"
_SUFFIXES = (".py", ".json", ".typed")


class BuildError(Exception):
    """The wheel cannot be built; the message says what to do."""


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """Writes the wheel and returns its file name."""
    jar = _jar()
    spark, scala = _built_for(jar)
    version = _local_version(spark, scala)
    info = f"{_DISTRIBUTION}-{version}.dist-info"
    entries: List[Tuple[str, bytes]] = [
        (path.relative_to(PYTHON).as_posix(), path.read_bytes())
        for package in PACKAGES
        for path in sorted((PYTHON / package).rglob("*"))
        if path.suffix in _SUFFIXES and path.is_file()
    ]
    entries.append(("concord_spark/jars/concord.jar", jar.read_bytes()))
    entries.append((f"{info}/METADATA", _metadata(version, _pyspark(spark, scala)).encode("utf-8")))
    entries.append((f"{info}/entry_points.txt", _PROGRAMS.encode("utf-8")))
    entries.append((f"{info}/WHEEL", _WHEEL.encode("utf-8")))
    entries.append((f"{info}/licenses/LICENSE", (PROJECT / "LICENSE").read_bytes()))
    entries.sort()
    entries.append((f"{info}/RECORD", _record(entries, f"{info}/RECORD")))

    name = f"{_DISTRIBUTION}-{version}-py3-none-any.whl"
    folder = Path(wheel_directory)
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / name, entries)
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    """Writes the source distribution and returns its file name. The jar is in it as it is built:
    Maven makes it from the sources of the project."""
    jar = _jar()
    spark, scala = _built_for(jar)
    root = f"{_DISTRIBUTION}-{_local_version(spark, scala)}"
    entries: List[Tuple[str, bytes]] = [
        (path.relative_to(PYTHON).as_posix(), path.read_bytes())
        for package in (*PACKAGES, "backend")
        for path in sorted((PYTHON / package).rglob("*"))
        if path.suffix in _SUFFIXES and path.is_file()
    ]
    for name, place in (("pyproject.toml", PYTHON), ("README.md", PYTHON)):
        entries.append((name, (place / name).read_bytes()))
    for name in ("pom.xml", "LICENSE"):
        entries.append((name, (PROJECT / name).read_bytes()))
    entries.append(("target/concord.jar", jar.read_bytes()))
    metadata = _metadata(_local_version(spark, scala), _pyspark(spark, scala))
    entries.append(("PKG-INFO", metadata.encode("utf-8")))
    stamp = int(_stamp().timestamp())
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in sorted(entries):
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), stamp, 0o644
            archive.addfile(entry, io.BytesIO(data))
    folder = Path(sdist_directory)
    folder.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(content.getvalue(), compresslevel=1, mtime=stamp)
    (folder / f"{root}.tar.gz").write_bytes(packed)
    return f"{root}.tar.gz"


#: What arrays and data frames need beside pyspark.
_ARRAYS = ("numpy", "pandas", "pyarrow")

_PROGRAMS = "[console_scripts]\nconcord = concord_spark.__main__:main\n"
_WHEEL = "Wheel-Version: 1.0\nGenerator: concord_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _jar() -> Path:
    """The jar that goes into the distribution."""
    jar = Path(os.environ.get("CONCORD_JAR", PROJECT / "target" / "concord.jar"))
    if not jar.is_file():
        raise BuildError(
            f"there is no jar at {jar}; build it with mvn -DskipTests package in {PROJECT},"
            " or set CONCORD_JAR to one"
        )
    return jar


def _local_version(spark: str, scala: str) -> str:
    """The version of the distribution."""
    return f"{_version(_pom('version'))}+spark{spark}.scala{scala}"


def _built_for(jar: Path) -> Tuple[str, str]:
    """The versions of Spark and Scala that the jar was built for."""
    try:
        with zipfile.ZipFile(jar) as content:
            text = content.read("dev/concord/spark/files/spark.properties").decode("utf-8")
    except (KeyError, zipfile.BadZipFile):
        raise BuildError(
            f"{jar} is no jar of Concord; build one with mvn -DskipTests package in {PROJECT}"
        ) from None
    spark = _found(r"^spark=(\d+\.\d+)\s*$", text, f"version of Spark in {jar}")
    return spark, _found(r"^scala=(\d+\.\d+)\s*$", text, f"version of Scala in {jar}")


def _pyspark(spark: str, scala: str) -> Optional[str]:
    """The pyspark that brings such a Spark; None: no package index has one with that Scala."""
    major, minor = (int(part) for part in spark.split("."))
    if scala != ("2.12" if major == 3 else "2.13"):
        return None
    return f"pyspark>={spark},<{major}.{minor + 1}"


def _metadata(version: str, pyspark: Optional[str]) -> str:
    project = (PYTHON / "pyproject.toml").read_text(encoding="utf-8")

    def text(key: str) -> str:
        return _found(rf'^{key} = "([^"]*)"$', project, f"{key} in pyproject.toml")

    lines = [
        "Metadata-Version: 2.1",
        f"Name: {NAME}",
        f"Version: {version}",
        f"Summary: {text('description')}",
        f"License: {text('license')}",
        f"Requires-Python: {text('requires-python')}",
        "License-File: LICENSE",
        "Description-Content-Type: text/markdown",
    ]
    classifiers = _found(r"^classifiers = \[([^\]]*)\]", project, "classifiers in pyproject.toml")
    lines += [f"Classifier: {one}" for one in re.findall(r'"(.*?)"', classifiers)]
    # Clusters bring a pyspark of their own, so it is no requirement.
    if pyspark is not None:
        lines += ["Provides-Extra: spark", f'Requires-Dist: {pyspark}; extra == "spark"']
        lines.append("Provides-Extra: local")
        lines += [f'Requires-Dist: {one}; extra == "local"' for one in (pyspark, *_ARRAYS)]
    return "\n".join(lines) + "\n\n" + (PYTHON / "README.md").read_text(encoding="utf-8")


def _pom(element: str) -> str:
    """The first element of that name in pom.xml, which is the project's own."""
    pom = (PROJECT / "pom.xml").read_text(encoding="utf-8")
    return _found(rf"<{element}>([^<]*)</{element}>", pom, f"<{element}> in pom.xml")


def _found(pattern: str, text: str, what: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    if match is None:
        raise BuildError(f"there is no {what}")
    return match.group(1)


def _version(maven: str) -> str:
    """The version as PEP 440 writes it: 1.2.0-SNAPSHOT is 1.2.0.dev0, 1.2.0-RC1 is 1.2.0rc1."""
    match = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(SNAPSHOT|RC(\d+)))?", maven)
    if match is None:
        raise BuildError(
            f"version {maven} of pom.xml has no form for Python;"
            " use 1.2.3, 1.2.3-RC1 or 1.2.3-SNAPSHOT"
        )
    release, suffix, candidate = match.groups()
    if candidate:
        return f"{release}rc{candidate}"
    return f"{release}.dev0" if suffix else release


def _record(entries: List[Tuple[str, bytes]], own: str) -> bytes:
    lines = []
    for name, content in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    return ("\n".join([*lines, f"{own},,"]) + "\n").encode("utf-8")


def _stamp() -> datetime:
    """The time that all entries have."""
    return datetime.fromisoformat(_pom("project.build.outputTimestamp").replace("Z", "+00:00"))


def _write(target: Path, entries: List[Tuple[str, bytes]]) -> None:
    stamp = _stamp()
    part = target.with_name(target.name + ".part")
    with zipfile.ZipFile(part, "w") as wheel:
        for name, content in entries:
            entry = zipfile.ZipInfo(name, stamp.timetuple()[:6])
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            stored = name.endswith(".jar")
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    part.replace(target)


def main(arguments: List[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(
            "usage: concord_wheel.py FOLDER: writes wheel and source distribution there",
            file=sys.stderr,
        )
        return 2
    try:
        print(Path(arguments[0]) / build_wheel(arguments[0]))
        print(Path(arguments[0]) / build_sdist(arguments[0]))
        return 0
    except BuildError as refused:
        print(f"concord_wheel: {refused}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
