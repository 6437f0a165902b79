package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** SHA-256 of files, computed where the cores are. */
public final class FileDigests {
  private FileDigests() {}

  /**
   * A file of a folder.
   *
   * @param path relative to the folder
   * @param sha256 of its content, lower-case hex; empty when it could not be read, with the reason
   *     in {@code problem}
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Digest(String path, long bytes, String sha256, String problem)
      implements Serializable {}

  /** The data files below {@code folder}, sorted by path; hidden ones are left out. */
  public static List<String> list(FileSystem fs, Path folder) throws IOException {
    List<String> files = new ArrayList<>();
    collect(fs, fs.makeQualified(folder).toString(), folder, files);
    files.sort(Comparator.naturalOrder());
    return files;
  }

  private static void collect(FileSystem fs, String root, Path folder, List<String> into)
      throws IOException {
    FileStatus[] children = fs.listStatus(folder);
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (name.startsWith(".") || name.startsWith("_")) {
        continue;
      }
      if (child.isDirectory()) {
        collect(fs, root, child.getPath(), into);
      } else {
        String full = fs.makeQualified(child.getPath()).toString();
        into.add(full.substring(root.length() + 1));
      }
    }
  }

  /** The digests of {@code files}, in their order. One Spark job, a task a file. */
  public static List<Digest> of(
      JavaSparkContext context, Configuration hadoop, String folder, List<String> files) {
    if (files.isEmpty()) {
      return List.of();
    }
    Broadcast<SerializableConfiguration> shared =
        context.broadcast(new SerializableConfiguration(hadoop));
    try {
      return context
          .parallelize(files, files.size())
          .map(file -> digest(shared.value().value(), folder, file))
          .collect();
    } finally {
      shared.destroy();
    }
  }

  private static Digest digest(Configuration hadoop, String folder, String file) {
    Path path = new Path(folder + "/" + file);
    MessageDigest sha = Sha256.start();
    try (InputStream in = path.getFileSystem(hadoop).open(path)) {
      long bytes = Sha256.add(sha, in);
      return new Digest(file, bytes, Sha256.hex(sha), "");
    } catch (IOException e) {
      return new Digest(file, 0, "", String.valueOf(e.getMessage()));
    }
  }
}
