package dev.concord.spark.input.panels;

import dev.concord.error.InputException;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TextValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Which columns are numbers, and the refusal of others. */
final class NumericColumns {
  private NumericColumns() {}

  /** The refusal of columns of other types; {@code id} is the id column. */
  static InputException refusal(
      SourceTable table, @Nullable String id, List<StructField> fields, String remedy) {
    if (table.rows().isEmpty()) {
      return IdTables.empty(table); // an empty CSV column has no type
    }
    List<String> described = new ArrayList<>();
    for (StructField field : fields) {
      described.add(field.name() + " (" + field.dataType().simpleString() + ")");
    }
    StructField text =
        fields.stream()
            .filter(field -> field.dataType().equals(DataTypes.StringType))
            .findFirst()
            .orElse(fields.get(0));
    String first =
        TextValues.described(table, id == null ? null : IdColumn.of(table, "id", id), text);
    return table.refuse(
        "%s %s not numeric%s; features are numbers or true/false, so %s"
            .formatted(
                (fields.size() == 1 ? "column " : "columns ") + SourceTable.listed(described, 5),
                fields.size() == 1 ? "is" : "are",
                fields.size() == 1 || first.isEmpty()
                    ? first
                    : ": in " + text.name() + first.substring(1),
                remedy));
  }

  static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof BooleanType;
  }
}
