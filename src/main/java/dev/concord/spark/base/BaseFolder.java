package dev.concord.spark.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.error.InputException;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.SealedFolder;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * What a run keeps for the next one, on disk: folder base of an output.
 *
 * <pre>
 * manifest.json   format, formatVersion, and every other file with its bytes and SHA-256
 * base.json       everything that is not a row: columns, graph, scaling, projection
 * points/         Parquet: row, id, cluster, fingerprint
 * lists/          Parquet: row, fingerprint, reach, bound, neighbours
 * </pre>
 *
 * It is only ever read by later runs.
 */
public final class BaseFolder {
  /** The folder's name in an output. */
  public static final String NAME = "base";

  /** Version of the format: bases of another one are refused. */
  static final int VERSION = 2;

  private static final String FORMAT = "concord-base";
  private static final String FACTS = "base.json";
  private static final String REMEDY =
      "; nothing of it is used. Run once without clusters.base and with output.base = true, and name"
          + " that output";

  private BaseFolder() {}

  /** The table of points in the base of an output. */
  public static String points(String output) {
    return output + "/" + NAME + "/" + BaseTables.POINTS;
  }

  /**
   * Writes a base.
   *
   * @param folder must not exist
   * @throws InputException when the file system refuses
   */
  public static void write(SparkSession spark, String folder, BaseContent content) {
    Path root = new Path(folder);
    BaseTables tables = new BaseTables(spark);
    tables.writePoints(root, content);
    tables.writeLists(root, content.contents());
    Configuration hadoop = spark.sessionState().newHadoopConf();
    try {
      FileSystem fs = root.getFileSystem(hadoop);
      String facts = FigureJson.tree(content.facts()).toPrettyString();
      SealedFolder.write(fs, new Path(root, FACTS), facts);
      sealed(folder).seal(JavaSparkContext.fromSparkContext(spark.sparkContext()), hadoop, root);
    } catch (IOException | FSError e) {
      throw new InputException(
          "output.base: the base could not be written to "
              + folder
              + " ("
              + e.getMessage()
              + "); check the rights and the free space, then run the command again.",
          e);
    }
  }

  /**
   * Reads a base after checking every one of its files, and again when another run replaced it
   * meanwhile.
   *
   * @param output the folder of an earlier output
   * @throws InputException when there is none, when it is damaged, of another version, or replaced
   *     each time
   */
  static BaseContent read(SparkSession spark, String output) {
    return StableRead.of(
        () -> manifest(spark, output),
        () -> once(spark, output),
        times ->
            new InputException(
                "clusters.base ("
                    + output
                    + "): other runs replaced the base each of "
                    + times
                    + " times that it was read; run the command again when they have ended."));
  }

  /** The manifest, empty where there is none: it names the checksum of every file. */
  static String manifest(SparkSession spark, String output) {
    Path root = new Path(output, NAME);
    try {
      FileSystem fs = root.getFileSystem(spark.sessionState().newHadoopConf());
      return SealedFolder.isThere(fs, root)
          ? SealedFolder.read(fs, new Path(root, SealedFolder.MANIFEST))
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static BaseContent once(SparkSession spark, String output) {
    String where = "clusters.base (" + output + ")";
    Configuration hadoop = spark.sessionState().newHadoopConf();
    Path root = new Path(output, NAME);
    try {
      FileSystem fs = root.getFileSystem(hadoop);
      if (!SealedFolder.isThere(fs, root)) {
        throw missing(where, fs.exists(new Path(output)));
      }
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      sealed(where).verify(context, hadoop, root, FACTS);
      BaseFacts facts;
      try {
        String text = SealedFolder.read(fs, new Path(root, FACTS));
        facts = FigureJson.read(new ObjectMapper().readTree(text), BaseFacts.class);
      } catch (IllegalArgumentException e) {
        throw damaged(where, FACTS, "a value is missing or of another kind");
      }
      return new BaseTables(spark).read(fs.makeQualified(root).toString(), facts);
    } catch (BaseTables.Contradiction e) {
      throw damaged(where, e.table(), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new InputException(
          where
              + ": the base cannot be read ("
              + e.getMessage()
              + "); check the path and the rights",
          e);
    }
  }

  private static InputException missing(String where, boolean folder) {
    return new InputException(
        where
            + (folder
                ? ": this output has no folder " + NAME + ", so a run cannot start from it"
                : ": there is no such folder")
            + "; name the folder of an output that was made with output.base = true");
  }

  private static InputException damaged(String where, String file, String what) {
    return new InputException(where + ": the base is damaged at " + file + ": " + what + REMEDY);
  }

  private static SealedFolder sealed(String where) {
    return new SealedFolder(FORMAT, VERSION, new Refusals(where));
  }

  /** The refusals of a base that is not whole. */
  private record Refusals(String where) implements SealedFolder.Faults {
    @Override
    public InputException damaged(String file, String what) {
      return BaseFolder.damaged(where, file, what);
    }

    @Override
    public InputException foreign() {
      return BaseFolder.damaged(where, SealedFolder.MANIFEST, "it is not that of a base");
    }

    @Override
    public void checkVersion(int found) {
      if (found != VERSION) {
        throw new InputException(
            where
                + ": the base has format version "
                + found
                + ", and this version of Concord reads "
                + VERSION
                + REMEDY);
      }
    }
  }

  /**
   * Reads what another run may replace meanwhile: again, where its mark is another one after the
   * reading than before. A fault that was met on the way counts only where the mark is the same.
   */
  public static final class StableRead {
    /** How often it is read at most. */
    static final int ATTEMPTS = 3;

    private StableRead() {}

    /**
     * The value that was read while the mark stayed the same.
     *
     * @param mark changes whenever the files do; empty where there are none
     * @param reading all of it, nothing is read later
     * @param replaced the refusal, of the number of attempts
     * @throws InputException when the mark changed in each attempt
     */
    public static <T> T of(
        Supplier<String> mark, Supplier<T> reading, Function<Integer, InputException> replaced) {
      String before = mark.get();
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          T value = reading.get();
          if (mark.get().equals(before)) {
            return value;
          }
        } catch (Exception e) { // Spark throws checked ones that no method declares
          if (mark.get().equals(before)) {
            throw e;
          }
        }
        before = mark.get();
      }
      throw replaced.apply(ATTEMPTS);
    }
  }
}
