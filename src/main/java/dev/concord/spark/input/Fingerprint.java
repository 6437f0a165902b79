package dev.concord.spark.input;

import dev.concord.figure.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an input table; what does not apply is null. A table without files has its format
 * alone.
 *
 * @param format of the table
 * @param table the names of tables of a catalogue
 * @param paths as they are configured, without secrets
 * @param files their number
 * @param bytes in all files
 * @param content SHA-256 over names, lengths and content
 * @param times SHA-256 over names, lengths and times of modification
 * @param unread why there is no state
 */
public record Fingerprint(
    String format,
    @Nullable String table,
    @Nullable List<String> paths,
    @Nullable Integer files,
    @Nullable Long bytes,
    @Nullable @Key("sha256") String content,
    @Nullable @Key("sha256OfNamesLengthsAndTimes") String times,
    @Nullable String unread) {

  /** Whether it identifies a state; that of a source without files does not. */
  public boolean identifies() {
    return content != null || times != null;
  }

  static Fingerprint ofTable(String format, @Nullable String table) {
    return new Fingerprint(format, table, null, null, null, null, null, null);
  }

  static Fingerprint unread(String format, List<String> paths, String why) {
    return new Fingerprint(format, null, paths, null, null, null, null, why);
  }
}
