package dev.concord.spark.plan;

import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SourceRule;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.graph.SignedGraph;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.DroppedRows;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.ShapeCheck;
import dev.concord.spark.input.features.TableState;
import dev.concord.spark.input.features.WeightReader;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeInput;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.EdgeTable;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.input.pairs.ReadConstraints;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Reads the inputs of a configuration one by one, and checks them against each other and against
 * what the method needs.
 */
public final class InputReading {
  private final SparkSession spark;
  private final ConcordConfig config;
  private final JobListener listener;
  private final Quarantine quarantine;
  private final DroppedRows dropped = new DroppedRows();

  private InputReading(
      SparkSession spark, ConcordConfig config, JobListener listener, Quarantine quarantine) {
    this.spark = spark;
    this.config = config;
    this.listener = listener;
    this.quarantine = quarantine;
  }

  public static InputReading of(SparkSession spark, ConcordConfig config, JobListener listener) {
    RunPaths paths = RunPaths.of(config);
    if (paths.quarantine() != null) {
      OutputPlace.check(spark.sessionState().newHadoopConf(), config.output(), paths);
    }
    return new InputReading(spark, config, listener, Quarantine.in(spark, paths));
  }

  /** The same inputs, whose rows that cannot be used are passed over and listed. */
  public InputReading listing() {
    return new InputReading(spark, config, JobListener.NONE, Quarantine.listing());
  }

  /**
   * The ids of all rows of the points, whether they can be used or not.
   *
   * @throws InputException if they cannot be read
   */
  public IdTable idsAsGiven() {
    FeaturesConfig features = config.input().features();
    if (features != null) {
      return new FeatureReader(spark).ids(features);
    }
    EdgeReader reader = new EdgeReader(spark);
    IdTable ids = reader.ids(edges());
    for (LabelsConfig records : records()) {
      ids = reader.added(records, ids);
    }
    return ids;
  }

  private EdgesConfig edges() {
    EdgesConfig edges = config.input().edges();
    if (edges == null) {
      throw new InputException(
          "The configuration names neither input.features nor input.edges; name one of them.");
    }
    return edges;
  }

  /** The tables whose ids are points beside those of the edges. */
  private List<LabelsConfig> records() {
    return Stream.of(edges().nodes(), config.input().exclusive()).filter(Objects::nonNull).toList();
  }

  /** What {@code read} returns; the refusal of an id without an edge names input.nodes. */
  private <T> T naming(Supplier<T> read) {
    try {
      return read.get();
    } catch (InputException refused) {
      EdgesConfig edges = config.input().edges();
      String message = String.valueOf(refused.getMessage());
      if (edges == null || edges.nodes() != null || !message.contains("no point of the input")) {
        throw refused;
      }
      InputException longer =
          new InputException(
              message + "; points that have no edge are named by input.nodes", refused);
      Arrays.stream(refused.getSuppressed()).forEach(longer::addSuppressed);
      throw longer;
    }
  }

  public Quarantine quarantine() {
    return quarantine;
  }

  /** Rows without all features, and the rows of other inputs that name them. */
  public DroppedRows dropped() {
    return dropped;
  }

  /** Warns of the rows that were left out or put aside. */
  public void reportRows() {
    dropped.report(listener::warning);
    quarantine
        .counts()
        .forEach(
            (input, rows) ->
                listener.warning(
                    rows
                        + (rows == 1 ? " row of " : " rows of ")
                        + input
                        + " cannot be used and "
                        + (rows == 1 ? "is" : "are")
                        + " in "
                        + config.input().quarantine()
                        + " with the reasons."));
  }

  /**
   * The points.
   *
   * @param features their features, or null when edges were given
   * @param edges the given graph, or null
   */
  public record Points(IdTable ids, @Nullable FeatureTable features, @Nullable EdgeInput edges) {
    /** The ids of the points and of rows left out. */
    public PointIds pointIds() {
      return features == null ? PointIds.of(ids) : features.pointIds();
    }

    /** Frees what features or edges take on the executors. */
    public void release() {
      if (features != null) {
        features.release();
      }
      if (edges != null) {
        edges.release();
      }
    }
  }

  /**
   * Reads the points.
   *
   * @param shape checks the number of points and features before memory is allocated
   */
  public Points points(ShapeCheck shape) {
    return points(shape, Supplier::get);
  }

