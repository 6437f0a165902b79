package dev.concord.spark.output;

import dev.concord.config.AssignConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.TaskCounter;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.input.DroppedRows;
import dev.concord.spark.input.TableFaults;
import dev.concord.spark.input.features.FeatureStream;
import dev.concord.spark.input.features.MissingFeatures;
import dev.concord.spark.output.Assigner.Assignments;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Assigns new points to the clusters of a model, partition by partition. For any number of points a
 * task holds one batch of them and one panel of training points; the driver holds none.
 *
 * <p>Cost: 2·new·n·d operations of native products; the training features cross the network once an
 * executor. An id that is in the training set keeps its cluster, without any search.
 */
public final class AssignJob implements AutoCloseable {
  /** Values of a batch: its rows share one pass over the training points. */
  private static final int BATCH_VALUES = 1 << 21;

  private static final int MOST_ROWS = 4096;

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final AssignConfig config;
  private final StageClock clock;
  private final WarningLog log;
  private final TrainedModel model;
  private final @Nullable FeatureStream points;
  private final @Nullable EdgeAssignment edges;
  private final int batchRows;
  private final DroppedRows dropped;

  /** The points to assign, by features or by edges. */
  private record NewPoints(
      @Nullable FeatureStream points, @Nullable EdgeAssignment edges, DroppedRows dropped) {}

  private AssignJob(
      SparkSession spark,
      AssignConfig config,
      StageClock clock,
      WarningLog log,
      TrainedModel model,
      NewPoints given) {
    this.spark = spark;
    this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.config = config;
    this.clock = clock;
    this.log = log;
    this.model = model;
    this.points = given.points();
    this.edges = given.edges();
    this.dropped = given.dropped();
    int dim = Math.max(1, model.content().facts().dim());
    this.batchRows = Math.max(1, Math.min(MOST_ROWS, BATCH_VALUES / dim));
  }

  /**
   * Reads the model, opens the table of new points and checks one against the other.
   *
   * @throws InputException when the model or the table is at fault
   */
  public static AssignJob prepare(SparkSession spark, AssignConfig config, JobListener listener) {
    OutputPlace.check(spark.sessionState().newHadoopConf(), config.output(), RunPaths.of(config));
    WarningLog log = new WarningLog(listener);
    StageClock clock = new StageClock(log);
    clock.start("read", -1);
    if (config.input().quarantine() != null) {
      log.warning(
          "input.quarantine is given, but assign puts no rows aside: a row that cannot be used ends"
              + " the run.");
    }
    TrainedModel model = ModelFolder.read(spark, "model.path", config.modelPath());
    boolean ready = false;
    try {
      ModelFacts facts = model.content().facts();
      FeaturesConfig named = config.input().features();
      FeatureStream points = null;
      EdgeAssignment edges = null;
      DroppedRows dropped = new DroppedRows();
      if (named != null) {
        checkModel(config, model.content());
        points = FeatureStream.open(spark, named, shape(facts));
        points.refuseRepeatedIds();
        MissingFeatures missing = points.missing();
        dropped.add(points.rowNumbers() ? "row " : "id ", missing.rows(), missing.first());
        dropped.report(log::warning);
        reportUnseen(facts, missing, log);
      } else if (config.input().edges() != null) {
        if (config.byCentre()) {
          throw new InputException(
              "assign.rule = centre needs input.features; with input.edges set assign.rule ="
                  + " votes.");
        }
        edges = EdgeAssignment.read(spark, config.input().edges(), model.content());
      }
      clock.finish(
          "a model of %s points of %s features, %s clusters"
              .formatted(facts.points(), facts.dim(), facts.clusters()));
      ready = true;
      return new AssignJob(spark, config, clock, log, model, new NewPoints(points, edges, dropped));
    } finally {
      if (!ready) {
        model.close();
      }
    }
  }

  private static FeatureStream.Shape shape(ModelFacts facts) {
    return new FeatureStream.Shape(
        facts.columns(),
        facts.categories(),
        facts.formats(),
        facts.oneVector(),
        facts.dim(),
        facts.substitutes(),
        facts.dropsMissing());
  }

  private static void reportUnseen(ModelFacts facts, MissingFeatures missing, WarningLog log) {
    for (int c = 0; c < missing.unseen().size(); c++) {
      TableFaults unseen = missing.unseen().get(c);
      if (unseen.any()) {
        log.warning(
            unseen.total()
                + (unseen.total() == 1 ? " value" : " values")
                + " of column "
                + facts.categories().get(c).name()
                + " of input.features "
                + (unseen.total() == 1 ? "is" : "are")
                + " no category of the training set and "
                + (unseen.total() == 1 ? "counts" : "count")
                + " as equally far from all of them: "
                + unseen.text()
                + ".");
      }
    }
  }

