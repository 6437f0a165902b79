"""The wheel: what is in it, that it is reproducible, that pip installs it, the messages."""

import base64
import email
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from importlib import util
from pathlib import Path
from unittest import mock

from sessions import PROJECT

BACKEND = PROJECT / "python" / "backend"


def jar(spark="4.1", scala="2.13"):
    """The bytes of a jar that was built for these versions."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as written:
        name = zipfile.ZipInfo("dev/concord/spark/files/spark.properties")
        written.writestr(name, f"spark={spark}\nscala={scala}\n")
    return content.getvalue()


JAR = jar()


class WheelTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.jar = self.folder / "concord.jar"
        self.jar.write_bytes(JAR)
        for patch in (
            mock.patch.object(sys, "path", [str(BACKEND), *sys.path]),
            mock.patch.dict(os.environ, {"CONCORD_JAR": str(self.jar)}),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        import concord_wheel

        self.backend = concord_wheel

    def build(self, folder="wheels"):
        return self.folder / folder / self.backend.build_wheel(str(self.folder / folder))

    def test_the_record_lists_every_file_with_its_digest(self):
        with zipfile.ZipFile(self.build()) as wheel:
            self.assertIsNone(wheel.testzip())
            record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
            rows = [line.split(",") for line in wheel.read(record).decode().splitlines()]
            self.assertEqual([row[0] for row in rows], wheel.namelist())
            for name, digest, length in rows:
                if name == record:
                    self.assertEqual((digest, length), ("", ""))
                    continue
                content = wheel.read(name)
                sha = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
                self.assertEqual(digest, "sha256=" + sha.rstrip("="))
                self.assertEqual(int(length), len(content))
            self.assertEqual(wheel.read("concord_spark/jars/concord.jar"), JAR)
            self.assertTrue(
                {
                    "concord_spark/parameters.json",
                    "concord_spark/py.typed",
                    "dev/concord/ml/__init__.py",
                }
                <= set(wheel.namelist())
            )
            self.assertFalse([name for name in wheel.namelist() if "test" in name])

    def test_the_metadata_are_those_of_the_project(self):
        found = self.metadata()
        once = {key: found[key] for key in set(found) if found.get_all(key) == [found[key]]}
        self.assertEqual(
            {key: value for key, value in once.items() if key != "Version"},
            {
                "Metadata-Version": "2.1",
                "Name": "concord-spark",
                "Summary": "Constrained spectral clustering for PySpark",
                "License": "Apache-2.0",
                "License-File": "LICENSE",
                "Requires-Python": ">=3.9",
                "Description-Content-Type": "text/markdown",
            },
        )
        self.assertEqual(found.get_all("Provides-Extra"), ["spark", "local"])
        needed = ["pyspark>=4.1,<4.2", "numpy", "pandas", "pyarrow"]
        local = [f'{one}; extra == "local"' for one in needed]
        self.assertEqual(
            found.get_all("Requires-Dist"), ['pyspark>=4.1,<4.2; extra == "spark"', *local]
        )
        self.assertIn("Programming Language :: Python :: 3", found.get_all("Classifier"))
        readme = (PROJECT / "python" / "README.md").read_text(encoding="utf-8")
        self.assertEqual(found.get_payload(), readme)

    def metadata(self):
        with zipfile.ZipFile(self.build()) as wheel:
            name = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
            return email.message_from_string(wheel.read(name).decode("utf-8"))

    def test_the_version_names_spark_and_scala_of_the_jar(self):
        plain = self.backend._version(self.backend._pom("version"))
        for spark, scala, pyspark in (
            ("4.1", "2.13", "pyspark>=4.1,<4.2"),
            ("4.0", "2.13", "pyspark>=4.0,<4.1"),
            ("3.5", "2.12", "pyspark>=3.5,<3.6"),
            ("3.5", "2.13", None),
        ):
            with self.subTest(spark=spark, scala=scala):
                self.jar.write_bytes(jar(spark, scala))
                found = self.metadata()
                version = f"{plain}+spark{spark}.scala{scala}"
                self.assertEqual(found["Version"], version)
                self.assertEqual(self.build().name, f"concord_spark-{version}-py3-none-any.whl")
                wanted = None if pyspark is None else f'{pyspark}; extra == "spark"'
                self.assertEqual(found["Requires-Dist"], wanted)

    def test_a_file_that_is_no_jar_of_concord_is_refused(self):
        other = io.BytesIO()
        zipfile.ZipFile(other, "w").close()
        for content in (b"no zip file", other.getvalue()):
            self.jar.write_bytes(content)
            with self.assertRaisesRegex(self.backend.BuildError, "is no jar of Concord; build one"):
                self.build()
            self.assertFalse((self.folder / "wheels").exists())

    def test_equal_sources_give_equal_wheels(self):
        first = self.build("first")
        os.utime(self.jar, (0, 0))
        self.assertEqual(first.read_bytes(), self.build("second").read_bytes())
        self.assertEqual(sorted(os.listdir(first.parent)), [first.name])

    def test_versions_of_maven_become_versions_of_python(self):
        for maven, python in {
            "1.0.0": "1.0.0",
            "0.1.0-SNAPSHOT": "0.1.0.dev0",
            "1.0.0-RC2": "1.0.0rc2",
        }.items():
            self.assertEqual(self.backend._version(maven), python)
        with self.assertRaisesRegex(self.backend.BuildError, "version 1.0 of pom.xml has no form"):
            self.backend._version("1.0")

    def test_a_missing_jar_is_named_with_the_way_to_build_it(self):
        with mock.patch.dict(os.environ, {"CONCORD_JAR": "/nowhere/concord.jar"}):
            done = subprocess.run(
                [str(PROJECT / "scripts" / "build-wheel"), str(self.folder)],
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no jar at /nowhere/concord.jar; build it with mvn", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["concord.jar"])

    def test_the_source_distribution_gives_the_same_wheel(self):
        built = self.build()
        name = self.backend.build_sdist(str(self.folder / "sources"))
        again = self.backend.build_sdist(str(self.folder / "again"))
        packed = (self.folder / "sources" / name).read_bytes()
        self.assertEqual(packed, (self.folder / "again" / again).read_bytes())
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            for member in archive.getmembers():
                target = self.folder / "unpacked" / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
        root = self.folder / "unpacked" / name[: -len(".tar.gz")]
        environment = {**os.environ}
        environment.pop("CONCORD_JAR", None)
        done = subprocess.run(
            [sys.executable, str(root / "backend" / "concord_wheel.py"), str(self.folder / "out")],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "out" / built.name).read_bytes(), built.read_bytes())

    @unittest.skipIf(util.find_spec("pip") is None, "skipped: this Python has no pip")
    def test_pip_installs_it_and_the_package_finds_its_jar(self):
        site = self.folder / "site"
        pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet"]
        pip += ["--disable-pip-version-check", "--no-compile", "--target", str(site)]
        done = subprocess.run(
            [*pip, str(self.build())], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        environment = {**os.environ, "PYTHONPATH": str(site)}
        for name in ("CONCORD_JAR", "SPARK_HOME"):
            environment.pop(name, None)
        script = "import concord_spark as c; print(c.jar_path(), c.__version__)"
        done = subprocess.run(
            # Without the PySpark of this Python, which may be one that the jar is not for.
            [sys.executable, "-S", "-c", script],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=environment,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        path, version = done.stdout.split()
        self.assertEqual(Path(path).read_bytes(), JAR)
        self.assertTrue(Path(path).is_relative_to(site.resolve()), path)
        plain = self.backend._version(self.backend._pom("version"))
        self.assertEqual(version, f"{plain}+spark4.1.scala2.13")


if __name__ == "__main__":
    unittest.main()
