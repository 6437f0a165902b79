package dev.concord.spark.input;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Refuses files that are read as text and hold something else, and names what they are. */
final class FileKind {
  private static final int MOST_FILES = 1000;
  private static final int HEAD = 1024;

  /**
   * Files of one kind.
   *
   * @param start their first bytes, one character each
   * @param is what such a file is
   * @param remedy what to do; %s is the key of the table
   */
  private record Kind(String start, String is, String remedy) {}

  private static final String UNPACK = "unpack it";
  private static final String EXPORT = "export the sheet as CSV";
  private static final String TABLE = "write the table as CSV or Parquet";
  private static final String WIDE = "text in UTF-16";
  private static final String UTF_16 =
      "set %s.options { encoding = \"UTF-16\", multiLine = \"true\" }, or save it as UTF-8";

  private static final List<Kind> KINDS =
      List.of(
          new Kind("PAR1", "a Parquet file", "set %s.format = parquet"),
          new Kind("ORC", "an ORC file", "set %s.format = orc"),
          new Kind("Obj\1", "an Avro file", "set %s.format = avro"),
          new Kind("\0\0\10", "an IDX file", "set %s.format = idx"),
          new Kind("PK\3\4", "a zip archive", UNPACK),
          new Kind("\37\213", "compressed by gzip", "let its name end with .gz, or " + UNPACK),
          new Kind("BZh91AY&SY", "compressed by bzip2", "let its name end with .bz2"),
          new Kind("\50\265\57\375", "compressed by zstd", "let its name end with .zst"),
          new Kind("\3757zXZ\0", "compressed by xz", UNPACK),
          new Kind("7z\274\257\47\34", "a 7z archive", UNPACK),
          new Kind("\320\317\21\340", "an Excel workbook (xls)", EXPORT),
          new Kind("\211HDF", "an HDF5 file", TABLE),
          new Kind("\223NUMPY", "an array of NumPy", TABLE),
          new Kind("SQLite format 3", "a database of SQLite", TABLE),
          new Kind("%PDF", "a PDF", TABLE),
          new Kind("\211PNG", "a PNG image", "set %s.format = picture"),
          new Kind("\377\330\377", "a JPEG image", "set %s.format = picture"),
          new Kind("\377\376", WIDE, UTF_16),
          new Kind("\376\377", WIDE, UTF_16));

  private FileKind() {}

  /**
   * Refuses a table one of whose files is not text.
   *
   * @param files as Spark names them; the first bytes of a thousand are read
   */
  static void requireText(Configuration hadoop, TableConfig config, String[] files) {
    Stream<String> some = Arrays.stream(files).sorted().limit(MOST_FILES);
    (files.length > 1 ? some.parallel() : some)
        .map(file -> refusal(hadoop, config, file)).filter(Objects::nonNull).toList().stream()
            .findFirst()
            .ifPresent(
                refusal -> {
                  throw refusal;
                });
  }

  private static @Nullable InputException refusal(
      Configuration hadoop, TableConfig config, String file) {
    Path path = InputText.path(file);
    String head;
    try (InputStream in = InputText.open(hadoop, file)) {
      head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Kind kind = of(head, path.getName().toLowerCase(Locale.ROOT));
    if (kind == null || (kind.is().equals(WIDE) && isWide(config))) {
      return null;
    }
    return config.refuse(
        "%s is read as %s, but it is %s; %s"
            .formatted(
                path, config.format(), kind.is(), kind.remedy().replace("%s", config.key())));
  }

  /** Whether the configured encoding has characters of two or four bytes. */
  private static boolean isWide(TableConfig config) {
    return !CsvDialect.of(config).isAsciiBased();
  }

  private static @Nullable Kind of(String head, String name) {
    for (Kind kind : KINDS) {
      if (head.startsWith(kind.start())) {
        boolean office =
            kind.start().startsWith("PK")
                && (head.contains("[Content_Types].xml") || head.contains("mimetype"));
        return office || (kind.is().equals("a zip archive") && name.endsWith(".xlsx"))
            ? new Kind(kind.start(), "a workbook (xlsx or ods)", EXPORT)
            : kind;
      }
    }
    int zero = head.indexOf('\0');
    if (zero < 0) {
      return null;
    }
    long zeros = head.chars().filter(c -> c == 0).count();
    return zero <= 1 && 3 * zeros >= head.length()
        ? new Kind("", WIDE, zero == 0 ? UTF_16 : UTF_16.replace("16\"", "16LE\""))
        : new Kind("", "no text (byte " + zero + " is 0)", "check the path and %s.format");
  }
}
