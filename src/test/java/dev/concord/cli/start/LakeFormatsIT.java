package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.spark.files.TableFormatJars;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delta and Iceberg by {@code format} and {@code --packages} alone. */
class LakeFormatsIT {
  private static final String DELTA = TableFormatJars.coordinates("delta").orElseThrow();
  private static final String ICEBERG = TableFormatJars.coordinates("iceberg").orElseThrow();

  @TempDir Path folder;

  @Test
  void deltaAndIcebergAreReadByVersionAndWrittenInCommits() throws Exception {
    Map<String, String> results =
        SubmittedProgram.submit(
            folder,
            "ivy-lake",
            List.of("--packages", DELTA + "," + ICEBERG),
            "lake",
            folder.toString());

    assertThat(results)
        .containsExactly(
            Map.entry("delta version 0", "0"),
            Map.entry("delta rows", "60"),
            Map.entry("delta again", "0 done before"),
            Map.entry("delta refused", "2"),
            Map.entry("delta newest", "0"),
            Map.entry("delta rows now", "90"),
            Map.entry("delta rows then", "60"),
            Map.entry("delta assign", "0"),
            Map.entry("delta assign again", "0"),
            Map.entry("delta changed by others", "2"),
            Map.entry("delta mended", "0"),
            Map.entry("delta mended again", "0 done before"),
            Map.entry("delta without a model", "0"),
            Map.entry("delta model", "false"),
            Map.entry("delta after a kill", "0"),
            Map.entry("delta assign after", "0"),
            Map.entry("csv over a changed delta", "2"),
            Map.entry("delta mended once more", "0"),
            Map.entry("csv over delta", "0"),
            Map.entry("csv rows", "90"),
            Map.entry("delta over csv", "0"),
            Map.entry("delta rows after", "90"),
            Map.entry("delta result", "true"),
            Map.entry("iceberg snapshot", "0"),
            Map.entry("iceberg rows", "60"),
            Map.entry("iceberg newest", "0"),
            Map.entry("iceberg rows now", "90"),
            Map.entry("iceberg versions", "2"),
            Map.entry("iceberg assign", "0"),
            Map.entry(
                "iceberg left",
                "_FILES.json _RESULT.json _TABLES.json clusters constraints metrics.json model profiles"
                    + " report.html run.json"),
            Map.entry("delta night 1", "0"),
            Map.entry("delta night 2", "0"),
            Map.entry("delta night 2 again", "0"),
            Map.entry("delta as published", "true"),
            Map.entry("delta own base", "0"),
            Map.entry("delta kept", "true"),
            Map.entry("iceberg night 1", "0"),
            Map.entry("iceberg night 2", "0"),
            Map.entry("iceberg night 2 again", "0"),
            Map.entry("iceberg as published", "true"),
            Map.entry("iceberg own base", "0"),
            Map.entry("iceberg kept", "true"));
  }

  @Test
  void changedRowsComeFromFeedsAndGoToTablesOfRows() throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.putAll(
        feeds(
            "delta",
            "version",
            "columns or properties of the table were changed in version N",
            "61 1 0 0",
            "merge, write, set tblproperties, write"));
    expected.putAll(
        feeds(
            "iceberg",
            "snapshot",
            "the columns of the table were changed",
            "61 0 0 1",
            "overwrite, overwrite, overwrite"));

    Map<String, String> results =
        SubmittedProgram.submit(
            folder,
            "ivy-feeds",
            List.of("--packages", DELTA + "," + ICEBERG),
            "feeds",
            folder.toString());

    assertThat(results).containsExactlyEntriesOf(expected);
  }

  /**
   * What is expected of a format.
   *
   * @param unit what it calls a state
   * @param altered why its feed is of no use after its columns were changed
   * @param lost points as before, changed, new and gone when the feed cannot be read
   * @param writes how the output was written, the last first
   */
  private static Map<String, String> feeds(
      String format, String unit, String altered, String lost, String writes) {
    String[][] all = {
      {"fed", "0"},
      {"fed same", "0"},
      {"same by", "the change feed (nothing written after " + unit + " N)"},
      {"fed night", "0"},
      {"plain night", "0"},
      {"night by", "the change feed (" + unit + "s N to N)"},
      {"plain by", ""},
      {"counts", "58 1 3 1 both"},
      {"same bytes", "true"},
      {"altered", "0"},
      {"altered by", "fingerprints (no change feed: " + altered + ")"},
      {"altered refused", "2"},
      {"lost", "0"},
      {"lost by", "fingerprints"},
      {"lost counts", lost},
      {"first", "0"},
      {"replaced", "0"},
      {"beside", "0"},
      {"merged", "0"},
      {"merged rows", "62 true"},
      {"merged by", writes},
      {"merged alone", "true"},
    };
    Map<String, String> expected = new LinkedHashMap<>();
    for (String[] entry : all) {
      expected.put(format + " " + entry[0], entry[1]);
    }
    return expected;
  }
}
