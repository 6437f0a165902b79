package dev.concord.experiment;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ReportConfig;
import dev.concord.error.InputException;
import dev.concord.graph.SignedGraph;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.spark.sql.SparkSession;

/**
 * Reads the data sets of an experiment, each once, and makes their instances: the selected classes,
 * a sample, the graph. Two data sets with equal rows get equal samples, so that the graph of one
 * can be the second graph of the other.
 */
final class StudyReader implements AutoCloseable {
  private final SparkSession spark;
  private final ExperimentConfig config;
  private final Seeds seeds;
  private final Map<String, StudyPoints> read = new LinkedHashMap<>();

  StudyReader(SparkSession spark, ExperimentConfig config) {
    this.spark = spark;
    this.config = config;
    this.seeds = Seeds.of(config.seed());
  }

  private static String where(StudyData set) {
    return "experiment.datasets." + set.name();
  }

  /** The points of an instance; to be closed by the caller. */
  StudyPoints points(StudyData set, int instance) {
    ShapeConfig shape = set.shape();
    if (shape != null) {
      SplittableRandom random = seeds.random("points/" + set.name() + "/" + instance);
      GeneratedPoints made = GeneratedPoints.of(shape, random);
      return StudyPoints.generated(
          spark, made.values(), GeneratedPoints.DIM, made.truth(), 2, made.mustLinks());
    }
    StudyPoints all = whole(set);
    int[] classOf = classes(set, all);
    int[] rows = sampled(set, classOf, set.classes().isEmpty(), instance);
    int[] truth = Arrays.stream(rows).map(row -> classOf[row]).toArray();
    return all.only(rows, truth, names(set, all), where(set));
  }

  /** The instance with its graph. */
  StudyInstance instance(StudyData set, int instance) {
    StudyPoints points = points(set, instance);
    try {
      SignedGraph side = null;
      if (set.side() != null) {
        side = side(set, config.dataset(set.side()), instance, points);
      }
      StudyPoints.Graph graph = points.graph(set.graph(), set.count(), seeds, where(set));
      return new StudyInstance(points, set.graph(), seeds, graph, side);
    } catch (RuntimeException e) {
      points.close();
      throw e;
    }
  }

  private SignedGraph side(StudyData set, StudyData other, int instance, StudyPoints points) {
    try (StudyPoints others = points(other, instance)) {
      if (others.ids().size() != points.ids().size()) {
        throw new InputException(
            ("%s.side names %s, which has %s points, not %s; a second graph is one of the same"
                    + " points.")
                .formatted(where(set), other.name(), others.ids().size(), points.ids().size()));
      }
      return new SignedGraph(
          others.graph(other.graph(), other.count(), seeds, where(other)).graph().weights());
    }
  }

  private StudyPoints whole(StudyData set) {
    StudyPoints known = read.get(set.name());
    if (known == null) {
      List<ConcordConfig> jobs = new ArrayList<>();
      config
          .methodsOf(set)
          .forEach(
              method ->
                  jobs.add(
                      new ConcordConfig(
                          java.util.Objects.requireNonNull(set.input()),
                          set.graph(),
                          method.clusters(),
                          method.method(),
                          config.output(),
                          config.plan(),
                          ReportConfig.NONE,
                          "")));
      known = StudyPoints.read(spark, jobs, set.label());
      read.put(set.name(), known);
    }
    return known;
  }

  /** The class of each point, -1 for those to leave out. */
  private static int[] classes(StudyData set, StudyPoints points) {
    if (set.classes().isEmpty()) {
      return points.truth();
    }
    String[] labels = points.classes();
    int[] classOf = new int[labels.length];
    Arrays.fill(classOf, -1);
    for (int c = 0; c < set.classes().size(); c++) {
      for (String label : set.classes().get(c)) {
        int at = Arrays.asList(labels).indexOf(label);
        if (at < 0) {
          throw new InputException(
              where(set)
                  + ".classes names "
                  + label
                  + ", which is no class of the data set; it has "
                  + String.join(", ", Arrays.asList(labels).subList(0, Math.min(20, labels.length)))
                  + ".");
        }
        classOf[at] = c;
      }
    }
    return Arrays.stream(points.truth()).map(label -> label < 0 ? -1 : classOf[label]).toArray();
  }

  private static String[] names(StudyData set, StudyPoints points) {
    return set.classes().isEmpty()
        ? points.classes()
        : set.classes().stream().map(group -> String.join("+", group)).toArray(String[]::new);
  }

  /** The rows to keep, ascending. */
  private int[] sampled(StudyData set, int[] classOf, boolean keepUnknown, int instance) {
    int[] rows = new int[classOf.length];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (keepUnknown || classOf[i] >= 0) {
        rows[count++] = i;
      }
    }
    if (set.sample() == 0) {
      return Arrays.copyOf(rows, count);
    }
    if (set.sample() > count) {
      throw new InputException(
          where(set) + ".sample is " + set.sample() + ", but there are " + count + "; lower it.");
    }
    SplittableRandom random = seeds.random("sample/" + instance);
    for (int i = 0; i < set.sample(); i++) {
      int other = i + random.nextInt(count - i);
      int swap = rows[i];
      rows[i] = rows[other];
      rows[other] = swap;
    }
    int[] chosen = Arrays.copyOf(rows, set.sample());
    Arrays.sort(chosen);
    return chosen;
  }

  /** The number of points, and of those with a class, of a data set's first instance. */
  int[] size(StudyData set) {
    if (set.shape() != null) {
      ShapeConfig shape = set.shape();
      int n = shape.shape().equals("xor") ? 40 : shape.points() + shape.background();
      return new int[] {n, shape.shape().equals("xor") ? 40 : shape.points()};
    }
    int[] classOf = classes(set, whole(set));
    int[] rows = sampled(set, classOf, set.classes().isEmpty(), 0);
    return new int[] {
      rows.length, (int) Arrays.stream(rows).filter(row -> classOf[row] >= 0).count()
    };
  }

  @Override
  public void close() {
    read.values().forEach(StudyPoints::close);
    read.clear();
  }

  /** The count of labels or pairs that an amount stands for. */
  static int given(double amount, int n) {
    return amount >= 1.0 || amount == 0.0
        ? (int) amount
        : (int) Math.max(1, Math.round(amount * n));
  }
}
