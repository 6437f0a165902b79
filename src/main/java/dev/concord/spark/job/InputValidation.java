package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.error.Refusals;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.ColumnStats;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.graph.DuplicatePoints;
import dev.concord.spark.graph.ExactNeighborSearch;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.input.pairs.PreviousReader;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import dev.concord.spark.input.pairs.ReadConstraints;
import dev.concord.spark.plan.DiskNeeds;
import dev.concord.spark.plan.InputReading;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.NumberRange;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.plan.PlanMaker;
import dev.concord.spark.plan.Scalings;
import dev.concord.spark.plan.SizeBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Reads all inputs as a run would, and reports their content and all faults, not only the first
 * one. A table that cannot be read hides only what depends on it.
 */
public final class InputValidation {
  private static final int NAMED = 5;

  private final SparkSession spark;
  private final ConcordConfig config;
  private final WarningLog log;
  private final List<String> lines = new ArrayList<>();
  private final List<ConcordException> faults = new ArrayList<>();
  private @Nullable BaseRun base;

  private InputValidation(SparkSession spark, ConcordConfig config, WarningLog log) {
    this.spark = spark;
    this.config = config;
    this.log = log;
  }

  /**
   * The result of a validation.
   *
   * @param lines facts for people
   * @param faults everything that a run would be refused for, in the order it was met
   */
  public record Outcome(List<String> lines, List<ConcordException> faults) {}

  /** Reads and checks everything; warnings go to {@code listener}. Computes no graph. */
  public static Outcome of(SparkSession spark, ConcordConfig config, JobListener listener) {
    WarningLog log = new WarningLog(listener);
    InputValidation validation = new InputValidation(spark, config, log);
    validation.check(() -> validation.run(InputReading.of(spark, config, log)));
    return new Outcome(validation.lines, validation.faults);
  }

  private <T> @Nullable T attempt(Supplier<? extends @Nullable T> step) {
    try {
      return step.get();
    } catch (ConcordException fault) {
      add(fault);
      return null;
    }
  }

  private void check(Runnable step) {
    attempt(
        () -> {
          step.run();
          return true;
        });
  }

  /** Takes over a fault and those found with it, each once. */
  private void add(ConcordException fault) {
    for (ConcordException one : Refusals.all(fault)) {
      if (faults.stream().noneMatch(known -> Refusals.isSame(known, one))) {
        faults.add(one);
      }
    }
  }

  private void run(InputReading reading) {
    try {
      BaseRun.Opened opened = attempt(() -> BaseRun.open(spark, config, new StageClock(log)));
      InputReading.Points points =
          orListed(reading, from -> from.points((n, dim) -> {}), InputReading.Points::release);
      if (points == null) {
        withoutPoints(reading);
        return;
      }
      try {
        matchBase(opened, points);
        describe(points);
        check(reading, points);
      } finally {
        points.release();
      }
      reading.quarantine().publish();
      reading.reportRows();
    } finally {
      reading.quarantine().discard();
    }
  }

  /**
   * Checks the tables that name points by the ids of all rows of the points, if these are there.
   */
  private void withoutPoints(InputReading reading) {
    IdTable ids = new Refusals().attempt(reading::idsAsGiven);
    if (ids == null || ids.size() == 0) {
      lines.add(
          "The ids of the points cannot be read. The other tables were checked against the ids that"
              + " each names itself.");
      checkPairs(reading, tables(reading, null));
      return;
    }
    lines.add(
        "The points cannot be used. The other tables were checked against the ids of all rows.");
    PointIds named = PointIds.of(ids);
    Tables tables = tables(reading, named);
    check(() -> reading.checkCounts(ids.size(), config.input().features() != null));
    check(() -> reading.weights(named));
    earlier(config.clusters().previous(), ids);
    checkPairs(reading, tables);
  }

  /** What can be checked of pairs and labels without the points. */
  private void checkPairs(InputReading reading, Tables tables) {
    ReadConstraints read = tables.pairs();
    if (read != null) {
      checkNeeds(reading, read.pairs(), tables.labels());
      checkPairs(reading, read);
    }
  }

