package dev.concord.spark.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A SHA-256 over values in their order, little-endian, each array after its length. It does not
 * depend on files or partitions: equal values have equal hashes however they are stored.
 */
public final class ContentHash {
  private static final int BUFFER = 1 << 16;

  private final MessageDigest sha = Sha256.start();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  /** Adds one number. */
  public ContentHash add(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  /** Adds a text, its length before it. */
  public ContentHash add(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    flush();
    sha.update(bytes);
    return this;
  }

  public ContentHash add(int[] values) {
    add(values.length);
    for (int value : values) {
      room(Integer.BYTES).putInt(value);
    }
    return this;
  }

  public ContentHash add(long[] values) {
    add(values.length);
    for (long value : values) {
      room(Long.BYTES).putLong(value);
    }
    return this;
  }

  /** Adds {@code count} values by their bits; 0.0 and -0.0 differ. */
  public ContentHash add(double[] values, int from, int count) {
    add(count);
    for (int p = from; p < from + count; p++) {
      room(Double.BYTES).putLong(Double.doubleToLongBits(values[p]));
    }
    return this;
  }

  /** Adds all values by their bits. */
  public ContentHash add(double[] values) {
    return add(values, 0, values.length);
  }

  public ContentHash add(boolean[] values) {
    add(values.length);
    for (boolean value : values) {
      room(1).put(value ? (byte) 1 : (byte) 0);
    }
    return this;
  }

  /** Adds all texts. */
  public ContentHash add(String[] values) {
    add(values.length);
    for (String value : values) {
      add(value);
    }
    return this;
  }

  /** The hash in 64 hexadecimal digits; nothing may be added afterwards. */
  public String hex() {
    flush();
    return Sha256.hex(sha);
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void flush() {
    sha.update(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
