package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers that are sent as they lie in memory. Java's own form of an array of doubles is the same
 * length, but is written and read number by number, which takes longer than the network.
 */
@DefaultSerializer(JavaSerializer.class)
public final class PackedDoubles implements Externalizable {
  private static final long serialVersionUID = 1L;

  /** Bytes that are copied at a time. */
  private static final int CHUNK = 1 << 16;

  private double[] values;

  /** For {@link #readExternal} only. */
  public PackedDoubles() {
    values = new double[0];
  }

  private PackedDoubles(double[] values) {
    this.values = values;
  }

  /** Keeps the array. */
  public static PackedDoubles of(double[] values) {
    return new PackedDoubles(values);
  }

  /** The first {@code length} numbers; keeps the array when these are all. */
  public static PackedDoubles of(double[] values, int length) {
    return new PackedDoubles(length == values.length ? values : Arrays.copyOf(values, length));
  }

  /** Not a copy. */
  public double[] values() {
    return values;
  }

  /** How many numbers. */
  public int length() {
    return values.length;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(values.length);
    byte[] bytes = new byte[CHUNK];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int from = 0; from < values.length; ) {
      int count = Math.min(CHUNK / Double.BYTES, values.length - from);
      buffer.clear();
      buffer.asDoubleBuffer().put(values, from, count);
      out.write(bytes, 0, count * Double.BYTES);
      from += count;
    }
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    double[] read = new double[in.readInt()];
    byte[] bytes = new byte[CHUNK];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int from = 0; from < read.length; ) {
      int count = Math.min(CHUNK / Double.BYTES, read.length - from);
      in.readFully(bytes, 0, count * Double.BYTES);
      buffer.clear();
      buffer.asDoubleBuffer().get(read, from, count);
      from += count;
    }
    values = read;
  }
}
