package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.Refusals;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructField;

/**
 * The columns of category codes in a row, each as text, null where it is missing. As long as the
 * levels are not known, a column is one feature, 0 or NaN.
 *
 * @param columns with their levels
 */
@DefaultSerializer(JavaSerializer.class)
record CategoryCodes(List<CategoryColumn> columns) implements Serializable {
  static final CategoryCodes NONE = new CategoryCodes(List.of());

  /**
   * The columns that the configuration names; their levels are not known. Those that cannot be used
   * are refused and left out.
   */
  static CategoryCodes of(SourceTable table, List<String> names, Refusals refusals) {
    List<CategoryColumn> columns =
        names.stream()
            .map(name -> refusals.attempt(() -> column(table, name)))
            .filter(Objects::nonNull)
            .toList();
    return columns.isEmpty() ? NONE : new CategoryCodes(columns);
  }

  private static CategoryColumn column(SourceTable table, String name) {
    StructField field = table.field("categories", name);
    boolean codes =
        field.dataType().equals(DataTypes.StringType)
            || field.dataType() instanceof IntegralType
            || field.dataType() instanceof BooleanType;
    if (!codes) {
      throw table.refuse(
          ("column %s (input.features.categories) has type %s; categories are texts, whole numbers"
                  + " or true/false, so cast the column or take it out of"
                  + " input.features.categories")
              .formatted(field.name(), field.dataType().simpleString()));
    }
    return new CategoryColumn(field.name(), List.of(), false);
  }

  List<String> names() {
    return columns.stream().map(CategoryColumn::name).toList();
  }

  int dim() {
    return CategoryColumn.dim(columns);
  }

  /** The code at position {@code at} of a row, empty when it is missing. */
  static String code(Row row, int at) {
    return row.isNullAt(at) ? "" : row.getString(at);
  }

  boolean hasMissing(Row row, int at) {
    boolean missing = false;
    for (int c = 0; c < columns.size(); c++) {
      missing |= code(row, at + c).isEmpty();
    }
    return missing;
  }

  /** Whether the code of column {@code c} is there and no level. */
  boolean isUnseen(Row row, int at, int c) {
    String code = code(row, at + c);
    CategoryColumn column = columns.get(c);
    return code.isEmpty() ? !column.missing() : column.indexOf(code) < 0;
  }

  /** Copies the features to {@code target}, as {@link CategoryColumn#copy} does for each column. */
  void copy(Row row, int at, double[] target, int offset, boolean fills) {
    int first = offset;
    for (int c = 0; c < columns.size(); c++) {
      columns.get(c).copy(code(row, at + c), target, first, fills);
      first += columns.get(c).dim();
    }
  }

  /** The column of feature {@code f}. */
  String nameOf(int f) {
    int left = f;
    int c = 0;
    while (left >= columns.get(c).dim()) {
      left -= columns.get(c++).dim();
    }
    return columns.get(c).name();
  }
}
