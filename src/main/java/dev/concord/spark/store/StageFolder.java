package dev.concord.spark.store;

import dev.concord.spark.files.Sha256;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Stages in a folder, one subfolder each: Parquet tables and a manifest. A stage is written under
 * another name first and renamed when it is complete.
 *
 * <p>What is read is checked three times: every file against the length and SHA-256 in the
 * manifest, the number of rows, and the hash of the values as they then lie in memory. A stage that
 * fails is named in a warning and not used.
 *
 * <p>A stage is kept once the work since the last kept one took so many seconds; what took less is
 * quicker done again.
 */
public final class StageFolder implements StageStore {
  private static final System.Logger LOG = System.getLogger(StageFolder.class.getName());
  private final FileSystem fs;
  private final Path folder;
  private final double keepAfter;
  private final StageTables tables;
  private long since = System.nanoTime();

  /**
   * A store.
   *
   * @param folder need not exist
   * @param keepAfter seconds of work after which a stage is kept
   */
  public StageFolder(SparkSession spark, FileSystem fs, Path folder, double keepAfter) {
    this.fs = fs;
    this.folder = folder;
    this.keepAfter = keepAfter;
    this.tables = new StageTables(spark);
  }

  @Override
  public @Nullable SavedStage find(String stage, StageKey key, Consumer<String> warn) {
    Path place = new Path(folder, stage);
    try {
      String text = manifest(place);
      if (text == null) {
        return null;
      }
      StageManifest manifest = StageManifest.read(text);
      if (!manifest.digest().equals(key.digest()) || !manifest.stage().equals(stage)) {
        throw new StageManifest.Unusable(
            "it was made from other inputs or settings ("
                + key.differenceFrom(manifest.key())
                + ")");
      }
      SavedStage found = read(place, manifest);
      since = System.nanoTime();
      return found;
    } catch (StageManifest.Unusable e) {
      warn.accept(notUsed(place, e.getMessage()));
    } catch (Exception e) { // Spark throws checked ones that its methods do not declare
      warn.accept(notUsed(place, "it cannot be read: " + firstLine(e)));
    }
    return null;
  }

  private static String notUsed(Path place, @Nullable String why) {
    return "The earlier run's " + place + " is not used: " + why + ". The stage is done anew.";
  }

  private @Nullable String manifest(Path place) throws IOException, StageManifest.Unusable {
    try {
      if (!fs.exists(place)) {
        return null;
      }
      try (InputStream in = fs.open(new Path(place, StageManifest.FILE))) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (FileNotFoundException e) {
      throw new StageManifest.Unusable(
          "the file " + new Path(place, StageManifest.FILE) + " is missing");
    }
  }

  private SavedStage read(Path place, StageManifest manifest)
      throws IOException, StageManifest.Unusable {
    Map<String, StageTable> read = new LinkedHashMap<>();
    for (Map.Entry<String, StageManifest.Table> entry : manifest.tables().entrySet()) {
      StageManifest.Table expected = entry.getValue();
      checkFiles(place, entry.getKey(), expected);
      List<Path> files =
          expected.files().stream().map(file -> new Path(place, file.path())).toList();
      StageTable table = tables.read(files, expected);
      if (table == null) {
        throw new StageManifest.Unusable(
            "its table " + entry.getKey() + " does not have " + expected.rows() + " rows");
      }
      if (!table.contentHash().equals(expected.sha256())) {
        throw new StageManifest.Unusable(
            "the values of its table " + entry.getKey() + " are not those that were written");
      }
      read.put(entry.getKey(), table);
    }
    return new SavedStage(read, manifest.facts(), manifest.warnings());
  }

  /** Every file of the manifest is there and whole, and no other. */
  private void checkFiles(Path place, String table, StageManifest.Table expected)
      throws IOException, StageManifest.Unusable {
    List<String> known = expected.files().stream().map(StageManifest.File::path).toList();
    for (FileStatus status : dataFiles(place, table)) {
      String path = table + "/" + status.getPath().getName();
      if (!known.contains(path)) {
        throw new StageManifest.Unusable("the file " + status.getPath() + " does not belong to it");
      }
    }
    for (StageManifest.File file : expected.files()) {
      Path path = new Path(place, file.path());
      FileStatus status;
      try {
        status = fs.getFileStatus(path);
      } catch (FileNotFoundException e) {
        throw new StageManifest.Unusable("the file " + path + " is missing");
      }
      if (status.getLen() != file.bytes() || !checksum(path).equals(file.sha256())) {
        throw new StageManifest.Unusable("the file " + path + " is damaged");
      }
    }
  }

  @Override
  public boolean save(String stage, StageKey key, SavedStage result, Consumer<String> warn) {
    double seconds = (System.nanoTime() - since) / 1e9;
    if (seconds < keepAfter) {
      return false;
    }
    Path place = new Path(folder, stage);
    Path draft = new Path(folder, "." + stage + "." + UUID.randomUUID());
    try {
      Map<String, StageManifest.Table> written = new LinkedHashMap<>();
      for (Map.Entry<String, StageTable> entry : result.tables().entrySet()) {
        tables.write(new Path(draft, entry.getKey()), entry.getValue());
        written.put(entry.getKey(), described(draft, entry.getKey(), entry.getValue()));
      }
      StageManifest manifest = StageManifest.of(stage, key, written, result);
      try (OutputStream out = fs.create(new Path(draft, StageManifest.FILE), true)) {
        out.write(manifest.write().getBytes(StandardCharsets.UTF_8));
      }
      StageRemoval.remove(fs, place);
      if (!fs.rename(draft, place)) {
        throw new IOException("renaming " + draft + " to " + place + " was refused");
      }
      since = System.nanoTime();
      return true;
    } catch (Exception | FSError e) { // whatever Spark throws: keeping must not cost the job
      remove(draft);
      warn.accept(
          ("The stage %s could not be kept in %s (%s): the job goes on, but started again it would"
                  + " do this stage anew.")
              .formatted(stage, folder, firstLine(e)));
      return false;
    }
  }

  private StageManifest.Table described(Path draft, String name, StageTable table)
      throws IOException {
    List<StageManifest.File> files = new ArrayList<>();
    for (FileStatus status : dataFiles(draft, name)) {
      files.add(
          new StageManifest.File(
              name + "/" + status.getPath().getName(),
              status.getLen(),
              checksum(status.getPath())));
    }
    return new StageManifest.Table(
        table.rows(),
        table.contentHash(),
        table.columns().stream().map(StageTable.Column::name).toList(),
        table.columns().stream().map(StageTable.Column::kind).toList(),
        files);
  }

  /** The files of a table by name, without marks such as _SUCCESS. */
  private List<FileStatus> dataFiles(Path place, String table) throws IOException {
    FileStatus[] all = fs.listStatus(new Path(place, table));
    Arrays.sort(all, Comparator.comparing(status -> status.getPath().getName()));
    return Arrays.stream(all)
        .filter(status -> !status.getPath().getName().startsWith("_"))
        .filter(status -> !status.getPath().getName().startsWith("."))
        .toList();
  }

  private String checksum(Path file) throws IOException {
    MessageDigest sha = Sha256.start();
    try (InputStream in = fs.open(file)) {
      Sha256.add(sha, in);
    }
    return Sha256.hex(sha);
  }

  /** Removes all stages: they are not needed once the output is published. */
  public void discard() {
    StageRemoval.removeAll(fs, folder);
  }

  private void remove(Path path) {
    try {
      fs.delete(path, true);
    } catch (IOException | FSError e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.getMessage());
    }
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
