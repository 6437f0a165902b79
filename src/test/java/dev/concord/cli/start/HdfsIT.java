package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HDFS by paths alone. */
class HdfsIT {
  @TempDir Path folder;

  @Test
  void hdfsHoldsConfigurationTablesAndOutput() throws Exception {
    Map<String, String> results =
        SubmittedProgram.submit(folder, "ivy-hdfs", List.of(), "hdfs", folder.toString());

    assertThat(results).containsExactlyEntriesOf(SubmittedProgram.expectedOfFiles());
  }
}