  /**
   * What is read; a table at fault is read once more for all its rows that cannot be used, and
   * null.
   *
   * @param release frees what the second reading gives
   */
  private <T> @Nullable T orListed(
      InputReading reading, Function<InputReading, @Nullable T> read, Consumer<T> release) {
    try {
      return read.apply(reading);
    } catch (ConcordException fault) {
      add(fault);
    }
    if (reading.quarantine().active()) {
      return null;
    }
    InputReading all = reading.listing();
    try {
      T rest = read.apply(all);
      if (rest != null) {
        release.accept(rest);
      }
    } catch (ConcordException again) {
      // Refusals of columns are those of the first reading; no row may be left.
      if (!all.quarantine().columnsRefused()
          && !String.valueOf(again.getMessage()).contains("input.quarantine")) {
        add(again);
      }
    }
    faults.addAll(all.quarantine().severalFaults());
    return null;
  }

  /** Matches the points with those of the run that this one starts from, as a run does. */
  private void matchBase(BaseRun.@Nullable Opened opened, InputReading.Points points) {
    FeatureTable features = points.features();
    if (opened != null && features != null) {
      base = attempt(() -> opened.matched(features));
    }
  }

  private void describe(InputReading.Points points) {
    IdTable ids = points.ids();
    FeatureTable features = points.features();
    String named =
        ids.isRowNumbers()
            ? "with row numbers as ids"
            : "ids " + ids.name(0) + " to " + ids.name(ids.size() - 1);
    if (features == null) {
      long edges = points.edges() == null ? 0L : points.edges().rows();
      line("input.edges", "%,d points, %s; %,d edges", ids.size(), named, edges);
      return;
    }
    line("input.features", "%,d points of %,d features, %s", ids.size(), features.dim(), named);
    if (features.dropped().size() > 0) {
      line("", "rows left out for a missing value: %,d", features.dropped().size());
    }
    ColumnStats stats = ExactNeighborSearch.columnStats(features.panels());
    int[] constant = IntStream.range(0, features.numbers()).filter(stats::isConstant).toArray();
    if (constant.length > 0) {
      line(
          "", "constant features: %,d, for example %s", constant.length, names(features, constant));
    }
    for (CategoryColumn column : features.categories()) {
      line("", "categories of %s: %,d", column.name(), column.levels().size());
    }
    describeScaling(features);
    DuplicatePoints same = DuplicatePoints.among(features.panels());
    if (same.groups() > 0) {
      line(
          "",
          "points alike in every feature: %,d (groups: %,d), for example %s and %s",
          same.points(),
          same.groups(),
          ids.name(same.example()[0]),
          ids.name(same.example()[1]));
    }
  }

  private void describeScaling(FeatureTable features) {
    ScalingChoice choice = Scalings.choice(config.graph(), features);
    if (choice != null) {
      line("", "features %s", choice.text());
    }
    if (features.fitted() != null) {
      line("", "scaling and principal components are those of clusters.base");
    }
    Projection projection = Scalings.projection(config.graph(), features);
    if (projection != null) {
      line("", "features reduced to %s", GraphFigures.Reduced.of(projection).text());
    }
  }

  private static String names(FeatureTable features, int[] columns) {
    List<String> named = new ArrayList<>();
    boolean vector = features.categories().isEmpty() && features.columns().size() != features.dim();
    for (int c = 0; c < Math.min(NAMED, columns.length); c++) {
      named.add(
          vector
              ? features.columns().isEmpty()
                  ? Integer.toString(columns[c])
                  : features.columns().get(0) + "[" + columns[c] + "]"
              : features.columns().get(columns[c]));
    }
    return String.join(", ", named);
  }

  private void check(InputReading reading, InputReading.Points points) {
    Tables tables = tables(reading, points.pointIds());
    check(() -> reading.checkCounts(points.ids().size(), points.features() != null));
    if (tables.pairs() != null) {
      checkConstraints(reading, points, tables.pairs(), tables.labels());
    }
  }

