package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.FeatureRows;
import dev.concord.method.Services.Rounding;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageClock;
import dev.concord.testing.SparkTest;
import org.apache.spark.api.java.JavaSparkContext;

/** The services of the tests' session, for graphs that were given. */
public final class SparkServices {
  private SparkServices() {}

  /** Services with local operators and seed 1. */
  public static JobServices of(PairConstraints pairs, int restarts) {
    return new JobServices(
        JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext()),
        Seeds.of(1),
        restarts,
        new StageClock(JobListener.NONE),
        FeatureRows.NONE,
        0);
  }

  /** k-means, best of ten runs. */
  public static Rounding round(Embedding embedding, int clusters) {
    PairConstraints none = PairConstraints.none(embedding.rows(), Integer::toString);
    try (JobServices services = of(none, 10)) {
      return services.round(embedding, clusters);
    }
  }
}
