package dev.concord.ml;

import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;

/** What becomes of rows without features, or with null or NaN among them: handleInvalid. */
enum InvalidRows {
  REFUSE,
  SKIP,
  KEEP;

  /** The default. */
  static final String ERROR = "error";

  /** The parameter of an owner. */
  static Param<String> param(Params owner) {
    return ParamMaker.choice(
        owner,
        "handleInvalid",
        "rows without features, or with null or NaN among them: error refuses them, skip leaves"
            + " them out, keep leaves them out of the training and gives them the prediction -1",
        List.of(ERROR, "skip", "keep"));
  }

  /**
   * The rule of a model.
   *
   * @param drops whether its settings leave out rows with a missing feature
   */
  static InvalidRows of(String word, boolean drops) {
    return word.equals("keep") ? KEEP : drops || word.equals("skip") ? SKIP : REFUSE;
  }

  /** Whether a row has all its features. */
  static Column valid(Column features, boolean vectors) {
    Column numbers = vectors ? functions.vector_to_array(features, "float64") : features;
    return when(features.isNull(), false)
        .otherwise(not(exists(numbers, number -> number.isNull().or(number.isNaN()))));
  }
}