  private static void checkModel(AssignConfig config, ModelContent content) {
    if (!content.facts().takesFeatures()) {
      throw new InputException(
          ("model.path (%s): the model was made from a given graph (input.edges), so it has no"
                  + " features and no distance to a new point; give input.edges between new"
                  + " points and points of the model, or make the model from features.")
              .formatted(config.modelPath()));
    }
    if (config.byCentre() && content.extension() == null) {
      throw new InputException(
          "assign.rule = centre needs an embedding, and method "
              + content.facts().method()
              + " has none; set assign.rule = votes, which serves every method.");
    }
  }

  /** The plan of the job, in a few lines. */
  public String describe() {
    ModelFacts facts = model.content().facts();
    if (edges != null) {
      return "model          %,d points, %d clusters, method %s%nrule           votes along edges, %,d points%n"
          .formatted(facts.points(), facts.clusters(), facts.method(), edges.points());
    }
    long features = 8L * facts.points() * facts.dim();
    long batch = 8L * batchRows * facts.dim();
    return """
        model          %,d points of %,d features, %d clusters, method %s
        rule           %s, %d neighbours, %s kernel
        batches        %,d points
        broadcast      at most %,d MiB of features an executor, spilled to disk as needed
        a task         %,d MiB for a batch, besides one panel of training points
        """
        .formatted(
            facts.points(),
            facts.dim(),
            facts.clusters(),
            facts.method(),
            config.byCentre() ? "nearest centre" : "votes of the nearest training points",
            facts.neighbors(),
            facts.kernel().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
            batchRows,
            1 + (features >> 20),
            1 + ((4 * batch) >> 20));
  }

  /** Does the job: writes the table assigned into {@code output}, which the caller publishes. */
  public AssignOutcome run(OutputFolder output) {
    if (edges != null) {
      return alongEdges(output, edges);
    }
    return byFeatures(output, Objects.requireNonNull(points));
  }

  private AssignOutcome alongEdges(OutputFolder output, EdgeAssignment given) {
    clock.start("assign", -1);
    long began = System.nanoTime();
    ConstrainedPoints links = given.write(spark, config, output, clock);
    return outcome(output, given.idType(), links, began);
  }

  private AssignOutcome byFeatures(OutputFolder output, FeatureStream points) {
    boolean named = model.content().facts().namedIds() && !points.rowNumbers();
    ModelContent content = model.content();
    Assignments known =
        named
            ? new Assignments(content.ids(), content.assigned(), new double[0], new double[0])
            : Assignments.none();
    TrainedModel.Placer placer = model.placer(config.byCentre());
    Broadcast<Assignments> sharedKnown = context.broadcast(known);
    ConstrainedPoints links = ConstrainedPoints.NONE;
    try {
      if (config.input().constraints() != null) {
        clock.start("constraints", -1);
        links =
            ConstrainedPoints.decide(
                spark, config.input().constraints(), points, batchRows, content, placer, dropped);
        dropped.report(log::warning);
        clock.finish(links.summary());
        if (links.soft() > 0) {
          log.warning(
              links.soft()
                  + " constraints have a weight below 1 and were not used: assign honours those of"
                  + " weight 1.");
        }
      }
      return write(output, points, placer, sharedKnown, links);
    } finally {
      sharedKnown.destroy();
      placer.close();
    }
  }

  private AssignOutcome write(
      OutputFolder output,
      FeatureStream points,
      TrainedModel.Placer placer,
      Broadcast<Assignments> known,
      ConstrainedPoints links) {
    Broadcast<Assignments> linked = context.broadcast(links.decided());
    try {
      boolean byCentre = config.byCentre();
      Assigner assigner = new Assigner(placer, known, linked);
      JavaRDD<Row> rows =
          points.batches(batchRows).flatMap(batch -> assigner.assign(batch, byCentre));
      clock.start("assign", rows.getNumPartitions());
      long began = System.nanoTime();
      try (TaskCounter counter =
          new TaskCounter(
              context.sc(), clock.listener(), clock.current(), rows.getNumPartitions())) {
        counter.watch();
        points.guard(
            () -> {
              output.writeRows("assigned", Assigner.schema(points.idType()), rows);
              return null;
            });
      }
      return outcome(output, points.idType(), links, began);
    } finally {
      linked.destroy();
    }
  }

  /** Counts what was written. */
  private AssignOutcome outcome(
      OutputFolder output, DataType idType, ConstrainedPoints links, long began) {
    double seconds = (System.nanoTime() - began) / 1e9;
    AssignFigures figures =
        AssignFigures.of(
            output.readBack("assigned", Assigner.schema(idType)),
            model.content().facts().clusters());
    if (figures.points() == 0) {
      throw new InputException(
          dropped.counts().isEmpty()
              ? "input.features: the table has no rows; give at least one point to assign."
              : "input.features: every row has a missing value and is left out"
                  + " (input.features.missing = drop of the model or of this run); give at least one"
                  + " point with all its features.");
    }
    clock.finish(Math.round(figures.points() / Math.max(1e-9, seconds)) + " points a second");
    return new AssignOutcome(
        model.content().facts(),
        figures,
        links,
        dropped.counts(),
        seconds,
        clock.seconds(),
        log.warnings());
  }

  @Override
  public void close() {
    model.close();
  }
}
