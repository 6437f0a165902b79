package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.spark.files.TableFormatJars;
import java.nio.file.Path;
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
            Map.entry("delta fed", "0"),
            Map.entry("delta fed same", "0"),
            Map.entry("delta same by", "the change feed (nothing written after version N)"),
            Map.entry("delta fed night", "0"),
            Map.entry("delta plain night", "0"),
            Map.entry("delta night by", "the change feed (versions N to N)"),
            Map.entry("delta plain by", ""),
            Map.entry("delta counts", "58 1 3 1 both"),
            Map.entry("delta same bytes", "true"),
            Map.entry("delta altered", "0"),
            Map.entry(
                "delta altered by",
                "fingerprints (no change feed: columns or properties of the table were changed in version N)"),
            Map.entry("delta altered refused", "2"),
            Map.entry("iceberg night 1", "0"),
            Map.entry("iceberg night 2", "0"),
            Map.entry("iceberg night 2 again", "0"),
            Map.entry("iceberg as published", "true"),
            Map.entry("iceberg own base", "0"),
            Map.entry("iceberg kept", "true"),
            Map.entry("iceberg fed", "0"),
            Map.entry("iceberg fed same", "0"),
            Map.entry("iceberg same by", "the change feed (nothing written after snapshot N)"),
            Map.entry("iceberg fed night", "0"),
            Map.entry("iceberg plain night", "0"),
            Map.entry("iceberg night by", "the change feed (snapshots N to N)"),
            Map.entry("iceberg plain by", ""),
            Map.entry("iceberg counts", "58 1 3 1 both"),
            Map.entry("iceberg same bytes", "true"),
            Map.entry("iceberg altered", "0"),
            Map.entry(
                "iceberg altered by",
                "fingerprints (no change feed: the columns of the table were changed)"),
            Map.entry("iceberg altered refused", "2"));
  }
}