  /** The judged pairs and the known labels; null where there are none, or they are at fault. */
  private record Tables(@Nullable ReadConstraints pairs, @Nullable KnownLabels labels) {}

  /**
   * @param named the ids of the points; null: those that each table names
   */
  private Tables tables(InputReading reading, @Nullable PointIds named) {
    OwnIds own = new OwnIds(spark, config);
    InputConfig input = config.input();
    ReadConstraints read =
        orListed(
            reading,
            from -> from.constraints(named == null ? own.ofConstraints() : named),
            pairs -> {});
    ReadConstraints pairs = input.exclusive() == null ? read : withSources(reading, read, named);
    Labeling truth =
        orListed(
            reading,
            from -> from.truth(named == null ? own.of(input.truth()) : named),
            labeling -> {});
    KnownLabels labels =
        orListed(
            reading,
            from -> from.labels(named == null ? own.of(input.labels()) : named),
            known -> {});
    orListed(reading, from -> from.side(named == null ? own.ofSide() : named), side -> {});
    if (config.input().labels() != null && labels != null) {
      line(
          "input.labels", "%,d labelled points, %,d labels", labels.known(), labels.names().length);
    }
    if (config.input().truth() != null && truth != null) {
      line("input.truth", "%,d classes", truth.names().length);
    }
    return new Tables(pairs, labels);
  }

  /** The pairs with the rule of sources; without it where the ids of the points are not known. */
  private @Nullable ReadConstraints withSources(
      InputReading reading, @Nullable ReadConstraints read, @Nullable PointIds named) {
    FeaturesConfig features = config.input().features();
    if (named == null && features != null && features.source() != null) {
      return read; // the sources are a column of the points
    }
    PointIds ids =
        named == null
            ? attempt(() -> new OwnIds(spark, config).of(config.input().exclusive()))
            : named;
    if (ids == null) {
      return read;
    }
    ReadConstraints to = read == null || named == null ? ReadConstraints.none(ids.points()) : read;
    ReadConstraints with = orListed(reading, from -> from.exclusive(to, ids), pairs -> {});
    return read == null || named == null ? read : with;
  }

  private void checkConstraints(
      InputReading reading,
      InputReading.Points points,
      ReadConstraints read,
      @Nullable KnownLabels labels) {
    PairConstraints pairs = read.pairs();
    checkNeeds(reading, pairs, labels);
    ConstraintDiagnosis found = ConstraintDiagnosis.of(pairs, read.unsure());
    checkClusters(reading, points, pairs);
    checkPairs(reading, read);
    check(() -> plan(points, pairs, found));
  }

  private void checkNeeds(
      InputReading reading, PairConstraints pairs, @Nullable KnownLabels labels) {
    if (config.input().labels() == null || labels != null) {
      check(
          () -> {
            reading.checkNeeds(pairs, labels);
            reading.warnOfUnused();
          });
    }
  }

  private void checkPairs(InputReading reading, ReadConstraints read) {
    PairConstraints pairs = read.pairs();
    if (config.input().constraints() != null || pairs.sources() != null) {
      describe(ConstraintDiagnosis.of(pairs, read.unsure()));
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      CannotLinkGraph apart = CannotLinkGraph.of(pairs, closure);
      check(() -> reading.checkConstraints(pairs, closure, apart));
    }
  }

