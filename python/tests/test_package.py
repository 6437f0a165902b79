"""What the package does without pyspark: the jar, the builder, errors, the table of parameters."""

import ast
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from importlib import util
from pathlib import Path
from unittest import mock

from sessions import PROJECT

import concord_spark
from concord_spark import errors, jar


class Builder:
    """A builder of sessions, as far as configure uses it."""

    def __init__(self, **options):
        self._options = {key.replace("_", "."): value for key, value in options.items()}

    def config(self, key, value):
        self._options[key] = value
        return self


class Cause:
    """An exception of Java."""

    def __init__(self, name, message, cause=None):
        self._name, self._message, self._cause = name, message, cause

    def getClass(self):
        return self

    def getName(self):
        return self._name

    def getMessage(self):
        return self._message

    def getCause(self):
        return self._cause


class PackageTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.jar = Path(temporary.name).resolve() / "concord.jar"
        self.jar.write_bytes(b"jar")
        patch = mock.patch.dict(os.environ, {"CONCORD_JAR": str(self.jar)})
        patch.start()
        self.addCleanup(patch.stop)

    def test_configure_adds_the_jar_and_keeps_others(self):
        builder = concord_spark.configure(Builder())
        self.assertEqual(builder._options, {"spark.jars": str(self.jar)})
        builder = concord_spark.configure(Builder(spark_jars="a.jar, b.jar"))
        self.assertEqual(builder._options, {"spark.jars": f"a.jar,b.jar,{self.jar}"})
        self.assertEqual(concord_spark.configure(builder)._options, builder._options)

    def test_a_missing_jar_is_named(self):
        with mock.patch.dict(os.environ, {"CONCORD_JAR": "/nowhere.jar"}):
            with self.assertRaises(concord_spark.SessionError) as met:
                concord_spark.configure(Builder())
        self.assertIn("no jar of Concord at CONCORD_JAR=/nowhere.jar", str(met.exception))
        nowhere = Path("/nowhere")
        with (
            mock.patch.dict(os.environ),
            mock.patch.multiple(jar, _PACKAGED=nowhere / "a.jar", _BUILT=nowhere / "b.jar"),
        ):
            del os.environ["CONCORD_JAR"]
            with self.assertRaisesRegex(concord_spark.SessionError, "a.jar and /nowhere/b.jar"):
                concord_spark.jar_path()

    def spark(self, core):
        """A folder of Spark with that jar of its core, as SPARK_HOME."""
        home = self.jar.parent / core
        (home / "jars").mkdir(parents=True)
        (home / "jars" / core).write_bytes(b"")
        return mock.patch.dict(os.environ, {"SPARK_HOME": str(home)})

    def built(self, name, spark, scala):
        """A jar of Concord for these versions."""
        place = self.jar.parent / name
        with zipfile.ZipFile(place, "w") as content:
            text = f"spark={spark}\nscala={scala}\n"
            content.writestr("dev/concord/spark/files/spark.properties", text)
        return place

    def test_a_jar_for_another_spark_says_so_in_a_sentence(self):
        self.built("concord.jar", "4.1", "2.13")
        with self.spark("spark-core_2.13-4.0.1.jar"):
            self.assertEqual(concord_spark.jar_path(), str(self.jar))
        with self.spark("spark-core_2.12-3.5.6.jar"):
            with self.assertRaises(concord_spark.SessionError) as met:
                concord_spark.configure(Builder())
            done = self.program("-m", "concord_spark")
        said = (
            f"the jar of Concord at {self.jar} was built for Spark 4.1 with Scala 2.13 and cannot"
            " run on Spark 3.5.6 with Scala 2.12; install the wheel concord-spark whose version"
            " ends with +spark3.5.scala2.12"
        )
        self.assertEqual(str(met.exception), said)
        self.assertEqual((done.returncode, done.stderr), (2, f"concord_spark: {said}\n"))
        self.built("concord.jar", "3.5", "2.12")
        with self.spark("spark-core_2.13-3.5.6.jar"):
            with self.assertRaisesRegex(
                concord_spark.SessionError, "ends with .spark3.5.scala2.13"
            ):
                concord_spark.jar_path()

    def test_of_two_jars_the_one_for_this_spark_is_taken(self):
        packaged = self.built("packaged.jar", "4.1", "2.13")
        built = self.built("built.jar", "3.5", "2.12")
        with (
            mock.patch.dict(os.environ),
            mock.patch.multiple(jar, _PACKAGED=packaged, _BUILT=built),
        ):
            del os.environ["CONCORD_JAR"]
            with self.spark("spark-core_2.13-4.1.0.jar"):
                self.assertEqual(concord_spark.jar_path(), str(packaged))
            with self.spark("spark-core_2.12-3.5.6.jar"):
                self.assertEqual(concord_spark.jar_path(), str(built))

    def program(self, *arguments, **environment):
        return subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=PROJECT / "python",
            env={**os.environ, "PYTHONPATH": "", **environment},
        )

    def test_the_program_prints_the_path(self):
        done = self.program("-m", "concord_spark")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.jar}\n"), done.stderr)
        done = self.program("-m", "concord_spark", CONCORD_JAR="/nowhere.jar")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith("concord_spark: there is no jar"), done.stderr)

    def test_a_command_goes_to_the_spark_of_this_python(self):
        home = self.jar.parent / "spark"
        (home / "bin").mkdir(parents=True)
        submit = home / "bin" / "spark-submit"
        submit.write_text('#!/bin/sh\nprintf "%s " "$@"\nexit 5\n', encoding="utf-8")
        submit.chmod(0o755)
        run = ["-m", "concord_spark", "cluster", "--config", "my.conf"]
        done = self.program(*run, SPARK_HOME=str(home), CONCORD_MEMORY="2g")
        options = "--class dev.concord.cli.Concord --driver-memory 2g --conf spark.log.level=ERROR"
        said = f"{options} {self.jar} cluster --config my.conf "
        self.assertEqual((done.returncode, done.stdout), (5, said), done.stderr)
        hide = "import sys; sys.modules['pyspark'] = None; sys.argv = ['x', 'methods']; "
        start = "from concord_spark.__main__ import main; sys.exit(main())"
        done = self.program("-c", hide + start)
        self.assertEqual(done.returncode, 2)
        self.assertIn('pip install "concord-spark[local]"', done.stderr)

    def test_a_python_without_pyspark_is_told_so(self):
        hide = "import sys; sys.modules['pyspark'] = None; "
        done = self.program("-c", hide + "import concord_spark; print(concord_spark.__version__)")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.program("-c", hide + "from concord_spark import ConstrainedSpectralClustering")
        self.assertIn("needs pyspark, which this Python does not have", done.stderr)
        with self.assertRaisesRegex(AttributeError, "has no attribute 'Nothing'"):
            getattr(concord_spark, "Nothing")  # noqa: B009

    def test_errors_of_java_become_errors_of_python(self):
        for name, kind in {
            "Input": concord_spark.InputError,
            "Unsatisfiable": concord_spark.UnsatisfiableError,
            "Convergence": concord_spark.ConvergenceError,
            "Memory": concord_spark.NotEnoughMemoryError,
        }.items():
            cause = Cause(f"dev.concord.error.{name}Exception", "graph.k=50: lower it")
            for attribute in ("java_exception", "_origin"):
                failure = Exception("a call of Java failed")
                setattr(failure, attribute, Cause("org.apache.spark.SparkException", "job", cause))
                with self.assertRaises(kind) as met, errors.user_errors():
                    raise failure
                self.assertIs(type(met.exception), kind)
                self.assertEqual(str(met.exception), "graph.k=50: lower it")
                self.assertIs(met.exception.__cause__, failure)

    def test_the_exit_codes_are_those_of_the_command_line(self):
        folder = PROJECT / "src" / "main" / "java" / "dev" / "concord" / "error"
        for name, kind in errors._JAVA.items():
            source = (folder / (name.rpartition(".")[2] + ".java")).read_text(encoding="utf-8")
            self.assertIn(f"return {kind.exit_code};", source)

    def test_the_code_of_the_documents_fits_the_package(self):
        from concord_spark.parameters import PARAMETERS

        keywords = set()
        for page in ("docs/PYSPARK.md", "docs/guide/estimator.md", "python/README.md"):
            text = (PROJECT / page).read_text(encoding="utf-8")
            blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
            self.assertTrue(blocks, page)
            for node in (node for block in blocks for node in ast.walk(ast.parse(block))):
                if isinstance(node, ast.ImportFrom) and node.module == "concord_spark":
                    names = {alias.name for alias in node.names}
                    self.assertLessEqual(names, set(concord_spark.__all__))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    estimator = node.func.id == "ConstrainedSpectralClustering"
                    keywords |= {one.arg for one in node.keywords} if estimator else set()
        self.assertLessEqual(keywords, {*PARAMETERS, "constraints"})
        self.assertLessEqual({"k", "idCol", "constraints"}, keywords)

    def test_stages_are_found_by_the_names_of_their_java_classes(self):
        find = "t = __import__('dev.concord.ml', fromlist=['x']).ConstrainedSpectralClusteringModel"
        show = "; print(t.__module__)"
        if util.find_spec("pyspark") is None:
            self.skipTest("skipped: this Python has no pyspark")
        package = str(PROJECT / "python")
        done = self.program("-c", find + show, PYTHONPATH=package)
        self.assertEqual(done.stdout, "concord_spark.clustering\n", done.stderr)
        (self.jar.parent / "dev.py").write_text("", encoding="utf-8")
        hidden = f"{self.jar.parent}{os.pathsep}{package}"
        use = "import sys; sys.path.pop(0); import dev; import concord_spark.clustering; "
        done = self.program("-c", use + find + show, PYTHONPATH=hidden)
        self.assertEqual(done.stdout, "concord_spark.clustering\n", done.stderr)

    def test_the_example_compiles(self):
        example = PROJECT / "python" / "examples" / "digits.py"
        compile(example.read_text(encoding="utf-8"), str(example), "exec")


if __name__ == "__main__":
    unittest.main()
