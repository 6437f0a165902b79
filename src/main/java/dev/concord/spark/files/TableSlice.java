package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of a table as primitive columns. Values are boxed one row at a time, in the task
 * that writes them.
 */
@DefaultSerializer(JavaSerializer.class)
public record TableSlice(int rows, Column... columns) implements Serializable {
  /** The rows in order. */
  public Iterator<Row> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < rows;
      }

      @Override
      public Row next() {
        if (next >= rows) {
          throw new NoSuchElementException();
        }
        Object[] values = new Object[columns.length];
        for (int c = 0; c < columns.length; c++) {
          values[c] = columns[c].value(next);
        }
        next++;
        return RowFactory.create(values);
      }
    };
  }

  /**
   * Cuts {@code count} rows from row {@code from} on. Called in ascending order but for tasks that
   * are sent again.
   */
  @FunctionalInterface
  public interface Source {
    TableSlice slice(long from, int count);
  }

  /** Values of one type, by row of the slice. */
  public interface Column extends Serializable {
    @Nullable Object value(int row);
  }

  /** Whole numbers. */
  @DefaultSerializer(JavaSerializer.class)
  public record Ints(int[] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /**
   * Whole numbers, or nothing.
   *
   * @param none stands for nothing
   */
  @DefaultSerializer(JavaSerializer.class)
  public record OptionalInts(int[] values, int none) implements Column {
    @Override
    public @Nullable Object value(int row) {
      return values[row] == none ? null : values[row];
    }
  }

  /** Whole numbers of 64 bits. */
  @DefaultSerializer(JavaSerializer.class)
  public record Longs(long[] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /** Numbers. */
  @DefaultSerializer(JavaSerializer.class)
  public record Doubles(double[] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /** Truth values. */
  @DefaultSerializer(JavaSerializer.class)
  public record Booleans(boolean[] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /** Texts. */
  @DefaultSerializer(JavaSerializer.class)
  public record Strings(String[] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /** Texts in some bytes each, where an object takes 60 more. */
  @DefaultSerializer(JavaSerializer.class)
  public record Texts(PackedTexts values) implements Column {
    @Override
    public Object value(int row) {
      return values.get(row);
    }
  }

  /** Values of bytes. */
  @DefaultSerializer(JavaSerializer.class)
  public record Bytes(byte[][] values) implements Column {
    @Override
    public Object value(int row) {
      return values[row];
    }
  }

  /** Nothing in any row, to be filled in later. */
  @DefaultSerializer(JavaSerializer.class)
  public record Nulls() implements Column {
    @Override
    public @Nullable Object value(int row) {
      return null;
    }
  }

  /** Vectors of {@code width} entries, row-major, written as arrays. */
  @DefaultSerializer(JavaSerializer.class)
  public record Vectors(double[] values, int width) implements Column {
    @Override
    public Object value(int row) {
      double[] vector = new double[width];
      System.arraycopy(values, row * width, vector, 0, width);
      return vector;
    }
  }
}
