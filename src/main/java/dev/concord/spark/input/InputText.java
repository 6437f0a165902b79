package dev.concord.spark.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Files of text as Spark reads them: uncompressed by the codec that their name asks for. */
final class InputText {
  private InputText() {}

  /** The path of a file, named as Spark does. */
  static Path path(String file) {
    return new Path(URI.create(file));
  }

  static InputStream open(Configuration hadoop, String file) throws IOException {
    Path path = path(file);
    InputStream raw = path.getFileSystem(hadoop).open(path);
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(path);
    return codec == null ? raw : codec.createInputStream(raw);
  }

  /** Bytes in all these files, as they are stored. */
  static long bytes(Configuration hadoop, List<String> files) {
    long sum = 0;
    try {
      for (String file : files) {
        Path path = path(file);
        sum += path.getFileSystem(hadoop).getFileStatus(path).getLen();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum;
  }
}
