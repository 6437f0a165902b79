package dev.concord.spark.store;

import dev.concord.spark.files.ContentHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of a stage as primitive columns in driver memory. All columns of doubles share one array,
 * column after column, so that vectors are stored and read back without a copy.
 *
 * @param rows the number of rows
 */
public record StageTable(int rows, List<Column> columns) {
  /** The type of a column. */
  public enum Kind {
    INT,
    LONG,
    DOUBLE,
    TEXT
  }

  /**
   * One column.
   *
   * @param values an int[], long[], double[] or String[]
   * @param from the position of row 0 in {@code values}
   */
  record Column(String name, Kind kind, Object values, int from) {}

  /** A table of {@code rows} rows without columns yet. */
  public static StageTable of(int rows) {
    return new StageTable(rows, List.of());
  }

  /** With one more column; the array is kept. */
  public StageTable with(String name, int[] values) {
    return with(new Column(name, Kind.INT, values, 0), values.length);
  }

  /** With one more column; the array is kept. */
  public StageTable with(String name, long[] values) {
    return with(new Column(name, Kind.LONG, values, 0), values.length);
  }

  /** With one more column; the array is kept. */
  public StageTable with(String name, String[] values) {
    return with(new Column(name, Kind.TEXT, values, 0), values.length);
  }

  /**
   * With columns of doubles, as many as there are names; the only ones of the table.
   *
   * @param values rows·names.size() values, column after column; kept
   */
  public StageTable with(List<String> names, double[] values) {
    if (values.length != Math.multiplyExact(rows, names.size())) {
      throw new IllegalArgumentException(
          values.length + " values for " + rows + " rows and " + names.size() + " columns");
    }
    List<Column> all = new ArrayList<>(columns);
    for (int c = 0; c < names.size(); c++) {
      all.add(new Column(names.get(c), Kind.DOUBLE, values, c * rows));
    }
    return new StageTable(rows, all);
  }

  /** The columns v0, v1, ... of an n x m matrix, column-major. */
  public static StageTable matrix(int rows, int columns, double[] values) {
    List<String> names = IntStream.range(0, columns).mapToObj(c -> "v" + c).toList();
    return of(rows).with(names, values);
  }

  /** A table of that shape, filled with zeros and nulls. */
  static StageTable allocate(int rows, List<String> names, List<Kind> kinds) {
    int doubles = (int) kinds.stream().filter(kind -> kind == Kind.DOUBLE).count();
    double[] shared = new double[Math.multiplyExact(rows, doubles)];
    List<Column> columns = new ArrayList<>();
    int next = 0;
    for (int c = 0; c < names.size(); c++) {
      Kind kind = kinds.get(c);
      Object values =
          switch (kind) {
            case INT -> new int[rows];
            case LONG -> new long[rows];
            case TEXT -> new String[rows];
            case DOUBLE -> shared;
          };
      int from = kind == Kind.DOUBLE ? rows * next++ : 0;
      columns.add(new Column(names.get(c), kind, values, from));
    }
    return new StageTable(rows, columns);
  }

  private StageTable with(Column column, int length) {
    if (length != rows) {
      throw new IllegalArgumentException(
          column.name() + " has " + length + " values, the table " + rows + " rows");
    }
    List<Column> all = new ArrayList<>(columns);
    all.add(column);
    return new StageTable(rows, all);
  }

  /** The column of that name; not a copy. */
  public int[] ints(String name) {
    return (int[]) column(name, Kind.INT).values();
  }

  /** The column of that name; not a copy. */
  public long[] longs(String name) {
    return (long[]) column(name, Kind.LONG).values();
  }

  /** The column of that name; not a copy. */
  public String[] texts(String name) {
    return (String[]) column(name, Kind.TEXT).values();
  }

  /** All columns of doubles, column after column; not a copy. Empty when there are none. */
  public double[] doubles() {
    for (Column column : columns) {
      if (column.kind() == Kind.DOUBLE) {
        return (double[]) column.values();
      }
    }
    return new double[0];
  }

  /** The number of columns of doubles. */
  public int doubleColumns() {
    return (int) columns.stream().filter(column -> column.kind() == Kind.DOUBLE).count();
  }

  /** Whether there is a column of texts of that name. */
  public boolean holdsTexts(String name) {
    return columns.stream()
        .anyMatch(column -> column.name().equals(name) && column.kind() == Kind.TEXT);
  }

  private Column column(String name, Kind kind) {
    for (Column column : columns) {
      if (column.name().equals(name) && column.kind() == kind) {
        return column;
      }
    }
    throw new IllegalArgumentException("no column " + name + " of " + kind);
  }

  /** The hash of names, kinds and values. */
  public String contentHash() {
    ContentHash hash = new ContentHash();
    for (Column column : columns) {
      hash.add(column.name()).add(column.kind().name());
      switch (column.kind()) {
        case INT -> hash.add((int[]) column.values());
        case LONG -> hash.add((long[]) column.values());
        case TEXT -> hash.add((String[]) column.values());
        case DOUBLE -> hash.add((double[]) column.values(), column.from(), rows);
      }
    }
    return hash.hex();
  }

  /** A copy of the values of rows {@code first} to {@code first + count - 1} of a column. */
  static Object cut(Column column, int first, int count) {
    int from = column.from() + first;
    return switch (column.kind()) {
      case INT -> Arrays.copyOfRange((int[]) column.values(), from, from + count);
      case LONG -> Arrays.copyOfRange((long[]) column.values(), from, from + count);
      case TEXT -> Arrays.copyOfRange((String[]) column.values(), from, from + count);
      case DOUBLE -> Arrays.copyOfRange((double[]) column.values(), from, from + count);
    };
  }
}
