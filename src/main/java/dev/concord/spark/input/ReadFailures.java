package dev.concord.spark.input;

import com.univocity.parsers.common.TextParsingException;
import dev.concord.config.Redaction;
import dev.concord.config.TableConfig;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.spark.files.LocalDisk;
import dev.concord.spark.files.Location;
import dev.concord.spark.files.TableFormatJars;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.SparkThrowable;
import org.jspecify.annotations.Nullable;

/** Turns what Spark and Hadoop throw while a table is read into one plain paragraph. */
public final class ReadFailures {
  private static final System.Logger LOG = System.getLogger(ReadFailures.class.getName());
  private static final int LONGEST = 300;

  private ReadFailures() {}

  /**
   * Runs {@code action}; a failure of the source becomes an {@link InputException} naming the table
   * and the root cause. Refusals pass unchanged, wherever they were thrown, and so do defects of
   * this code.
   */
  public static <T> T guard(TableConfig table, Callable<T> action) {
    try {
      return action.call();
    } catch (Exception e) {
      List<Throwable> chain = chain(e);
      for (Throwable link : chain) {
        if (link instanceof ConcordException ours) {
          throw ours;
        }
        if (link instanceof RowScreen.BrokenRow broken) {
          throw BrokenRows.refusal(table, broken);
        }
      }
      Throwable root = chain.get(chain.size() - 1);
      if (isOurs(root)) {
        throw e instanceof RuntimeException defect ? defect : new IllegalStateException(e);
      }
      String reason = Redaction.without(table.options(), explain(table, chain, root));
      throw new InputException(table.place() + ": " + reason, e);
    }
  }

  /**
   * Refuses a table of which a path of this machine leads nowhere. Needs no Spark session.
   *
   * @throws InputException naming the path, as where Spark finds it
   */
  public static void requireLocalFiles(Configuration hadoop, TableConfig config) {
    if (!SourceTable.takesPatterns(config)) {
      return;
    }
    for (String given : config.paths()) {
      try {
        Path path = new Path(given);
        FileSystem fs = path.getFileSystem(hadoop);
        if (!LocalDisk.isUnder(fs)) {
          continue;
        }
        FileStatus[] found = Location.matches(hadoop, given);
        if (found == null || found.length == 0) {
          String place = config.place();
          throw new InputException(
              place + ": " + noFile(config, fs.makeQualified(path).toString()));
        }
      } catch (IOException | IllegalArgumentException e) {
        LOG.log(System.Logger.Level.DEBUG, "{0} is left to the reader: {1}", given, e.getMessage());
      }
    }
  }

  /** In words, that nothing is at a path of a table. */
  private static String noFile(TableConfig table, String path) {
    return "there is no file or folder at " + path + "; check " + table.key() + ".path";
  }

  private static List<Throwable> chain(Throwable e) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable at = e; at != null && !chain.contains(at); at = at.getCause()) {
      chain.add(at);
    }
    return chain;
  }

  /** Whether {@code root} is a defect of this code, or of the machine, and not of the table. */
  private static boolean isOurs(Throwable root) {
    if (root instanceof Error || root instanceof ObjectStreamException) {
      return true;
    }
    StackTraceElement[] stack = root.getStackTrace();
    return stack.length > 0 && stack[0].getClassName().startsWith("dev.concord.");
  }

  private static String explain(TableConfig table, List<Throwable> chain, Throwable root) {
    String condition = condition(chain);
    if (condition.equals("PATH_NOT_FOUND")) {
      return noFile(table, parameter(chain, "path", String.join(", ", table.paths())));
    }
    if (condition.equals("DATA_SOURCE_NOT_FOUND")) {
      return "format = %s is not a Spark data source here; %s"
          .formatted(
              table.format(),
              TableFormatJars.remedy(table.format())
                  .orElse(
                      "use csv, parquet, json, orc, libsvm or idx, or put the source's jar on Spark's"
                          + " classpath"));
    }
    if (condition.equals("UNABLE_TO_INFER_SCHEMA")) {
      return "no data files of format %s were found there; check the path and %s.format"
          .formatted(table.format(), table.key());
    }
    for (Throwable link : chain) {
      if (link instanceof TextParsingException && root instanceof ArrayIndexOutOfBoundsException) {
        return ("a row has more fields than the table has columns, and more than Spark reads: correct"
                + " it, or raise %s.options { maxColumns }")
            .formatted(table.key());
      }
    }
    String file = parameter(chain, "path", "");
    return ("the table cannot be read%s: %s; check that the file is whole, that it is %s, and"
            + " %s.options")
        .formatted(
            file.isEmpty() ? "" : " at file " + file, plain(root), table.format(), table.key());
  }

  @SuppressWarnings("deprecation") // Spark 3.5 has no getCondition
  private static String condition(List<Throwable> chain) {
    for (Throwable link : chain) {
      if (link instanceof SparkThrowable spark && spark.getErrorClass() != null) {
        return spark.getErrorClass();
      }
    }
    return "";
  }

  private static String parameter(List<Throwable> chain, String name, String otherwise) {
    for (Throwable link : chain) {
      if (link instanceof SparkThrowable spark && spark.getMessageParameters() != null) {
        String value = spark.getMessageParameters().get(name);
        if (value != null) {
          return value;
        }
      }
    }
    return otherwise;
  }

  private static String plain(Throwable root) {
    String message = firstLine(root.getMessage());
    if (root instanceof FileNotFoundException) {
      return "file not found, " + message;
    }
    if (root instanceof AccessControlException) {
      return "permission denied, " + message;
    }
    if (root instanceof EOFException) {
      return "the file ends too early" + (message.isEmpty() ? "" : " (" + message + ")");
    }
    if (root instanceof ZipException) {
      return "the compressed file is damaged (" + message + ")";
    }
    if (root instanceof UnsupportedFileSystemException || root instanceof SparkThrowable) {
      return message;
    }
    return root.getClass().getSimpleName() + (message.isEmpty() ? "" : ", " + message);
  }

  private static String firstLine(@Nullable String message) {
    if (message == null) {
      return "";
    }
    String line = message.strip().lines().findFirst().orElse("");
    line = line.length() > LONGEST ? line.substring(0, LONGEST) + " ..." : line;
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }
}