  /**
   * As {@link #points(ShapeCheck)}.
   *
   * @param known returns the table of an earlier run, or reads it by the supplier
   */
  public Points points(ShapeCheck shape, Function<Supplier<FeatureTable>, FeatureTable> known) {
    FeaturesConfig features = config.input().features();
    if (features != null) {
      FeatureReader reader = new FeatureReader(spark, quarantine, listener::warning);
      Supplier<FeatureTable> reading =
          () -> reader.read(features, config.plan().panelRows(), shape);
      boolean based = config.output().base() || config.clusters().base() != null;
      TableState before = based ? TableState.of(spark, features.table()) : null;
      FeatureTable table;
      if (quarantine.active()) {
        // Read in any case: what is put aside is not kept from run to run.
        FeatureTable read = reading.get();
        table = known.apply(() -> read);
      } else {
        table = known.apply(reading);
      }
      dropped.addPoints(table.pointIds());
      if (before != null) {
        table.at(before.unless(TableState.of(spark, features.table())));
      }
      return new Points(table.ids(), table, null);
    }
    EdgeReader reader = new EdgeReader(spark, quarantine);
    EdgeInput table =
        Catalogue.named(config.clusters().method()).takesScores()
            ? reader.readScores(edges())
            : reader.read(edges());
    for (LabelsConfig records : records()) {
      table = EdgeInput.of(reader.added(records, table.onDriver()));
    }
    return new Points(table.ids(), null, table);
  }

  /** The judged pairs, none when no table is named. */
  public ReadConstraints constraints(PointIds ids) {
    IdTable points = ids.points();
    ConstraintsConfig named = config.input().constraints();
    Refusals refusals = new Refusals();
    ReadConstraints read =
        named == null
            ? null
            : refusals.attempt(
                () -> naming(() -> new ConstraintReader(spark, quarantine).read(named, ids)));
    if (read != null) {
      dropped.add("input.constraints", read.dropped());
    }
    ReadConstraints judged = read == null ? ReadConstraints.none(points) : read;
    ReadConstraints all = refusals.attempt(() -> joined(judged, points));
    refusals.raise();
    return Objects.requireNonNull(all);
  }

  /** The pairs and the constraints of the tables of capabilities. */
  private ReadConstraints joined(ReadConstraints judged, IdTable ids) {
    boolean hard = config.clusters().hardConstraints();
    ReadConstraints all = judged;
    for (ConstraintTable one : Capabilities.of(ConstraintTable.class)) {
      LabelsConfig named = config.input().more().get(one.key());
      all = named == null ? all : one.joined(spark, hard, named, all, ids);
    }
    return all;
  }

  /** The labels to evaluate against, or null when none are given. */
  public @Nullable Labeling truth(PointIds ids) {
    LabelsConfig named = config.input().truth();
    if (named == null) {
      return null;
    }
    Labeling read = naming(() -> labelReader().read(named, ids));
    dropped.add("input.truth", read.dropped());
    return read;
  }

  /** The pairs with the rule of sources, where a table of sources is named. */
  public ReadConstraints exclusive(ReadConstraints read, PointIds ids) {
    LabelsConfig named = config.input().exclusive();
    if (named == null) {
      return read;
    }
    Labeling sources = labelReader().readSources(named, ids);
    dropped.add("input.exclusive", sources.dropped());
    return new ReadConstraints(
        read.pairs().withSources(sources.labels()),
        read.unsure(),
        read.rows(),
        read.declined(),
        read.dropped());
  }

  private LabelReader labelReader() {
    return new LabelReader(spark, quarantine, config.input().features());
  }

  /** The known labels, or null when none are given. */
  public @Nullable KnownLabels labels(PointIds ids) {
    LabelsConfig named = config.input().labels();
    if (named == null) {
      return null;
    }
    Labeling read = naming(() -> labelReader().read(named, ids));
    dropped.add("input.labels", read.dropped());
    return new KnownLabels(read.labels(), read.names());
  }

  /** The weight of each point, or null where nothing counts it. */
  public double @Nullable [] weights(PointIds ids) {
    FeaturesConfig features = config.input().features();
    boolean counted = config.clusters().sizes() != null || config.clusters().weighs();
    if (features == null || features.weight() == null || !counted) {
      return null;
    }
    return new WeightReader(spark, features, quarantine.active()).read(ids);
  }

  /**
   * Refuses bounds of sizes that no partition of these points holds, as far as adding and counting
   * show it.
   */
  public void checkSizes(PairConstraints pairs, double @Nullable [] weights) {
    if (config.clusters().number().isChosen()) {
      return; // the bounds decide on the number
    }
    SizeBounds.refuseImpossible(
        SizeBounds.of(config.clusters(), pairs.points(), weights, null),
        pairs,
        config.clusters().hardConstraints());
  }

  /** The second graph, or null when none is given. */
  public @Nullable SignedGraph side(PointIds ids) {
    EdgesConfig named = config.input().sideEdges();
    if (named == null) {
      return null;
    }
    EdgeTable edges = new EdgeReader(spark, quarantine).readSigned(named);
    return SecondGraph.of(edges, ids, dropped);
  }

