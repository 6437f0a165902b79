package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.spark.files.Location;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An idx file of unsigned bytes: magic number, dimensions (big-endian), data. Gzip is recognized by
 * its content.
 *
 * @param path qualified path
 * @param gzip whether the file is compressed
 * @param items images or labels in it
 * @param itemSize bytes of an item: 1 for labels
 * @param shape "28 x 28", empty for labels
 */
@DefaultSerializer(JavaSerializer.class)
public record IdxFile(String path, boolean gzip, int items, int itemSize, String shape)
    implements Serializable {
  /** Three dimensions of unsigned bytes. */
  public static final int IMAGES = 0x00000803;

  /** One dimension of unsigned bytes. */
  public static final int LABELS = 0x00000801;

  private static final int BUFFER = 1 << 16;

  /**
   * Opens the files of {@code config} in the order given, patterns expanded by name, and checks
   * header and length of each. A compressed file is decompressed once for that.
   *
   * @param magic {@link #IMAGES} or {@link #LABELS}
   */
  public static List<IdxFile> open(Configuration conf, TableConfig config, int magic)
      throws IOException {
    List<IdxFile> files = new ArrayList<>();
    Refusals refusals = new Refusals();
    for (String given : config.paths()) {
      FileSystem system = new Path(given).getFileSystem(conf);
      FileStatus[] found = Location.matches(conf, given);
      if (found == null || found.length == 0) {
        refusals.add(
            refuse(config, given, "there is no such file; check " + config.key() + ".path"));
        continue;
      }
      for (FileStatus status : found) {
        if (status.isDirectory()) {
          refusals.add(refuse(config, given, "this is a folder; name the idx files themselves"));
          continue;
        }
        try {
          files.add(header(system, status, config, magic));
        } catch (InputException refusal) {
          refusals.add(refusal);
        }
      }
    }
    if (files.isEmpty() && !refusals.any()) {
      throw new InputException(
          config.key() + ": no file is named; give " + config.key() + ".path for format idx");
    }
    for (IdxFile file : files) {
      if (!file.shape.equals(files.get(0).shape)) {
        refusals.add(
            refuse(
                config,
                file.path,
                ("its images are %s, those of %s are %s; all files of one table must have"
                        + " images of one size")
                    .formatted(file.shape, files.get(0).path, files.get(0).shape)));
      }
    }
    refusals.raise();
    return files;
  }

  /** Items in all files of {@code config}; arguments as for {@link #open}. */
  public static int count(Configuration conf, TableConfig config, int magic) throws IOException {
    long items = open(conf, config, magic).stream().mapToLong(IdxFile::items).sum();
    return (int) Math.min(items, Integer.MAX_VALUE - 8);
  }

  private static IdxFile header(FileSystem system, FileStatus status, TableConfig config, int magic)
      throws IOException {
    String path = status.getPath().toString();
    boolean gzip = isGzip(system, status.getPath());
    int dimensions = magic & 0xff;
    long header = 4L + 4L * dimensions;
    try (DataInputStream in = stream(system, status.getPath(), gzip)) {
      int found;
      long[] sizes = new long[dimensions];
      try {
        found = in.readInt();
        for (int d = 0; d < dimensions && found == magic; d++) {
          sizes[d] = in.readInt() & 0xffffffffL;
        }
      } catch (EOFException e) {
        throw refuse(
            config,
            path,
            "it ends within the header of %d bytes; fetch it again".formatted(header));
      }
      if (found != magic) {
        throw refuse(
            config,
            path,
            "its first four bytes are 0x%08x, where %s start with 0x%08x; name a file of %s"
                .formatted(found, kind(magic), magic, kind(magic)));
      }
      long itemSize = 1;
      for (int d = 1; d < dimensions; d++) {
        itemSize = Math.min(1L << 31, itemSize) * Math.min(1L << 31, sizes[d]);
      }
      if (sizes[0] > Integer.MAX_VALUE - 8 || itemSize > Integer.MAX_VALUE - 8 || itemSize == 0) {
        throw refuse(
            config,
            path,
            ("its header has %d items of %d bytes, which is damaged or too large;"
                    + " fetch it again")
                .formatted(sizes[0], itemSize));
      }
      long due = header + sizes[0] * itemSize;
      long length = gzip ? header + count(in, config, path, due, header) : status.getLen();
      if (length != due) {
        throw wrongLength(config, path, gzip, length, due);
      }
      String shape = dimensions == 3 ? sizes[1] + " x " + sizes[2] : "";
      return new IdxFile(path, gzip, (int) sizes[0], (int) itemSize, shape);
    }
  }

  private static InputException wrongLength(
      TableConfig config, String path, boolean gzip, long length, long due) {
    return refuse(
        config,
        path,
        "it has %d bytes%s where its header implies %d; it is %s, so fetch it again"
            .formatted(
                length,
                gzip ? " after decompression" : "",
                due,
                length < due ? "cut off" : "too long"));
  }

  /** Width and height of the pictures in the first file that {@code config} names. */
  public static int[] pictureSize(Configuration conf, TableConfig config) throws IOException {
    String given = config.paths().get(0);
    FileSystem system = new Path(given).getFileSystem(conf);
    FileStatus[] found = Location.matches(conf, given);
    if (found == null || found.length == 0) {
      throw new IOException("there is no file " + given);
    }
    Path path = found[0].getPath();
    try (DataInputStream in = stream(system, path, isGzip(system, path))) {
      in.skipNBytes(8);
      int height = in.readInt();
      return new int[] {in.readInt(), height};
    }
  }

  /** Counts the bytes left; a broken end of the compressed stream counts as the end. */
  private static long count(InputStream in, TableConfig config, String path, long due, long header)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    long count = 0;
    try {
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        count += got;
      }
    } catch (EOFException e) {
      throw wrongLength(config, path, true, header + count, due);
    }
    return count;
  }

  private static String kind(int magic) {
    return magic == IMAGES ? "idx images of unsigned bytes" : "idx labels of unsigned bytes";
  }

  private static boolean isGzip(FileSystem system, Path path) throws IOException {
    try (FSDataInputStream in = system.open(path)) {
      return in.read() == 0x1f && in.read() == 0x8b;
    }
  }

  private static DataInputStream stream(FileSystem system, Path path, boolean gzip)
      throws IOException {
    FSDataInputStream raw = system.open(path);
    return gzip
        ? new DataInputStream(new GZIPInputStream(raw, BUFFER))
        : new DataInputStream(new BufferedInputStream(raw, BUFFER));
  }

  private static InputException refuse(TableConfig config, String path, String what) {
    return new InputException(config.key() + ": file " + path + ": " + what);
  }

  /**
   * Reads items {@code from} to {@code from + count - 1} into {@code target} from {@code offset}
   * on. A compressed file is decompressed from its start.
   */
  void read(Configuration conf, int from, int count, byte[] target, int offset) throws IOException {
    Path file = new Path(path);
    long skip = (long) from * itemSize + (shape.isEmpty() ? 8 : 16);
    FileSystem system = file.getFileSystem(conf);
    if (gzip) {
      try (DataInputStream in = stream(system, file, true)) {
        in.skipNBytes(skip);
        in.readFully(target, offset, count * itemSize);
      }
    } else {
      try (FSDataInputStream in = system.open(file)) {
        in.readFully(skip, target, offset, count * itemSize);
      }
    }
  }
}
