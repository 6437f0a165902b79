package dev.concord.ml;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.lit;
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

  /**
   * Whether a row has all its features.
   *
   * @param codes its categories as texts
   */
  static Column valid(Column features, boolean vectors, List<Column> codes) {
    Column numbers = vectors ? functions.vector_to_array(features, "float64") : features;
    Column whole =
        when(features.isNull(), false)
            .otherwise(not(exists(numbers, number -> number.isNull().or(number.isNaN()))));
    for (Column code : codes) {
      whole = whole.and(coalesce(code.notEqual(""), lit(false)));
    }
    return whole;
  }
}
