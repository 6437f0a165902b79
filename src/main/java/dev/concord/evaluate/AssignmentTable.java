package dev.concord.evaluate;

import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.Location;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Finds the table that {@code --assignment} names: the folder of it, and its format. */
final class AssignmentTable {
  private static final String KEY = "--assignment";

  /** The tables of points and clusters that commands write, by the folder in their output. */
  private static final List<String> IN_OUTPUTS = List.of("clusters", "assigned");

  /** The format of a file, by its name. */
  private static final Pattern FORMAT =
      Pattern.compile(".*\\.(csv|parquet|json|orc)(\\.[a-z0-9]+)?", Pattern.CASE_INSENSITIVE);

  private AssignmentTable() {}

  /**
   * The table at {@code path}: a file, a folder of part files, or the output folder of a command
   * with such a folder in it.
   *
   * @param format given by the user, or null to infer it from the file names
   * @throws InputException when nothing is there, or the files are of several formats
   */
  static LabelsConfig find(
      Configuration hadoop, String path, @Nullable String format, String id, String cluster) {
    String table = path;
    String found = format;
    try {
      Path place = new Path(path);
      FileSystem fs = place.getFileSystem(hadoop);
      for (String name : IN_OUTPUTS) {
        Path inside = new Path(place, name);
        if (fs.exists(inside) && fs.exists(new Path(place, "_RESULT.json"))) {
          table = inside.toString();
          place = inside;
        }
      }
      if (found == null) {
        found = format(fs, Location.matches(hadoop, table), path);
      }
    } catch (FileNotFoundException e) {
      throw new InputException(
          KEY + " (" + path + "): there is no file or folder of that name; check the path", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          KEY + " (" + path + "): the path cannot be read (" + e.getMessage() + "); correct it", e);
    }
    Map<String, String> options =
        found.equalsIgnoreCase("csv") ? Map.of("header", "true", "multiLine", "true") : Map.of();
    return new LabelsConfig(new TableConfig(KEY, found, List.of(table), options), id, cluster);
  }

  private static String format(FileSystem fs, FileStatus @Nullable [] matches, String path)
      throws IOException {
    List<String> names = new ArrayList<>();
    if (matches == null || matches.length == 0) {
      throw new FileNotFoundException(path);
    }
    for (FileStatus match : matches) {
      if (!match.isDirectory()) {
        names.add(match.getPath().getName());
        continue;
      }
      if (fs.exists(new Path(match.getPath(), "_delta_log"))) {
        return "delta";
      }
      if (fs.exists(new Path(match.getPath(), "metadata"))) {
        return "iceberg";
      }
      for (FileStatus file : fs.listStatus(match.getPath())) {
        names.add(file.getPath().getName());
      }
    }
    names.removeIf(name -> name.startsWith("_") || name.startsWith("."));
    Set<String> formats = new TreeSet<>();
    for (String name : names) {
      Matcher matcher = FORMAT.matcher(name);
      if (matcher.matches()) {
        formats.add(matcher.group(1).toLowerCase(Locale.ROOT));
      }
    }
    if (formats.size() > 1) {
      throw new InputException(
          ("%s (%s): there are files of several formats, %s; name the folder of one table, or"
                  + " choose one with --assignment-format")
              .formatted(KEY, path, String.join(" and ", formats)));
    }
    return formats.isEmpty() ? "csv" : formats.iterator().next();
  }
}
