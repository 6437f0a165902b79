package dev.concord.spark.input;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.Redaction;
import dev.concord.config.ReportConfig;
import dev.concord.config.TableConfig;
import dev.concord.spark.files.Location;
import dev.concord.spark.files.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Fingerprints that distinguish the states of an input: the number of files, their bytes, and a
 * SHA-256 over their paths, lengths and content, or, when there is much content, over their paths,
 * lengths and times of modification.
 */
public final class Fingerprints {
  /** Content up to this many bytes is read for the digest. */
  private static final long CONTENT_LIMIT = 64L << 20;

  /** The name of the assignment that clusters are matched to. */
  public static final String PREVIOUS = "previous";

  /** What the names of inputs of the report begin with. */
  public static final String REPORT = "report.";

  /** Formats whose files Spark lists itself, leaving out those that start with a dot or a _. */
  private static final Set<String> PLAIN =
      Set.of(
          "csv", "json", "parquet", "orc", "text", "libsvm", "idx", "image", "picture", "blocks");

  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

  private Fingerprints() {}

  /** The fingerprints of all tables that are named, by the last part of their key. */
  public static Map<String, Fingerprint> of(Configuration hadoop, InputConfig input) {
    return of(hadoop, input, null);
  }

  /**
   * As {@link #of(Configuration, InputConfig)}.
   *
   * @param previous one more table, the earlier assignment, or null
   */
  public static Map<String, Fingerprint> of(
      Configuration hadoop, InputConfig input, @Nullable LabelsConfig previous) {
    Map<String, TableConfig> tables = input.tables();
    if (previous != null) {
      tables.put(PREVIOUS, previous.table());
    }
    Map<String, Fingerprint> facts = new LinkedHashMap<>();
    tables.forEach((name, table) -> facts.put(name, of(hadoop, table)));
    return facts;
  }

  /** The fingerprints of all inputs of a run, with those of the report alone. */
  public static Map<String, Fingerprint> of(Configuration hadoop, ConcordConfig config) {
    Map<String, Fingerprint> facts =
        new LinkedHashMap<>(of(hadoop, config.input(), config.clusters().previous()));
    ReportConfig report = config.report();
    FeaturesConfig records = report.records();
    FeaturesConfig features = config.input().features();
    if (records != null
        && (features == null || !records.table().paths().equals(features.table().paths()))) {
      facts.put(REPORT + "records", of(hadoop, records.table()));
    }
    if (report.terms() != null) {
      Fingerprint file =
          of(
              hadoop,
              new TableConfig("input.features.terms", "text", List.of(report.terms()), Map.of()));
      if (file.identifies()) { // else it is a column
        facts.put(REPORT + "terms", file);
      }
    }
    return facts;
  }

  /** The fingerprint of a table; tables without files have only their format. */
  public static Fingerprint of(Configuration hadoop, TableConfig table) {
    String format = table.format();
    if (table.paths().isEmpty()) {
      return Fingerprint.ofTable(format, null);
    }
    if (format.equalsIgnoreCase("table")) {
      return Fingerprint.ofTable(format, String.join(", ", table.paths()));
    }
    List<String> paths = table.paths().stream().map(Redaction::text).toList();
    try {
      boolean plain = PLAIN.contains(table.format().toLowerCase(Locale.ROOT));
      List<Named> files = new ArrayList<>();
      for (String name : table.paths()) {
        Path path = new Path(name);
        FileSystem fs = path.getFileSystem(hadoop);
        boolean literal = fs.exists(path);
        String above = above(fs.makeQualified(path), literal).toString();
        FileStatus[] found = Location.matches(hadoop, name);
        for (FileStatus status : found == null ? new FileStatus[0] : found) {
          collect(fs, status, above, files, plain);
        }
      }
      if (files.isEmpty()) {
        return Fingerprint.unread(
            format, paths, "no files are there: the name of a table, perhaps");
      }
      long bytes = files.stream().mapToLong(file -> file.status().getLen()).sum();
      if (!Redaction.identifies(table.options())) {
        return new Fingerprint(
            format,
            null,
            paths,
            files.size(),
            bytes,
            null,
            null,
            "an option whose value is not written down may change what is read");
      }
      boolean content = bytes <= CONTENT_LIMIT;
      String digest = digest(files, content, hadoop);
      return new Fingerprint(
          format,
          null,
          paths,
          files.size(),
          bytes,
          content ? digest : null,
          content ? null : digest,
          null);
    } catch (IOException e) {
      return Fingerprint.unread(format, paths, String.valueOf(e.getMessage()));
    }
  }

  /**
   * A file.
   *
   * @param name its path below the folder above the given path: folders such as year=2025 are part
   *     of a table's content
   */
  private record Named(String name, FileStatus status) {}

  /** The deepest folder that all files of a path are in, whatever its wildcards stand for. */
  private static Path above(Path path, boolean literal) {
    Path at = path.getParent() == null ? path : path.getParent();
    while (!literal && at.getParent() != null && WILDCARD.matcher(at.toString()).find()) {
      at = at.getParent();
    }
    return at;
  }

  private static void collect(
      FileSystem fs, FileStatus status, String above, List<Named> files, boolean plain)
      throws IOException {
    if (status.isFile()) {
      String path = status.getPath().toString();
      boolean below = path.startsWith(above);
      files.add(
          new Named(below ? path.substring(above.length()) : status.getPath().getName(), status));
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    Arrays.sort(children, Comparator.comparing(child -> child.getPath().toString()));
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (!plain || (!name.startsWith(".") && !name.startsWith("_"))) {
        collect(fs, child, above, files, plain);
      }
    }
  }

  private static String digest(List<Named> files, boolean content, Configuration hadoop)
      throws IOException {
    MessageDigest sha = Sha256.start();
    for (Named named : files) {
      FileStatus file = named.status();
      String head = named.name() + " " + file.getLen();
      head += content ? "\n" : " " + file.getModificationTime() + "\n";
      sha.update(head.getBytes(StandardCharsets.UTF_8));
      if (content) {
        FileSystem fs = file.getPath().getFileSystem(hadoop);
        try (InputStream in = fs.open(file.getPath())) {
          Sha256.add(sha, in);
        }
      }
    }
    return Sha256.hex(sha);
  }
}
