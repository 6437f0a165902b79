package dev.concord.ml;

import static dev.concord.ml.ParamDefinitions.named;
import static dev.concord.ml.TrainingViews.quoted;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.concord.constraint.PairKind;
import dev.concord.error.InputException;
import java.util.List;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * How well clusters agree with judged pairs: the mean of two shares, of the must-links that lie in
 * one cluster and of the cannot-links that lie in two, from 0 to 1. Too few clusters break
 * cannot-links and too many break must-links, so a cross-validation finds the number of clusters by
 * it, where a silhouette prefers two.
 *
 * <p>Pairs of which a point is not in the data are not looked at. Within a cross-validation these
 * are the pairs that training saw, because a fold that is held out was no part of it: of m pairs
 * about m / folds are judged over all folds. On the training data itself hard constraints are met,
 * and the measure says nothing about other pairs.
 */
public final class PairEvaluator extends Evaluator implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> idCol;
  private final Param<String> predictionCol;
  private final Param<String> weightCol;
  private transient @Nullable Dataset<Row> constraints;

  public PairEvaluator() {
    this(Identifiable.randomUID("pairs"));
  }

  /** An evaluator of a given name. */
  public PairEvaluator(String uid) {
    this.uid = uid;
    idCol = ParamMaker.text(this, "idCol", "column of ids, by which the pairs name points");
    predictionCol = ParamMaker.text(this, "predictionCol", "column of cluster numbers");
    weightCol =
        ParamMaker.text(
            this,
            "weightCol",
            "column of weights of points; a pair counts by its weight and those of its points");
    setDefault(predictionCol, "prediction");
  }

  @Override
  public String uid() {
    return uid;
  }

  public Param<String> idCol() {
    return idCol;
  }

  public Param<String> predictionCol() {
    return predictionCol;
  }

  public Param<String> weightCol() {
    return weightCol;
  }

  public String getIdCol() {
    return getOrDefault(idCol);
  }

  public String getPredictionCol() {
    return getOrDefault(predictionCol);
  }

  public String getWeightCol() {
    return getOrDefault(weightCol);
  }

  public PairEvaluator setIdCol(String value) {
    set(idCol, value);
    return this;
  }

  public PairEvaluator setPredictionCol(String value) {
    set(predictionCol, value);
    return this;
  }

  public PairEvaluator setWeightCol(String value) {
    set(weightCol, value);
    return this;
  }

  /** The judged pairs, or null. */
  public @Nullable Dataset<Row> getConstraints() {
    return constraints;
  }

  /** Judged pairs: columns first, second, kind and, if wished, weight. Null takes them back. */
  public PairEvaluator setConstraints(@Nullable Dataset<Row> pairs) {
    constraints = pairs;
    return this;
  }

  /** True: more pairs are met. */
  @Override
  public boolean isLargerBetter() {
    return true;
  }

  /**
   * The mean of the shares of must-links and of cannot-links that are met, by weight; the share of
   * the one kind where this data has no pair of the other.
   *
   * @param dataset points with their ids and clusters; a point of cluster -1 is with no other
   * @throws InputException when columns are missing, the pairs are of one kind alone, or none of
   *     them has both its points in the data
   */
  @Override
  public double evaluate(Dataset<?> dataset) {
    Dataset<Row> pairs = constraints;
    if (pairs == null) {
      throw new InputException(
          "PairEvaluator has no pairs; give it a table of judged pairs by setConstraints");
    }
    String weight = named(this, weightCol);
    check(Columns.of(dataset), weight);
    Columns of = Columns.of(pairs);
    List.of("first", "second", "kind").forEach(column -> of.require("constraints", column));
    Column judged =
        of.find("weight") < 0
            ? lit(1.0)
            : coalesce(col("weight").cast(DataTypes.DoubleType), lit(1.0));
    Dataset<Row> all =
        pairs.select(
            col("first").cast("string").as("first"),
            col("second").cast("string").as("second"),
            col("kind").cast("string").as("kind"),
            judged.as("judged"));
    Shares shares = new Shares();
    all.join(side(dataset, weight, "first"), "first")
        .join(side(dataset, weight, "second"), "second")
        .select("kind", "judged", "first_in", "second_in", "first_weight", "second_weight")
        .orderBy("kind", "judged", "first_in", "second_in", "first_weight", "second_weight")
        .collectAsList()
        .forEach(shares::add);
    if (shares.total[0] == 0.0 && shares.total[1] == 0.0) {
      throw new InputException(
          "PairEvaluator: no judged pair has both its points in column "
              + getIdCol()
              + " of the data; judge more pairs, or validate on a larger part of the data");
    }
    if ((shares.total[0] == 0.0 || shares.total[1] == 0.0) && isOneSided(all)) {
      throw new InputException(
          "PairEvaluator: all judged pairs are "
              + (shares.total[1] == 0.0
                  ? "must-links, which a single cluster meets"
                  : "cannot-links, which a cluster for each point meets")
              + " best; give it pairs of both kinds");
    }
    return shares.mean();
  }

  private void check(Columns columns, String weight) {
    if (named(this, idCol).isEmpty()) {
      throw new InputException(
          "idCol is not set, and the pairs name points by their ids; set idCol");
    }
    columns.require("idCol", getIdCol());
    columns.requireNumbers("predictionCol", getPredictionCol(), "clusters are whole numbers");
    if (!weight.isEmpty()) {
      columns.requireNumbers("weightCol", weight, "weights are numbers of at least 0");
    }
  }

  private static boolean isOneSided(Dataset<Row> pairs) {
    return pairs.select("kind").distinct().collectAsList().stream()
            .map(row -> kind(row))
            .filter(kind -> kind == PairKind.MUST_LINK || kind == PairKind.CANNOT_LINK)
            .distinct()
            .count()
        < 2;
  }

  /** The points as the first or the second of a pair: its id, its cluster and its weight. */
  private Dataset<Row> side(Dataset<?> dataset, String weight, String side) {
    return dataset.select(
        dataset.col(quoted(getIdCol())).cast("string").as(side),
        dataset.col(quoted(getPredictionCol())).cast("int").as(side + "_in"),
        (weight.isEmpty() ? lit(1.0) : dataset.col(quoted(weight)).cast("double"))
            .as(side + "_weight"));
  }

  private static PairKind kind(Row row) {
    PairKind kind = row.isNullAt(0) ? PairKind.OPEN : PairKind.of(row.getString(0));
    if (kind == null) {
      throw new InputException(
          "constraints: the kind '"
              + row.getString(0)
              + "' is none; write must-link, cannot-link or unsure");
    }
    return kind;
  }

  /** Weights of pairs that are met and of all, of must-links and of cannot-links. */
  private static final class Shares {
    private final double[] met = new double[2];
    private final double[] total = new double[2];

    void add(Row row) {
      PairKind kind = kind(row);
      if (kind != PairKind.MUST_LINK && kind != PairKind.CANNOT_LINK) {
        return;
      }
      boolean must = kind == PairKind.MUST_LINK;
      double weight = row.getDouble(1) * row.getDouble(4) * row.getDouble(5);
      boolean together = row.getInt(2) == row.getInt(3) && row.getInt(2) >= 0;
      int at = must ? 0 : 1;
      total[at] += weight;
      met[at] += together == must ? weight : 0.0;
    }

    double mean() {
      double sum = 0.0;
      int kinds = 0;
      for (int at = 0; at < 2; at++) {
        if (total[at] > 0.0) {
          sum += met[at] / total[at];
          kinds++;
        }
      }
      return sum / kinds;
    }
  }

  @Override
  public PairEvaluator copy(ParamMap extra) {
    PairEvaluator copy = new PairEvaluator(uid);
    copyValues(copy, extra);
    copy.constraints = constraints;
    return copy;
  }

  @Override
  public MLWriter write() {
    return Persistence.writer(this, Persistence.pairs(constraints));
  }

  /** Reads evaluators that were saved. */
  public static MLReader<PairEvaluator> read() {
    return Persistence.reader(
        PairEvaluator.class,
        (uid, spark, path) ->
            new PairEvaluator(uid).setConstraints(Persistence.pairs(spark, path)));
  }

  /** Reads an evaluator from a folder. */
  public static PairEvaluator load(String path) {
    return read().load(path);
  }
}