  /** Refuses inputs without what the method needs. */
  public void checkNeeds(PairConstraints pairs, @Nullable KnownLabels labels) {
    Method method = Catalogue.named(config.clusters().method());
    String name = method.info().name();
    refuseGivenNumber(config, method);
    if (method.needsPairs() && pairs.size() == 0) {
      throw new InputException(
          ("clusters.method = %s learns from must-links and cannot-links, but input.constraints"
                  + " %s; name a table of judged pairs, or set clusters.method = ncut.")
              .formatted(
                  name, config.input().constraints() == null ? "is not given" : "holds none"));
    }
    if (pairs.realValued() && !method.takesRealWeights()) {
      throw new InputException(
          ("input.constraints has no column of kinds, and the weight of the pair %s, but"
                  + " clusters.method = %s takes degrees of belief, weights from -1 to 1. Divide"
                  + " the weights by the largest magnitude, or choose clusters.method = csp,"
                  + " which takes any.")
              .formatted(beyondOne(pairs), name));
    }
    if (method.needsFeatures() && config.input().features() == null) {
      throw new InputException(
          ("clusters.method = %s works on input.features, but input.edges is given; name a table"
                  + " of features, or choose another method.")
              .formatted(name));
    }
    if (method.needsLabels() && (labels == null || labels.known() == 0)) {
      throw new InputException(
          ("clusters.method = %s spreads known labels over the graph, but input.labels %s; name a"
                  + " table of labelled points, or choose another method.")
              .formatted(name, labels == null ? "is not given" : "holds none"));
    }
  }

  /** The first pair whose weight exceeds 1, and its weight as given. */
  private static String beyondOne(PairConstraints pairs) {
    int p = 0;
    while (pairs.weight()[p] <= 1.0) {
      p++;
    }
    double weight = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
    return "(%s, %s) is %s"
        .formatted(
            pairs.names().name(pairs.first()[p]), pairs.names().name(pairs.second()[p]), weight);
  }

  /** Warns of inputs that the method leaves unused. */
  public void warnOfUnused() {
    Method method = Catalogue.named(config.clusters().method());
    if (config.input().labels() != null && !method.usesLabels()) {
      listener.warning(
          "input.labels is given, but method " + method.info().name() + " does not use labels.");
    }
    if (config.input().sideEdges() != null && !method.usesSideGraph()) {
      listener.warning(
          "input.side-edges is given, but method "
              + method.info().name()
              + " does not use a second graph.");
    }
  }

  /** Refuses more clusters or neighbours than there are points. */
  public void checkCounts(int n, boolean search) {
    int k = config.clusters().number().most(n);
    if (k > n) {
      throw new InputException(
          "clusters.count is %s, but the input has only %s points%s; set it to at most that many."
              .formatted(config.clusters().number(), n, withoutDropped(dropped.counts())));
    }
    if (search && config.graph().neighbors() >= n) {
      throw new InputException(
          ("graph.neighbors is %s, but a point has only %s others in an input of %s%s; lower"
                  + " graph.neighbors, or check that the table is the one you meant.")
              .formatted(config.graph().neighbors(), n - 1, n, withoutDropped(dropped.counts())));
    }
  }

  /** Refuses hard constraints that contradict each other; warns of soft ones. */
  public void checkConstraints(
      PairConstraints pairs, MustLinkClosure closure, CannotLinkGraph apart) {
    Contradictions contradictions = Contradictions.find(pairs, closure);
    if (config.clusters().hardConstraints()) {
      contradictions.requireNone(this::places);
      SourceRule.requireNoContradiction(pairs, closure);
      ClustersConfig.Count number = config.clusters().number();
      int room = number.isNested() ? number.least() : number.most();
      if (!number.auto()) {
        new ClusterShortage(pairs, closure, apart).requireRoomFor(room);
      }
    } else if (contradictions.count() > 0) {
      listener.warning(
          contradictions.count()
              + " cannot-links contradict the must-links, for example "
              + contradictions.describe(contradictions.proofs(1).get(0))
              + ". Constraints are soft, so both sides are used as they are.");
    }
  }

  private String places(List<String> chain) {
    ConstraintsConfig named = config.input().constraints();
    return named == null ? "" : new ConstraintReader(spark).places(named, chain);
  }

  /** Refuses settings that need a number of clusters, beside a method that finds it. */
  private static void refuseGivenNumber(ConcordConfig config, Method method) {
    if (!method.findsCount()) {
      return;
    }
    ClustersConfig clusters = config.clusters();
    String name = method.info().name();
    if (!clusters.number().auto()) {
      throw new InputException(
          ("clusters.count = %s, but clusters.method = %s finds the number of clusters; set"
                  + " clusters.count = auto, or choose another method.")
              .formatted(clusters.number(), name));
    }
    if (clusters.sizes() != null) {
      throw new InputException(
          "clusters.sizes bounds the sizes of a given number of clusters, but clusters.method = "
              + name
              + " finds the number; leave clusters.sizes out, or choose another method.");
    }
  }

  /** What an input has lost besides its points; empty where nothing is left out. */
  private static String withoutDropped(Map<String, Long> dropped) {
    long rows = dropped.getOrDefault("input.features", 0L);
    return rows == 0
        ? ""
        : ", beside %s%s left out for a missing value (input.features.missing = drop)"
            .formatted(rows, rows == 1 ? " row that is" : " rows that are");
  }
}
