package dev.concord.spark.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.LocalDisk;
import dev.concord.spark.files.Sha256;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run wrote, kept with its output in {@code _FILES.json}: what replaces that
 * output removes these and nothing else.
 *
 * @param files by path below the output
 * @param tables the format of each table that commits by itself; files below it are the format's
 */
public record FileList(Map<String, Written> files, Map<String, String> tables) {
  public static final String NAME = "_FILES.json";

  /** Lists of runs that were killed while they published in place. */
  private static final Pattern ANY_NAME = Pattern.compile("_FILES(-[0-9a-f]{16})?\\.json");

  /** Content up to this many bytes in all is read for digests, small files first. */
  private static final long CONTENT_LIMIT = 64L << 20;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /**
   * A file as it was written.
   *
   * @param sha256 of its content; empty when the output is too large to read it all again
   */
  record Written(long bytes, String sha256) {
    boolean is(FileSystem fs, Path file, long length) throws IOException {
      return length == bytes && (sha256.isEmpty() || sha256.equals(digest(fs, file)));
    }
  }

  /** The content of the file: components are keys. */
  private record Content(
      int formatVersion, Map<String, Listed> files, Map<String, String> tables) {}

  /** A file in it; no checksum where the content was not read. */
  private record Listed(long bytes, @Nullable String sha256) {
    static Listed of(Written file) {
      return new Listed(file.bytes(), file.sha256().isEmpty() ? null : file.sha256());
    }
  }

  /** The name of a list of one run alone. */
  static String nameFor(String suffix) {
    return "_FILES-" + suffix + ".json";
  }

  static boolean isName(String name) {
    return ANY_NAME.matcher(name).matches();
  }

  /**
   * The content of a folder. Reads {@link #CONTENT_LIMIT} bytes at most.
   *
   * @param tables names of tables that commit by themselves; what lies below them is not listed
   * @param format of these tables
   */
  static FileList of(FileSystem fs, Path folder, Set<String> tables, String format)
      throws IOException {
    Map<String, LocalDisk.Entry> found = new TreeMap<>();
    collect(fs, folder, "", tables, found);
    List<Map.Entry<String, LocalDisk.Entry>> smallFirst = new ArrayList<>(found.entrySet());
    smallFirst.sort(Comparator.comparingLong(entry -> entry.getValue().bytes()));
    Map<String, Written> files = new TreeMap<>();
    long read = 0;
    for (Map.Entry<String, LocalDisk.Entry> entry : smallFirst) {
      LocalDisk.Entry file = entry.getValue();
      read += file.bytes();
      String sha = read <= CONTENT_LIMIT ? digest(fs, file.path()) : "";
      files.put(entry.getKey(), new Written(file.bytes(), sha));
    }
    Map<String, String> formats = new TreeMap<>();
    tables.forEach(table -> formats.put(table, format));
    return new FileList(files, formats);
  }

  private static void collect(
      FileSystem fs, Path at, String prefix, Set<String> tables, Map<String, LocalDisk.Entry> files)
      throws IOException {
    for (LocalDisk.Entry child : LocalDisk.children(fs, at)) {
      String name = prefix + child.name();
      if (child.folder()) {
        if (!tables.contains(name)) {
          collect(fs, child.path(), name + "/", tables, files);
        }
      } else if (!isMark(name) && LocalDisk.checked(child.name()).isEmpty()) {
        files.put(name, child);
      }
    }
  }

  /** Whether a file at the top of an output describes the output itself. */
  static boolean isMark(String name) {
    return isName(name)
        || name.equals(OutputMarks.RESULT)
        || name.equals(OutputMarks.TABLES)
        || name.equals(OutputMarks.PUBLISHING_MARK)
        || name.equals(OutputMarks.QUARANTINE);
  }

  private static String digest(FileSystem fs, Path file) throws IOException {
    MessageDigest sha = Sha256.start();
    try (InputStream in = fs.open(file)) {
      Sha256.add(sha, in);
    }
    return Sha256.hex(sha);
  }

  String json() {
    Map<String, Listed> listed = new LinkedHashMap<>();
    files.forEach((name, file) -> listed.put(name, Listed.of(file)));
    try {
      return MAPPER.writeValueAsString(FigureJson.tree(new Content(1, listed, tables))) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a list of files is no JSON", e);
    }
  }

  /**
   * The lists that an output holds, several when runs were killed while they published in place. A
   * file of that name that is no whole list is none: what it may have listed counts as foreign.
   */
  static List<FileList> read(FileSystem fs, Path output) throws IOException {
    List<FileList> lists = new ArrayList<>();
    for (LocalDisk.Entry child : LocalDisk.children(fs, output)) {
      JsonNode json = isName(child.name()) ? json(fs, child.path()) : null;
      FileList list = json == null ? null : parsed(json);
      if (list != null) {
        lists.add(list);
      }
    }
    return lists;
  }

  private static @Nullable FileList parsed(JsonNode json) {
    if (json.path("formatVersion").asInt() != 1
        || !json.path("files").isObject()
        || !json.path("tables").isObject()) {
      return null;
    }
    Map<String, Written> files = new TreeMap<>();
    for (Map.Entry<String, JsonNode> file : json.path("files").properties()) {
      JsonNode bytes = file.getValue().path("bytes");
      JsonNode sha = file.getValue().path("sha256");
      boolean digest = sha.isTextual() && SHA256.matcher(sha.asText()).matches();
      if (!bytes.isIntegralNumber()
          || bytes.asLong() < 0
          || !(digest || sha.isMissingNode() || sha.isNull())) {
        return null;
      }
      files.put(file.getKey(), new Written(bytes.asLong(), digest ? sha.asText() : ""));
    }
    Map<String, String> tables = new TreeMap<>();
    for (Map.Entry<String, JsonNode> table : json.path("tables").properties()) {
      if (!table.getValue().isTextual()) {
        return null;
      }
      tables.put(table.getKey(), table.getValue().asText());
    }
    return new FileList(files, tables);
  }

  /** A file of JSON, or null when it is not there or none. */
  static @Nullable JsonNode json(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return MAPPER.readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (FileNotFoundException | JsonProcessingException e) {
      return null;
    }
  }

  /** The files below a folder so far, by their path below it, with their bytes; no marks. */
  public static Map<String, Long> sizes(FileSystem fs, Path folder) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    if (fs.exists(folder)) {
      collect(fs, folder, "", sizes);
    }
    return sizes;
  }

  private static void collect(FileSystem fs, Path at, String prefix, Map<String, Long> sizes)
      throws IOException {
    for (FileStatus child : fs.listStatus(at)) {
      String name = child.getPath().getName();
      if (name.startsWith("_") || name.startsWith(".")) {
        continue;
      }
      if (child.isDirectory()) {
        collect(fs, child.getPath(), prefix + name + "/", sizes);
      } else {
        sizes.put(prefix + name, child.getLen());
      }
    }
  }
}
