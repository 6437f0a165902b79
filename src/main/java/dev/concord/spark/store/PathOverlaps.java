package dev.concord.spark.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.config.Redaction;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.Location;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Refuses a target that lies in what others made or read, and inputs that lie where they would be
 * removed.
 */
final class PathOverlaps {
  private final Configuration hadoop;
  private final Staging staging;
  private final String key;
  private final Location target;

  PathOverlaps(Configuration hadoop, Staging staging) {
    this.hadoop = hadoop;
    this.staging = staging;
    this.key = staging.kind().key();
    this.target = Location.of(hadoop, staging.target());
  }

  /**
   * Checks an output.
   *
   * @throws InputException when it would damage, or replace, anything but an earlier output
   */
  void checkOutput(RunPaths paths) throws IOException {
    if (paths.quarantine() != null) {
      refuseMeeting(paths.quarantine());
    }
    if (paths.model() != null) {
      refuseModel(paths.model());
    }
    for (TableConfig table : paths.tables()) {
      for (String path : table.paths()) {
        refuseInside(table, path);
        if (meets(path, staging.stages())) {
          throw refusal(
              ("%s (%s) lies in %s, where the stages of the run are kept and removed at its end;"
                      + " copy the table elsewhere")
                  .formatted(table.key(), path, staging.stages()));
        }
        String lost = unlisted(path);
        if (!lost.isEmpty()) {
          throw refusal(
              ("%s (%s) lies in output.path (%s), and %s is not as an earlier run wrote it, so an"
                      + " overwrite would lose it; move that input elsewhere, or choose another"
                      + " output.path")
                  .formatted(table.key(), path, staging.target(), lost));
        }
      }
    }
    refuseNested();
  }

  /**
   * Checks a quarantine: it takes its place while tables may still be read.
   *
   * @throws InputException when it would damage or replace anything but an earlier quarantine
   */
  void checkQuarantine(RunPaths paths) {
    for (TableConfig table : paths.tables()) {
      for (String path : table.paths()) {
        refuseInside(table, path);
        if (meets(path, staging.target())) {
          throw refusal(
              ("%s (%s) lies in input.quarantine (%s), which is made anew by each run; copy the"
                      + " table elsewhere, or name another folder for the quarantine")
                  .formatted(table.key(), path, staging.target()));
        }
      }
    }
    refuseNested();
  }

  private boolean meets(String path, Path folder) {
    Location place = Location.of(hadoop, folder);
    return Location.of(hadoop, path).stream().anyMatch(input -> input.mayLieIn(place));
  }

  private void refuseMeeting(String quarantine) {
    for (Location other : Location.of(hadoop, quarantine)) {
      if (other.holds(target) || target.holds(other)) {
        throw refusal(
            ("input.quarantine (%s) and output.path (%s) lie in one another, and each of them is"
                    + " made anew as a whole; name a folder beside the output for the quarantine.")
                .formatted(quarantine, staging.target()));
      }
    }
  }

  private void refuseModel(String model) {
    if (target.holds(Location.of(hadoop, new Path(model)))) {
      throw refusal(
          ("output.path (%s) and model.path (%s) lie in one folder, and the output would replace the"
                  + " model or damage it; name another output.path.")
              .formatted(staging.target(), model));
    }
  }

  /** An input names a folder: what is written there would be read with it the next time. */
  private void refuseInside(TableConfig table, String path) {
    for (Location input : Location.of(hadoop, path)) {
      if (input.holds(target)) {
        throw refusal(
            ("%s (%s) lies in %s (%s), so that its files would be read as rows of that table the"
                    + " next time; choose a folder outside of it")
                .formatted(key, staging.target(), table.key(), path));
      }
    }
  }

  /** The first match of an input in the target that no run wrote; empty when there is none. */
  private String unlisted(String path) throws IOException {
    if (Location.of(hadoop, path).stream().noneMatch(input -> input.mayLieIn(target))
        || !staging.replaces()) {
      return "";
    }
    FileStatus[] matches = Location.matches(hadoop, path);
    if (matches == null) {
      return "";
    }
    Contents contents = staging.contents();
    for (FileStatus match : matches) {
      Location place = Location.of(hadoop, match.getPath());
      if (target.holds(place) && !contents.holdsRunFilesOnly(place.below(target))) {
        return place.below(target);
      }
    }
    return "";
  }

  /** A folder above the target is an output, a model or a quarantine. */
  private void refuseNested() {
    Path above = staging.target().getParent();
    for (Path folder = above; folder != null; folder = folder.getParent()) {
      String what = made(folder);
      if (!what.isEmpty()) {
        throw refusal(
            ("%s: %s lies in %s, which is %s, and files of others in it would damage it or be in"
                    + " the way when it is made anew; choose a folder outside of it")
                .formatted(key, staging.target(), folder, what));
      }
    }
  }

  private String made(Path folder) {
    FileSystem fs = staging.fileSystem();
    try {
      JsonNode result = FileList.json(fs, new Path(folder, OutputMarks.RESULT));
      if (fs.exists(new Path(folder, OutputMarks.PUBLISHING_MARK))
          || (result != null && !result.path("status").asText().equals("failed"))) {
        return "an output of Concord";
      }
      if (fs.exists(new Path(folder, OutputMarks.QUARANTINE))) {
        return "a quarantine of Concord";
      }
      JsonNode manifest = FileList.json(fs, new Path(folder, "manifest.json"));
      String format = manifest == null ? "" : manifest.path("format").asText();
      return format.equals(OutputMarks.MODEL_FORMAT) ? "a model of Concord" : "";
    } catch (IOException | FSError e) {
      return ""; // a folder that cannot be looked at is the file system's own
    }
  }

  private static InputException refusal(String text) {
    return new InputException(Redaction.text(text));
  }
}
