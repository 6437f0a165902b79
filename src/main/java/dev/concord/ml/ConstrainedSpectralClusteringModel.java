package dev.concord.ml;

import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.spark.output.Assigner.Assignments;
import dev.concord.spark.output.ModelContent;
import dev.concord.spark.output.ModelFolder;
import dev.concord.spark.output.TrainedModel;
import dev.concord.spark.profile.Profiles;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A clustering that takes new points: {@link #transform} puts each where the command {@code assign}
 * would. Points of the training set keep their clusters: by their ids when {@code idCol} is set, as
 * it was for the training, and the data has that column, else by their features.
 *
 * <p>The training features lie in broadcast variables, which executors fetch on first use; {@link
 * #release} frees them.
 */
public final class ConstrainedSpectralClusteringModel
    extends Model<ConstrainedSpectralClusteringModel> implements ClusteringParams, MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ParamDefinitions own;
  private final transient TrainedModel trained;
  private transient @Nullable Dataset<?> training;

  ConstrainedSpectralClusteringModel(String uid, TrainedModel trained) {
    this.uid = uid;
    this.trained = trained;
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

  public ConstrainedSpectralClusteringModel setFeaturesCol(String value) {
    set(featuresCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setIdCol(String value) {
    set(idCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setPredictionCol(String value) {
    set(predictionCol(), value);
    return this;
  }

  /** What becomes of rows without features or with NaN among them: error, skip or keep. */
  public ConstrainedSpectralClusteringModel setHandleInvalid(String value) {
    set(handleInvalid(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setDistanceCol(String value) {
    set(distanceCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setConfidenceCol(String value) {
    set(confidenceCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setSecondCol(String value) {
    set(secondCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setOutlierCol(String value) {
    set(outlierCol(), value);
    return this;
  }

  public ConstrainedSpectralClusteringModel setAssignRule(String value) {
    set(assignRule(), value);
    return this;
  }

  /** Figures of the training. */
  public ConstrainedSpectralClusteringSummary summary() {
    Dataset<?> data = training;
    return new ConstrainedSpectralClusteringSummary(
        trained.content().facts(), data == null ? null : () -> profiles(data));
  }

  /** The same model with the data that it was trained on, for profiles. */
  ConstrainedSpectralClusteringModel trainedOn(@Nullable Dataset<?> data) {
    training = data;
    return this;
  }

  private Dataset<Row> profiles(Dataset<?> data) {
    List<String> others =
        Stream.of(idCol(), featuresCol(), weightCol(), exclusiveCol())
            .map(column -> ParamDefinitions.named(this, column))
            .toList();
    return Profiles.of(
        transform(data),
        getPredictionCol(),
        Arrays.stream(data.schema().fields())
            .filter(field -> others.stream().noneMatch(field.name()::equalsIgnoreCase))
            .toList());
  }

  TrainedModel trained() {
    return trained;
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
    trained.content().facts().categories().forEach(one -> columns.requireCategory(one.name()));
    return columns.check(this, false);
  }

  /**
   * Adds the cluster of each point, and its distance and confidence where columns are named, to a
   * table or a stream. Lazy; rows keep their order and partitions. Rows without features, or with
   * NaN among them, are treated as {@code handleInvalid} says; a model of the setting {@code
   * input.features.missing=drop} leaves them out.
   *
   * @throws InputException when the columns do not fit; later, in the tasks, when a point has other
   *     features than the training set
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    Columns columns = Columns.of(dataset);
    StructType out = checked(columns);
    List<CategoryColumn> categories = trained.content().facts().categories();
    boolean byCentre = getAssignRule().equals("centre");
    ModelContent content = trained.content();
    if (byCentre && content.extension() == null) {
      throw new InputException(
          "assignRule = centre needs an embedding, and method "
              + content.facts().method()
              + " has none; set assignRule = votes, which serves every method.");
    }
    String ids = ParamDefinitions.named(this, idCol());
    boolean named = !ids.isEmpty() && content.facts().namedIds() && columns.find(ids) >= 0;
    Assignments known =
        named
            ? new Assignments(content.ids(), content.assigned(), new double[0], new double[0])
            : Assignments.none();
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext());
    RowPlacer placer =
        new RowPlacer(
            trained.placer(byCentre),
            context.broadcast(known),
            named ? columns.find(ids) : -1,
            new RowFeatures(
                columns.find(getFeaturesCol()),
                content.facts().dim(),
                content.facts().substitutes(),
                categories,
                categories.stream().mapToInt(one -> columns.find(one.name())).toArray()),
            InvalidRows.of(getHandleInvalid(), content.facts().dropsMissing()),
            context.broadcast(new RowPlacer.KnownDoubt(named ? content.doubt() : null)),
            new RowPlacer.Added(
                !ParamDefinitions.named(this, distanceCol()).isEmpty(),
                !ParamDefinitions.named(this, confidenceCol()).isEmpty(),
                !ParamDefinitions.named(this, secondCol()).isEmpty(),
                !ParamDefinitions.named(this, outlierCol()).isEmpty()));
    return dataset.isStreaming()
        ? ofStream(
            dataset
                .toDF()
                .mapPartitions((MapPartitionsFunction<Row, Row>) placer::place, Encoders.row(out)),
            out)
        : dataset
            .sparkSession()
            .createDataFrame(dataset.toDF().toJavaRDD().mapPartitions(placer::place), out);
  }

  /** Rows of a stream, of which Spark makes no RDD, with the metadata that its encoder loses. */
  private static Dataset<Row> ofStream(Dataset<Row> rows, StructType out) {
    return rows.select(
        Arrays.stream(out.fields())
            .map(
                field ->
                    rows.col(TrainingViews.quoted(field.name())).as(field.name(), field.metadata()))
            .toArray(Column[]::new));
  }

  /** Frees the training features on all machines; the model cannot be used afterwards. */
  public void release() {
    trained.close();
  }

  @Override
  public ConstrainedSpectralClusteringModel copy(ParamMap extra) {
    ConstrainedSpectralClusteringModel copy = new ConstrainedSpectralClusteringModel(uid, trained);
    return copyValues(copy.trainedOn(training), extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return Persistence.writer(
        this,
        (spark, path) ->
            ModelFolder.write(spark, modelIn(path), trained.content(), trained.features()));
  }

  /** Reads models that were saved. */
  public static MLReader<ConstrainedSpectralClusteringModel> read() {
    return Persistence.reader(
        ConstrainedSpectralClusteringModel.class,
        (uid, spark, path) ->
            new ConstrainedSpectralClusteringModel(
                uid, ModelFolder.read(spark, "model", modelIn(path))));
  }

  /** Reads a model from a folder. */
  public static ConstrainedSpectralClusteringModel load(String path) {
    return read().load(path);
  }

  private static String modelIn(String path) {
    return new Path(path, "model").toString();
  }
}
