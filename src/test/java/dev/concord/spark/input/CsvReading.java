package dev.concord.spark.input;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.testing.SparkTest;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Reads features from CSV files, or is refused. */
final class CsvReading {
  private CsvReading() {}

  static TableConfig table(String key, Map<String, String> options, String... paths) {
    return new TableConfig(key, "csv", List.of(paths), options);
  }

  static FeatureTable features(String id, Map<String, String> options, String... paths) {
    return new FeatureReader(SparkTest.session())
        .read(new FeaturesConfig(table("input.features", options, paths), id, List.of(), null), 0);
  }

  static FeatureTable features(String id, String... paths) {
    return features(id, Map.of(), paths);
  }

  static AbstractThrowableAssert<?, ?> refused(ThrowingCallable reading) {
    return assertThatThrownBy(reading).isInstanceOf(InputException.class);
  }
}
