package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Spark runs a jar that was built for another. */
class SparkMatchTest {
  @ParameterizedTest
  @CsvSource({
    "4.1, 2.13, 4.1.0, 2.13.17",
    "4.1, 2.13, 4.0.1, 2.13.16",
    "4.0, 2.13, 4.1.0, 2.13.17",
    "3.5, 2.12, 3.5.6, 2.12.18",
    "3.5, 2.13, 3.5.6-amzn-1, 2.13.8",
    "3.5, 2.13, '', 2.12.18",
    "'', '', 4.1.0, 2.13.17"
  })
  void passes(String builtSpark, String builtScala, String spark, String scala) {
    assertThatCode(() -> SparkMatch.require(builtSpark, builtScala, spark, scala))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "3.5, 2.12, 3.5.6, 2.13.8, concord-spark_3.5_2.13",
    "3.5, 2.13, 3.5.6, 2.12.18, concord-spark_3.5_2.12",
    "3.5, 2.13, 4.1.0, 2.13.17, concord-spark_4.1_2.13",
    "4.1, 2.13, 3.5.6, 2.13.8, concord-spark_3.5_2.13",
    "4.1, 2.13, 3.5.6, 2.12.18, concord-spark_3.5_2.12"
  })
  void refusesAndNamesTheJar(
      String builtSpark, String builtScala, String spark, String scala, String jar) {
    assertThatThrownBy(() -> SparkMatch.require(builtSpark, builtScala, spark, scala))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "this jar of Concord was built for Spark %s with Scala %s and cannot run on Spark %s"
                    .formatted(builtSpark, builtScala, spark)
                + " with Scala %s; use the jar %s".formatted(scala.substring(0, 4), jar));
  }

  @Test
  void refusesSparkBefore35() {
    assertThatThrownBy(() -> SparkMatch.require("3.5", "2.12", "3.4.4", "2.12.17"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("Scala 2.12, which is too old; use Spark 3.5, 4.0 or 4.1");
  }

  @Test
  void thisBuildRunsOnTheSparkItWasBuiltFor() throws IOException {
    Properties built = new Properties();
    try (InputStream in = SparkMatch.class.getResourceAsStream("spark.properties")) {
      built.load(in);
    }
    assertThat(scala.util.Properties.versionNumberString())
        .startsWith(built.getProperty("scala") + ".");
    assertThat(org.apache.spark.package$.MODULE$.SPARK_VERSION())
        .startsWith(built.getProperty("spark") + ".");
    assertThatCode(SparkMatch::require).doesNotThrowAnyException();
  }

  @Test
  void kryoMayNotAskForRegisteredClasses() {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
            .set("spark.kryo.registrationRequired", "false");
    SparkMatch.requireSerializer(conf);
    conf.set("spark.kryo.registrationRequired", "true");
    assertThatThrownBy(() -> SparkMatch.requireSerializer(conf))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("start the session with spark.kryo.registrationRequired=false");
  }
}
