package dev.concord.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.ml.ConstrainedSpectralClustering;
import dev.concord.ml.ConstrainedSpectralClusteringModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.junit.jupiter.api.Test;

/** The Python package in python/ and the Java classes it calls. */
class PythonPackageTest {
  private static final Path PYTHON = Path.of("python").toAbsolutePath();

  /** Fewer tests than python/tests has by far, more than none. */
  private static final int LEAST_TESTS = 15;

  @Test
  void theParametersInPythonAreThoseInJava() throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode written = json.readTree(PYTHON.resolve("concord_spark/parameters.json").toFile());
    ArrayNode expected = json.createArrayNode();
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    for (Param<?> param : estimator.params()) {
      ObjectNode row = expected.addObject().put("name", param.name()).put("doc", param.doc());
      row.put("converter", converter(param));
      row.set(
          "default",
          estimator.hasDefault(param)
              ? json.valueToTree(estimator.getDefault(param).get())
              : json.nullNode());
      row.put("model", hasSetter(ConstrainedSpectralClusteringModel.class, param));
      assertThat(hasSetter(ConstrainedSpectralClustering.class, param)).as(param.name()).isTrue();
    }
    assertThat(written.toPrettyString()).isEqualTo(expected.toPrettyString());
  }

  private static String converter(Param<?> param) {
    if (param instanceof IntParam || param instanceof LongParam) {
      return "toInt";
    }
    if (param instanceof DoubleParam) {
      return "toFloat";
    }
    if (param instanceof BooleanParam) {
      return "toBoolean";
    }
    return param instanceof StringArrayParam ? "toListString" : "toString";
  }

  private static boolean hasSetter(Class<?> type, Param<?> param) {
    return Arrays.stream(type.getMethods())
        .anyMatch(method -> method.getName().equalsIgnoreCase("set" + param.name()));
  }

  /** What python/tests checks without PySpark; scripts/test-python runs all of it with PySpark. */
  @Test
  void theTestsThatNeedNoSparkPass() throws IOException, InterruptedException {
    Optional<String> python = python();
    assumeTrue(python.isPresent(), "no Python 3.9 or newer here: python/tests are not run");
    ProcessBuilder builder =
        new ProcessBuilder(python.get(), "-W", "error", "-m", "unittest", "discover", "-s");
    builder.command().add(PYTHON.resolve("tests").toString());
    builder.command().addAll(List.of("-p", "test_[pw]*.py"));
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().keySet().removeAll(List.of("PYTHONPATH", "CONCORD_JAR", "SPARK_HOME"));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    Matcher ran = Pattern.compile("Ran (\\d+) tests").matcher(said);
    assertThat(ran.find()).as(said).isTrue();
    assertThat(Integer.parseInt(ran.group(1))).as(said).isGreaterThan(LEAST_TESTS);
  }

  /** The first Python of the PATH that is new enough. */
  private static Optional<String> python() {
    return Stream.of("python3", "/usr/bin/python3")
        .filter(
            command -> {
              try {
                String check = "import sys; sys.exit(sys.version_info < (3, 9))";
                return new ProcessBuilder(command, "-c", check).start().waitFor() == 0;
              } catch (IOException e) {
                return false;
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
              }
            })
        .findFirst();
  }
}
