package dev.concord.image;

import dev.concord.config.TableConfig;
import dev.concord.error.Refusals;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.pairs.Labeling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;

/**
 * Labels of an image as a small table of blocks: {@code x, y, width, height, label}. Every pixel of
 * the block whose upper left corner is pixel (x, y), both from 0, has the label. Pixels are those
 * after shrinking.
 */
record BlockLabels(SparkSession spark, TableConfig config, ImageSize size) {
  private static final List<String> COLUMNS = List.of("x", "y", "width", "height");

  /** The labels of the pixels of an image of that size. */
  static Labeling read(SparkSession spark, TableConfig config, ImageSize size) {
    return new BlockLabels(spark, config, size).read();
  }

  private Labeling read() {
    TableConfig csv = new TableConfig(config.key(), "csv", config.paths(), config.options());
    SourceTable table = SourceTable.open(spark, csv, List.of());
    Column[] columns = new Column[COLUMNS.size() + 1];
    Refusals refusals = new Refusals();
    for (int c = 0; c < COLUMNS.size(); c++) {
      String name = COLUMNS.get(c);
      columns[c] = refusals.attempt(() -> wholeNumber(table, name));
    }
    columns[COLUMNS.size()] =
        refusals.attempt(() -> table.column(table.field("label", "label")).cast("string"));
    refusals.raise();
    List<Row> rows = table.screened(table.select(List.of(columns))).collect();
    if (rows.isEmpty()) {
      throw table.refuse("the table has no blocks; give at least one");
    }
    String[] given = new String[Math.toIntExact(size.pixels())];
    for (int r = 0; r < rows.size(); r++) {
      int row = r;
      refusals.check(() -> fill(table, rows.get(row), row + 1, given));
    }
    refusals.raise();
    return labeling(given);
  }

  private static Column wholeNumber(SourceTable table, String name) {
    StructField field = table.find(name);
    if (field == null) {
      throw table.refuse(
          "there is no column "
              + name
              + "; a table of blocks has the columns x, y, width, height and label");
    }
    return functions.expr("try_cast(`" + field.name() + "` as double)").as(name);
  }

  private void fill(SourceTable table, Row row, int number, String[] given) {
    int[] block = new int[COLUMNS.size()];
    for (int c = 0; c < block.length; c++) {
      double value = row.isNullAt(c) ? Double.NaN : row.getDouble(c);
      if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
        throw table.refuse(
            "column %s of block %d is no whole number; it counts pixels"
                .formatted(COLUMNS.get(c), number));
      }
      block[c] = (int) value;
    }
    if (row.isNullAt(block.length)) {
      throw table.refuse("block %d has no label; fill the column label".formatted(number));
    }
    boolean inside =
        block[0] >= 0
            && block[1] >= 0
            && block[2] >= 1
            && block[3] >= 1
            && (long) block[0] + block[2] <= size.width()
            && (long) block[1] + block[3] <= size.height();
    if (!inside) {
      throw table.refuse(
          "block %d, %d x %d pixels from (%d, %d) on, does not lie in the image of %d x %d pixels (after shrinking, counted from 0 at the upper left); correct it"
              .formatted(
                  number, block[2], block[3], block[0], block[1], size.width(), size.height()));
    }
    String label = row.getString(block.length);
    for (int y = block[1]; y < block[1] + block[3]; y++) {
      for (int x = block[0]; x < block[0] + block[2]; x++) {
        int pixel = y * size.width() + x;
        if (given[pixel] != null && !given[pixel].equals(label)) {
          throw table.refuse(
              "pixel (%d, %d) lies in blocks of the labels %s and %s; a pixel has one label, so make the blocks smaller"
                  .formatted(x, y, given[pixel], label));
        }
        given[pixel] = label;
      }
    }
  }

  private static Labeling labeling(String[] given) {
    String[] names =
        java.util.Arrays.stream(given)
            .filter(java.util.Objects::nonNull)
            .distinct()
            .sorted()
            .toArray(String[]::new);
    Map<String, Integer> numbers = new HashMap<>();
    for (int k = 0; k < names.length; k++) {
      numbers.put(names[k], k);
    }
    int[] labels = new int[given.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = given[i] == null ? -1 : numbers.get(given[i]);
    }
    return new Labeling(labels, names);
  }
}
