package dev.concord.ml;

import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Sample tables, and that of wines as users of Spark ML have it. */
final class SampleTables {
  private SampleTables() {}

  /** Columns id, features and label. */
  static Dataset<Row> wine() {
    return csv("wine", "features").join(csv("wine", "truth"), "id").cache();
  }

  static Dataset<Row> pairs() {
    return csv("wine", "constraints").cache();
  }

  /** One table as it is in the file: features, truth or constraints. */
  static Dataset<Row> csv(String sample, String table) {
    return SparkTest.session()
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(Path.of("data-samples", sample, table + ".csv").toString());
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