  /** Sizes and parts against the points, and against the clusters of an earlier assignment. */
  private void checkClusters(
      InputReading reading, InputReading.Points points, PairConstraints pairs) {
    ClustersConfig clusters = config.clusters();
    int n = points.ids().size();
    LabelsConfig named = clusters.previous();
    Previous earlier = earlier(named, points.ids());
    check(
        () -> {
          double[] weights = reading.weights(points.pointIds());
          boolean sized = clusters.sizes() != null;
          if (clusters.number().isChosen()) {
            if (sized && !Catalogue.named(clusters.method()).findsCount()) {
              NumberRange.of(clusters, n, weights);
            }
          } else if (earlier != null || named == null) {
            SizeBounds.refuseImpossible(
                SizeBounds.of(clusters, n, weights, earlier == null ? null : earlier.clusterOf()),
                pairs,
                clusters.hardConstraints());
          }
        });
    if (earlier != null && !clusters.split().isEmpty()) {
      check(
          () -> {
            String against =
                SplitClusters.of(
                        earlier.clusterOf(), clusters.split(), clusters.count(), points.ids()::name)
                    .check(pairs, clusters.hardConstraints());
            if (against != null) {
              log.warning(against);
            }
          });
    }
  }

  /** The earlier assignment; null where there is none or it cannot be read. */
  private @Nullable Previous earlier(@Nullable LabelsConfig named, IdTable ids) {
    BaseRun run = base;
    if (run != null) {
      line("clusters.base", "%s", run.figures().text());
      return run.previous();
    }
    // A base that cannot be used has its fault already.
    if (named == null || config.clusters().base() != null) {
      return null;
    }
    Previous earlier = attempt(() -> PreviousReader.read(spark, named, ids));
    if (earlier != null) {
      long known = Arrays.stream(earlier.clusterOf()).filter(cluster -> cluster >= 0).count();
      line(
          "clusters.previous",
          "%,d of the points have a cluster; rows of other points: %,d",
          known,
          earlier.gone());
    }
    return earlier;
  }

  private void describe(ConstraintDiagnosis found) {
    line(
        "input.constraints",
        "must-links: %,d, cannot-links: %,d; soft (weight below 1): %,d, repeated: %,d, unsure:"
            + " %,d",
        found.mustLinks(),
        found.cannotLinks(),
        found.softCount(),
        found.duplicates(),
        found.unsure());
    line(
        "",
        "points joined: %,d (groups: %,d); implied must-links: %,d, cannot-links: %,d",
        found.joinedPoints(),
        found.components(),
        found.impliedMustLinks(),
        found.impliedCannotLinks());
    if (found.contradictions() > 0) {
      line("", "cannot-links inside such a component: %,d", found.contradictions());
    }
  }

  private void plan(InputReading.Points points, PairConstraints pairs, ConstraintDiagnosis found) {
    String name = config.clusters().method();
    PlanMaker maker =
        new PlanMaker(
            spark,
            config,
            Catalogue.named(name),
            MethodOptions.of(name, config.method()),
            JobPurpose.CLUSTERS);
    Plan plan = maker.forInputs(points, pairs.size());
    lines.add("");
    lines.addAll(plan.describe().lines().toList());
    long implied = found.impliedMustLinks() + found.impliedCannotLinks();
    long listed = pairs.size() + Math.min(implied, ImpliedPairs.CAP);
    lines.add(DiskNeeds.of(config, points, listed).describe());
    plan.check();
  }

  private void line(String about, String text, Object... values) {
    lines.add(
        String.format(Locale.ROOT, "%-18s", about) + String.format(Locale.ROOT, text, values));
  }

  /**
   * The ids that a table about points names itself. A table is checked against them where those of
   * the points cannot be read.
   */
  record OwnIds(SparkSession spark, ConcordConfig config) {
    public PointIds ofConstraints() {
      ConstraintsConfig named = config.input().constraints();
      return PointIds.of(named == null ? IdTable.none() : new ConstraintReader(spark).ids(named));
    }

    public PointIds ofSide() {
      EdgesConfig named = config.input().sideEdges();
      return PointIds.of(named == null ? IdTable.none() : new EdgeReader(spark).ids(named));
    }

    /** Row numbers where the table has no ids; {@code named} is null or a table of labels. */
    public PointIds of(@Nullable LabelsConfig named) {
      return PointIds.of(named == null ? IdTable.none() : new LabelReader(spark).ids(named));
    }
  }
}
