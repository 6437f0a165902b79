package dev.concord.ml;

import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The table of wines with its classes and pairs, as users of Spark ML have it. */
final class WineTables {
  private WineTables() {}

  /** Columns id, features and label. */
  static Dataset<Row> wine() {
    return csv("features").join(csv("truth"), "id").cache();
  }

  static Dataset<Row> pairs() {
    return csv("constraints").cache();
  }

  private static Dataset<Row> csv(String table) {
    return SparkTest.session()
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(Path.of("data-samples", "wine", table + ".csv").toString());
  }

  static VectorAssembler assembler(Dataset<Row> wine) {
    String[] columns =
        Arrays.stream(wine.columns())
            .filter(c -> !c.equals("id") && !c.equals("label"))
            .toArray(String[]::new);
    return new VectorAssembler().setInputCols(columns).setOutputCol("raw");
  }

  static StandardScaler scaler() {
    return new StandardScaler()
        .setInputCol("raw")
        .setOutputCol("features")
        .setWithMean(true)
        .setWithStd(true);
  }

  /** Columns id, label and features of equal variance. */
  static Dataset<Row> scaled(Dataset<Row> wine) {
    Dataset<Row> raw = assembler(wine).transform(wine);
    return scaler().fit(raw).transform(raw).select("id", "label", "features");
  }
}
