package dev.concord.ml;

import dev.concord.config.ConcordConfig;
import dev.concord.config.TextFormats;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.SparkMatch;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.ModelMaker;
import dev.concord.spark.output.ModelContent;
import dev.concord.spark.output.TrainedModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Constrained spectral clustering as a Spark ML estimator: the job of the command {@code cluster}
 * on a DataFrame.
 *
 * <p>Constraints are a DataFrame ({@link #setConstraints}) or a path ({@code constraintsPath}),
 * with the columns first, second, kind and, if wished, weight; their ids are those of {@code
 * idCol}. Pairs of which a point is not in the data are left out, so that cross-validation can
 * train on a part of it. Constraints given as a DataFrame are saved with the estimator, as Parquet.
 *
 * <p>Without {@code idCol} points are numbered by the order of their feature values, so that the
 * result does not depend on the order of rows.
 */
public final class ConstrainedSpectralClustering
    extends Estimator<ConstrainedSpectralClusteringModel> implements ClusteringParams, MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ParamDefinitions own;
  private transient volatile @Nullable FitProgress progress;
  private transient @Nullable Dataset<Row> constraints;

  public ConstrainedSpectralClustering() {
    this(Identifiable.randomUID("csc"));
  }

  /**
   * An estimator of a given name.
   *
   * @throws dev.concord.error.ConcordException when this jar was built for another Spark or Scala
   */
  public ConstrainedSpectralClustering(String uid) {
    SparkMatch.require();
    this.uid = uid;
    this.own = new ParamDefinitions(this);
    own.defaults(this);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ParamDefinitions own() {
    return own;
  }

  /** The constraints given as a DataFrame, or null. */
  public @Nullable Dataset<Row> getConstraints() {
    return constraints;
  }

  /** Judged pairs: columns first, second, kind and, if wished, weight. Null takes them back. */
  public ConstrainedSpectralClustering setConstraints(@Nullable Dataset<Row> pairs) {
    constraints = pairs;
    return this;
  }

  public ConstrainedSpectralClustering setFeaturesCol(String value) {
    set(featuresCol(), value);
    return this;
  }

  /** Columns of categories beside the features; each level weighs as in the command cluster. */
  public ConstrainedSpectralClustering setCategoricalCols(String[] value) {
    set(categoricalCols(), value);
    return this;
  }

  public ConstrainedSpectralClustering setIdCol(String value) {
    set(idCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setPredictionCol(String value) {
    set(predictionCol(), value);
    return this;
  }

  /** What becomes of rows without features or with NaN among them: error, skip or keep. */
  public ConstrainedSpectralClustering setHandleInvalid(String value) {
    set(handleInvalid(), value);
    return this;
  }

  public ConstrainedSpectralClustering setDistanceCol(String value) {
    set(distanceCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setConfidenceCol(String value) {
    set(confidenceCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setSecondCol(String value) {
    set(secondCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setOutlierCol(String value) {
    set(outlierCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setK(int value) {
    set(k(), value);
    return this;
  }

  public ConstrainedSpectralClustering setMethod(String value) {
    set(method(), value);
    return this;
  }

  public ConstrainedSpectralClustering setRefine(String value) {
    set(refine(), value);
    return this;
  }

  public ConstrainedSpectralClustering setConstraintMode(String value) {
    set(constraintMode(), value);
    return this;
  }

  public ConstrainedSpectralClustering setPropagate(boolean value) {
    set(propagate(), value);
    return this;
  }

  public ConstrainedSpectralClustering setNeighbors(int value) {
    set(neighbors(), value);
    return this;
  }

  public ConstrainedSpectralClustering setKernel(String value) {
    set(kernel(), value);
    return this;
  }

  public ConstrainedSpectralClustering setScaleFeatures(String value) {
    set(scaleFeatures(), value);
    return this;
  }

  public ConstrainedSpectralClustering setEigenvectors(int value) {
    set(eigenvectors(), value);
    return this;
  }

  public ConstrainedSpectralClustering setRestarts(int value) {
    set(restarts(), value);
    return this;
  }

  public ConstrainedSpectralClustering setSeed(long value) {
    set(seed(), value);
    return this;
  }

  public ConstrainedSpectralClustering setMinClusterSize(double value) {
    set(minClusterSize(), value);
    return this;
  }

  public ConstrainedSpectralClustering setMaxClusterSize(double value) {
    set(maxClusterSize(), value);
    return this;
  }

  public ConstrainedSpectralClustering setWeightCol(String value) {
    set(weightCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setExclusiveCol(String value) {
    set(exclusiveCol(), value);
    return this;
  }

  public ConstrainedSpectralClustering setOutliers(double value) {
    set(outliers(), value);
    return this;
  }

  public ConstrainedSpectralClustering setConstraintsPath(String value) {
    set(constraintsPath(), value);
    return this;
  }

  public ConstrainedSpectralClustering setConstraintsFormat(String value) {
    set(constraintsFormat(), value);
    return this;
  }

  public ConstrainedSpectralClustering setAssignRule(String value) {
    set(assignRule(), value);
    return this;
  }

  public ConstrainedSpectralClustering setSettings(String[] value) {
    set(settings(), value);
    return this;
  }

  /**
   * Where the last {@link #fit} stands, for another thread: stage, units done, all units (-1 where
   * they are not known) and a few words, parted by tabs.
   */
  public String progress() {
    FitProgress now = progress;
    return (now == null ? new FitProgress() : now).text();
  }

  /** The documentation, default and value of a parameter. */
  @Override
  public String explainParam(Param<?> param) {
    return ParamMaker.explained(this, param, super.explainParam(param));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return checked(Columns.of(schema));
  }

  private StructType checked(Columns columns) {
    columns.checkWeight(this);
    columns.checkSources(this);
    columns.checkCategories(this);
    return columns.check(this, true);
  }

  /**
   * Clusters the data.
   *
   * @param dataset points of any session, no stream; the constraints may be of another session
   * @throws dev.concord.error.ConcordException as the command {@code cluster} does: bad input,
   *     constraints that cannot be met, a solver that does not converge, too little memory
   */
  @Override
  public ConstrainedSpectralClusteringModel fit(Dataset<?> dataset) {
    checked(Columns.of(dataset));
    try (TrainingViews views = TrainingViews.of(this, dataset, constraints)) {
      return fit(views).trainedOn(dataset);
    }
  }

  private ConstrainedSpectralClusteringModel fit(TrainingViews views) {
    FitProgress listener = new FitProgress();
    progress = listener;
    try {
      ConcordConfig config = ConfigLoader.load("", uid, settingsFor(views));
      try (ClusterJob job = ClusterJob.prepare(views.spark(), config, listener)) {
        views.refuseUnlessSomePairIsKnown(job.diagnosis());
        ClusterOutcome outcome = job.run();
        ModelContent content = ModelMaker.of(outcome, TextFormats.NONE);
        // Numbers in the order of features are no names: an id of a new point is none of them.
        ModelContent kept =
            ParamDefinitions.named(this, idCol()).isEmpty() ? content.unnamed() : content;
        TrainedModel trained = TrainedModel.of(views.context(), kept, outcome.features());
        ConstrainedSpectralClusteringModel model =
            new ConstrainedSpectralClusteringModel(uid, trained);
        return copyValues(model, extractParamMap()).setParent(this);
      }
    } catch (InputException refused) {
      throw ParamWords.of(views.explained(refused), getSettings());
    } catch (ConcordException failed) {
      throw ParamWords.of(failed, getSettings());
    }
  }

  private List<String> settingsFor(TrainingViews views) {
    List<String> sets = new ArrayList<>(views.settings());
    sets.add("clusters.count=" + (getK() == 0 ? "auto" : Integer.toString(getK())));
    sets.addAll(ParamDefinitions.settings(this));
    addPositive(sets, "clusters.sizes.min", getMinClusterSize());
    addPositive(sets, "clusters.sizes.max", getMaxClusterSize());
    addPositive(sets, "clusters.outliers", getOutliers());
    sets.add("output.path=none");
    boolean doubted =
        !ParamDefinitions.named(this, confidenceCol()).isEmpty()
            || !ParamDefinitions.named(this, secondCol()).isEmpty();
    sets.add("output.membership=" + doubted);
    sets.addAll(List.of(getSettings()));
    return sets;
  }

  private static void addPositive(List<String> sets, String key, double value) {
    if (value > 0.0) {
      sets.add(key + "=" + BigDecimal.valueOf(value).stripTrailingZeros().toPlainString());
    }
  }

  @Override
  public ConstrainedSpectralClustering copy(ParamMap extra) {
    ConstrainedSpectralClustering copy = new ConstrainedSpectralClustering(uid);
    copyValues(copy, extra);
    copy.constraints = constraints;
    return copy;
  }

  @Override
  public MLWriter write() {
    return Persistence.writer(this, Persistence.pairs(constraints));
  }

  /** Reads estimators that were saved. */
  public static MLReader<ConstrainedSpectralClustering> read() {
    return Persistence.reader(
        ConstrainedSpectralClustering.class,
        (uid, spark, path) ->
            new ConstrainedSpectralClustering(uid).setConstraints(Persistence.pairs(spark, path)));
  }

  /** Reads an estimator from a folder. */
  public static ConstrainedSpectralClustering load(String path) {
    return read().load(path);
  }

  /** Where a training stands; read by another thread than the one that trains. */
  static final class FitProgress implements JobListener {
    private volatile State state = new State("", 0, -1, "");

    private record State(String stage, long done, long units, String detail) {}

    /** Stage, units done, all units (-1: unknown) and a few words, parted by tabs. */
    String text() {
      State now = state;
      return String.join(
          "\t", now.stage, Long.toString(now.done), Long.toString(now.units), now.detail);
    }

    @Override
    public void stageStarted(String stage, long units) {
      state = new State(stage, 0, units, "");
    }

    @Override
    public void stageAdvanced(String stage, long done, String detail) {
      State before = state;
      state = new State(stage, Math.max(done, 0), before.units, detail);
    }

    @Override
    public void stageFinished(String stage, double seconds, String summary) {
      State before = state;
      state = new State(stage, before.units, before.units, summary);
    }

    @Override
    public void warning(String message) {}
  }
}
