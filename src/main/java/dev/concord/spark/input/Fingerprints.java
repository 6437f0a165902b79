package dev.concord.spark.input;

import dev.concord.config.InputConfig;
import dev.concord.config.Redaction;
import dev.concord.config.TableConfig;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What tells one state of an input from another: the number of files, their bytes, and a SHA-256
 * over their names, lengths and content, or, when there is much content, over their names, lengths
 * and times of modification.
 */
public final class Fingerprints {
  /** Content up to this many bytes is read for the digest. */
  private static final long CONTENT_LIMIT = 64L << 20;

  private static final String CONTENT = "sha256";
  private static final String TIMES = "sha256OfNamesLengthsAndTimes";

  /** Formats whose files Spark lists itself, leaving out those that start with a dot or a _. */
  private static final Set<String> PLAIN =
      Set.of("csv", "json", "parquet", "orc", "text", "libsvm", "idx", "image", "blocks");

  private Fingerprints() {}

  /** The fingerprints of all tables that are named, by the last part of their key. */
  public static Map<String, Map<String, Object>> of(Configuration hadoop, InputConfig input) {
    Map<String, TableConfig> tables = new LinkedHashMap<>();
    if (input.features() != null) {
      tables.put("features", input.features().table());
    }
    if (input.edges() != null) {
      tables.put("edges", input.edges().table());
    }
    if (input.constraints() != null) {
      tables.put("constraints", input.constraints().table());
    }
    if (input.labels() != null) {
      tables.put("labels", input.labels().table());
    }
    if (input.sideEdges() != null) {
      tables.put("side-edges", input.sideEdges().table());
    }
    if (input.truth() != null) {
      tables.put("truth", input.truth().table());
    }
    Map<String, Map<String, Object>> facts = new LinkedHashMap<>();
    tables.forEach((name, table) -> facts.put(name, of(hadoop, table)));
    return facts;
  }

  /**
   * Whether a fingerprint tells one state from another; that of a source without files does not.
   */
  public static boolean tells(Map<String, Object> fingerprint) {
    return fingerprint.containsKey(CONTENT) || fingerprint.containsKey(TIMES);
  }

  /** The fingerprint of a table; tables without files have only their format. */
  public static Map<String, Object> of(Configuration hadoop, TableConfig table) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("format", table.format());
    if (table.paths().isEmpty()) {
      return facts;
    }
    if (table.format().equalsIgnoreCase("table")) {
      facts.put("table", String.join(", ", table.paths()));
      return facts;
    }
    facts.put("paths", table.paths().stream().map(Redaction::text).toList());
    try {
      List<FileStatus> files = new ArrayList<>();
      for (String name : table.paths()) {
        Path path = new Path(name);
        FileSystem fs = path.getFileSystem(hadoop);
        FileStatus[] found = fs.globStatus(path);
        for (FileStatus status : found == null ? new FileStatus[0] : found) {
          collect(fs, status, files, PLAIN.contains(table.format().toLowerCase(Locale.ROOT)));
        }
      }
      if (files.isEmpty()) {
        facts.put("unread", "no files are there: the name of a table, perhaps");
        return facts;
      }
      long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
      boolean content = bytes <= CONTENT_LIMIT;
      facts.put("files", files.size());
      facts.put("bytes", bytes);
      facts.put(content ? CONTENT : TIMES, digest(files, content, hadoop));
    } catch (IOException e) {
      facts.put("unread", String.valueOf(e.getMessage()));
    }
    return facts;
  }

  private static void collect(
      FileSystem fs, FileStatus status, List<FileStatus> files, boolean plain) throws IOException {
    if (status.isFile()) {
      files.add(status);
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    Arrays.sort(children, Comparator.comparing(child -> child.getPath().toString()));
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (!plain || (!name.startsWith(".") && !name.startsWith("_"))) {
        collect(fs, child, files, plain);
      }
    }
  }

  private static String digest(List<FileStatus> files, boolean content, Configuration hadoop)
      throws IOException {
    MessageDigest sha;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    byte[] buffer = new byte[1 << 16];
    for (FileStatus file : files) {
      String head = file.getPath().getName() + " " + file.getLen();
      head += content ? "\n" : " " + file.getModificationTime() + "\n";
      sha.update(head.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      if (content) {
        FileSystem fs = file.getPath().getFileSystem(hadoop);
        try (InputStream in = new DigestInputStream(fs.open(file.getPath()), sha)) {
          while (in.read(buffer) >= 0) {
            // the digest takes what passes
          }
        }
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
