package dev.concord.spark.files;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads, so that two of them can be compared: with its file system, absolute, without
 * symbolic links of the local disk. The names may be patterns, as in {@code out/A/*.csv}.
 *
 * @param system the file system
 * @param names of the folders from the root on, the last one that of the file or folder itself;
 *     patterns, in which a backslash precedes a mark that is none
 */
public record Location(String system, List<String> names) {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[\\]{}\\\\]");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

  /**
   * The path that Hadoop and Spark read as a pattern, for one that a user gave: names that exist as
   * they are written are no patterns, up to the first one that does not.
   */
  public static String pattern(Configuration hadoop, String given) {
    if (!WILDCARD.matcher(given).find()) {
      return given;
    }
    String[] names = given.split("(?<=/)", -1);
    StringBuilder literal = new StringBuilder();
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < names.length; i++) {
      literal.append(names[i]);
      if (!WILDCARD.matcher(names[i]).find()) {
        pattern.append(names[i]);
      } else if (exists(hadoop, literal.toString())) {
        pattern.append(escaped(names[i]));
      } else {
        return pattern + String.join("", List.of(names).subList(i, names.length));
      }
    }
    return pattern.toString();
  }

  private static boolean exists(Configuration hadoop, String path) {
    try {
      Path literal = new Path(path);
      return literal.getFileSystem(hadoop).exists(literal);
    } catch (IOException | IllegalArgumentException e) {
      return false; // opening it reports the fault
    }
  }

  /** The files and folders that a path of a user stands for, by path; null as Hadoop's glob. */
  public static FileStatus @Nullable [] matches(Configuration hadoop, String given)
      throws IOException {
    Path path = new Path(pattern(hadoop, given));
    return path.getFileSystem(hadoop).globStatus(path);
  }

  /** The pattern of this path or name alone. */
  public static String escaped(String literal) {
    return WILDCARD.matcher(literal).replaceAll("\\\\$0");
  }

  private static String unescaped(String pattern) {
    return ESCAPE.matcher(pattern).replaceAll("$1");
  }

  private static boolean isPattern(String name) {
    return WILDCARD.matcher(ESCAPE.matcher(name).replaceAll("")).find();
  }

  /** The locations of a path of a user, several when it has alternatives in braces. */
  public static List<Location> of(Configuration hadoop, String given) {
    List<Location> all = new ArrayList<>();
    String path = pattern(hadoop, given);
    try {
      for (String one : GlobExpander.expand(path)) {
        all.add(ofPattern(hadoop, new Path(one)));
      }
    } catch (IOException e) {
      // braces that do not match are the reader's to refuse
      all.add(ofPattern(hadoop, new Path(path)));
    }
    return all;
  }

  /** The location of a path that is no pattern. */
  public static Location of(Configuration hadoop, Path path) {
    URI uri = path.toUri();
    return ofPattern(hadoop, new Path(uri.getScheme(), uri.getAuthority(), escaped(uri.getPath())));
  }

  private static Location ofPattern(Configuration hadoop, Path path) {
    try {
      FileSystem fs = path.getFileSystem(hadoop);
      Path absolute = fs.makeQualified(path);
      if (LocalDisk.isUnder(fs)) {
        return new Location("file", real(names(absolute)));
      }
      return new Location(system(fs), names(absolute));
    } catch (IOException | IllegalArgumentException e) {
      return new Location("", names(path)); // opening it reports the fault
    }
  }

  private static String system(FileSystem fs) {
    String name = null;
    try {
      name = fs.getCanonicalServiceName();
    } catch (IllegalArgumentException e) {
      // a host without an address
    }
    return fs.getUri().getScheme() + "://" + (name == null ? fs.getUri().getAuthority() : name);
  }

  private static List<String> names(Path path) {
    List<String> names = new ArrayList<>();
    for (String name : path.toUri().getPath().split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** Resolves symbolic links in front of the first pattern, as far as the path exists. */
  private static List<String> real(List<String> names) throws IOException {
    int literal = 0;
    while (literal < names.size() && !isPattern(names.get(literal))) {
      literal++;
    }
    for (int there = literal; there > 0; there--) {
      File file = new File("/" + unescaped(String.join("/", names.subList(0, there))));
      if (Files.exists(file.toPath())) {
        List<String> real = new ArrayList<>();
        file.toPath().toRealPath().forEach(name -> real.add(escaped(name.toString())));
        real.addAll(names.subList(there, names.size()));
        return real;
      }
    }
    return names;
  }

  /** Whether a place, without patterns, is this one or lies below it. */
  public boolean holds(Location place) {
    return system.equals(place.system)
        && names.size() <= place.names.size()
        && agree(names, place.names, names.size());
  }

  /** Whether what this names, by patterns perhaps, can lie in a folder or be that folder. */
  public boolean mayLieIn(Location folder) {
    return system.equals(folder.system)
        && folder.names.size() <= names.size()
        && agree(names, folder.names, folder.names.size());
  }

  /** The path below a folder that holds this one. */
  public String below(Location folder) {
    return unescaped(String.join("/", names.subList(folder.names.size(), names.size())));
  }

  private static boolean agree(List<String> patterns, List<String> names, int count) {
    for (int i = 0; i < count; i++) {
      if (!agree(patterns.get(i), names.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean agree(String pattern, String name) {
    if (pattern.equals(name)) {
      return true;
    }
    if (!WILDCARD.matcher(pattern).find()) {
      return false;
    }
    try {
      return new GlobFilter(pattern).accept(new Path(null, null, unescaped(name)));
    } catch (IOException e) {
      return false; // the reader reports the fault of the pattern
    }
  }
}
