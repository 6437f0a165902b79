package dev.concord.spark.input;

import dev.concord.config.TableConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.Type;

/**
 * Refuses a Parquet or ORC table whose files have different columns: Spark takes those of one file,
 * and what the others have besides is lost without a word.
 */
final class ColumnsOfFiles {
  private static final int MOST_FILES = 1000;
  private static final int SHOWN = 10;
  private static final String MERGE = "mergeSchema";

  private ColumnsOfFiles() {}

  private record Columns(Path file, List<String> names) {
    String text() {
      int more = names.size() - SHOWN;
      String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
      return more > 0 ? first + " and " + more + " more" : first;
    }

    boolean sameAs(Columns other) {
      return new TreeSet<>(names).equals(new TreeSet<>(other.names));
    }
  }

  /**
   * Reads the columns of the first thousand files, on the driver.
   *
   * @param files as Spark names them
   */
  static void requireAlike(Configuration hadoop, TableConfig config, String[] files) {
    String format = config.format().toLowerCase(Locale.ROOT);
    boolean merged = "true".equalsIgnoreCase(CsvDialect.option(config, MERGE));
    if (files.length < 2 || merged || !(format.equals("parquet") || format.equals("orc"))) {
      return;
    }
    Stream<String> some = Arrays.stream(files).sorted().limit(MOST_FILES);
    List<Columns> all =
        some.parallel().map(file -> columns(hadoop, format, InputText.path(file))).toList();
    for (Columns other : all) {
      if (!other.sameAs(all.get(0))) {
        throw config.refuse(
            ("the file %s has the columns %s, but the file %s has %s; all files of a table need the"
                    + " same columns, so correct them, read them as tables of their own, or set"
                    + " %s.options { %s = \"true\" } if values are missing")
                .formatted(
                    other.file(),
                    other.text(),
                    all.get(0).file(),
                    all.get(0).text(),
                    config.key(),
                    MERGE));
      }
    }
  }

  /** Those of a file. */
  private static Columns columns(Configuration hadoop, String format, Path file) {
    try {
      if (format.equals("orc")) {
        try (Reader reader = OrcFile.createReader(file, OrcFile.readerOptions(hadoop))) {
          return new Columns(file, reader.getSchema().getFieldNames());
        }
      }
      try (ParquetFileReader reader =
          ParquetFileReader.open(HadoopInputFile.fromPath(file, hadoop))) {
        return new Columns(
            file,
            reader.getFooter().getFileMetaData().getSchema().getFields().stream()
                .map(Type::getName)
                .toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
