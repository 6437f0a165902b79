package dev.concord.experiment;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.features.FeatureColumns;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/** A table of features that holds the classes of its points too, in a column of its own. */
final class ClassColumn {
  private ClassColumn() {}

  /**
   * The same table without that column among the features.
   *
   * @throws InputException when there is no such column
   */
  static FeaturesConfig leftOut(SparkSession spark, FeaturesConfig features, String column) {
    if (features.vector() != null || !features.columns().isEmpty()) {
      return features;
    }
    return ReadFailures.guard(
        features.table(),
        () -> {
          SourceTable table = SourceTable.open(spark, features.table(), List.of());
          String label = table.field("label", column).name();
          table.refuseUnclearColumns(features.id());
          List<String> columns = new ArrayList<>();
          for (StructField field : table.schema().fields()) {
            boolean other =
                !field.name().equals(label)
                    && !field.name().equalsIgnoreCase(features.id())
                    && !field.name().equalsIgnoreCase(features.weight())
                    && !field.name().equalsIgnoreCase(features.source());
            if (other && field.dataType() instanceof NumericType) {
              FeatureColumns.refuseIdAsFeature(table, field, features.id());
              columns.add(field.name());
            }
          }
          if (columns.isEmpty()) {
            throw table.refuse("there is no numeric column beside " + label + " (label)");
          }
          return new FeaturesConfig(
              features.table(),
              features.id(),
              columns,
              null,
              features.categories(),
              features.formats(),
              features.missing(),
              features.weight(),
              features.source());
        });
  }

  /** The classes that stand in that column. */
  static Labeling read(SparkSession spark, FeaturesConfig features, String column, PointIds ids) {
    LabelReader reader = new LabelReader(spark);
    String id = features.id();
    return id == null
        ? reader.readByRow(new LabelsConfig(features.table(), column, column), ids)
        : reader.read(new LabelsConfig(features.table(), id, column), ids);
  }
}
