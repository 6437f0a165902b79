package dev.concord.spark.input;

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
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * What tells one state of an input from another: the number of files, their bytes, and a SHA-256
 * over their names and lengths, and over their content too when there is little of it.
 */
public final class Fingerprints {
  /** Content up to this many bytes is read for the digest. */
  private static final long CONTENT_LIMIT = 64L << 20;

  private Fingerprints() {}

  /** The fingerprint of a table; tables without files have only their format. */
  public static Map<String, Object> of(SparkSession spark, TableConfig table) {
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
      Configuration hadoop = spark.sessionState().newHadoopConf();
      List<FileStatus> files = new ArrayList<>();
      for (String name : table.paths()) {
        Path path = new Path(name);
        FileSystem fs = path.getFileSystem(hadoop);
        FileStatus[] found = fs.globStatus(path);
        for (FileStatus status : found == null ? new FileStatus[0] : found) {
          collect(fs, status, files);
        }
      }
      long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
      boolean content = bytes <= CONTENT_LIMIT;
      facts.put("files", files.size());
      facts.put("bytes", bytes);
      facts.put(content ? "sha256" : "sha256OfNamesAndLengths", digest(files, content, hadoop));
    } catch (IOException e) {
      facts.put("unread", String.valueOf(e.getMessage()));
    }
    return facts;
  }

  private static void collect(FileSystem fs, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (status.isFile()) {
      files.add(status);
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    Arrays.sort(children, Comparator.comparing(child -> child.getPath().toString()));
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (!name.startsWith(".") && !name.startsWith("_")) {
        collect(fs, child, files);
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
      String head = file.getPath().getName() + " " + file.getLen() + "\n";
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
