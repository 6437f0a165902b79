package dev.concord.spark.files;

import dev.concord.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;

/**
 * Whether the Spark that is here can run what was built for another. Classes of Spark and Scala are
 * not loaded: a wrong one would fail with a missing method.
 */
public final class SparkMatch {
  private static final Pattern MINOR = Pattern.compile("(\\d+)\\.(\\d+).*");
  private static final int LEAST_MAJOR = 3;
  private static final int LEAST_MINOR = 5;

  private SparkMatch() {}

  /**
   * Compares the Spark and Scala on the class path with those of the build; passes when either is
   * unknown. Takes some milliseconds.
   *
   * @throws InputException when this build cannot run there
   */
  public static void require() {
    Properties built = read(SparkMatch.class.getResourceAsStream("spark.properties"));
    require(
        built.getProperty("spark", ""),
        built.getProperty("scala", ""),
        read(resource("spark-version-info.properties")).getProperty("version", ""),
        read(resource("library.properties")).getProperty("version.number", ""));
  }

  /**
   * Passes when Scala's major and minor version and Spark's major version are the same, and Spark
   * is 3.5 or newer.
   *
   * @param builtSpark major and minor version of Spark
   * @param builtScala major and minor version of Scala
   * @param spark the version that runs
   * @param scala the version that runs
   */
  static void require(String builtSpark, String builtScala, String spark, String scala) {
    Matcher built = MINOR.matcher(builtSpark);
    Matcher running = MINOR.matcher(spark);
    Matcher language = MINOR.matcher(scala);
    if (!built.matches() || !running.matches() || !language.matches()) {
      return;
    }
    String minor = running.group(1) + "." + running.group(2);
    String binary = language.group(1) + "." + language.group(2);
    int major = Integer.parseInt(running.group(1));
    boolean old =
        major < LEAST_MAJOR
            || (major == LEAST_MAJOR && Integer.parseInt(running.group(2)) < LEAST_MINOR);
    if (!old && binary.equals(builtScala) && running.group(1).equals(built.group(1))) {
      return;
    }
    throw new InputException(
        ("this jar of Concord was built for Spark %s with Scala %s and cannot run on Spark %s with"
                + " Scala %s%s")
            .formatted(
                builtSpark,
                builtScala,
                spark,
                binary,
                old
                    ? ", which is too old; use Spark 3.5, 4.0 or 4.1"
                    : "; use the jar concord-spark_" + minor + "_" + binary));
  }

  /**
   * Refuses a session whose serializer knows only classes that its application has registered.
   *
   * @throws InputException saying so
   */
  public static void requireSerializer(SparkConf conf) {
    if (conf.get("spark.serializer", "").endsWith("KryoSerializer")
        && conf.getBoolean("spark.kryo.registrationRequired", false)) {
      throw new InputException(
          "spark.kryo.registrationRequired is true, so Spark refuses to move rows of Concord, whose"
              + " classes are not registered; start the session with"
              + " spark.kryo.registrationRequired=false (spark.serializer may be Kryo's).");
    }
  }

  private static @Nullable InputStream resource(String name) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? SparkMatch.class.getClassLoader() : context;
    return loader == null ? null : loader.getResourceAsStream(name);
  }

  private static Properties read(@Nullable InputStream file) {
    Properties read = new Properties();
    if (file != null) {
      try (InputStream in = file) {
        read.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return read;
  }
}
