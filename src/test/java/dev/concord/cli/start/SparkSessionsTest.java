package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkSessionsTest {
  @ParameterizedTest
  @CsvSource({
    "local,true",
    "local[*],true",
    "'local[2,3]',true",
    "'local-cluster[2,1,1024]',false",
    "yarn,false",
    "spark://host:7077,false"
  })
  void onlyTasksInThisProcessAreLocal(String master, boolean local) {
    assertThat(SparkSessions.isLocal(master)).isEqualTo(local);
  }

  @Test
  void aLocalSessionOpensNoPortsAndBoundsNoResults() {
    SparkConf conf = SparkSessions.conf(null, "concord test");
    assertThat(conf.get("spark.master")).isEqualTo("local[*]");
    assertThat(conf.get("spark.ui.enabled")).isEqualTo("false");
    assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("127.0.0.1");
    assertThat(conf.get("spark.driver.maxResultSize")).isEqualTo("0");
    assertThat(conf.get("spark.executor.killOnFatalError.depth")).isEqualTo("0");
  }

  @Test
  void aClusterKeepsItsOwnSettings() {
    SparkConf conf = SparkSessions.conf("yarn", "concord test");
    assertThat(conf.contains("spark.driver.host")).isFalse();
    assertThat(conf.contains("spark.sql.shuffle.partitions")).isFalse();
    assertThat(conf.get("spark.ui.showConsoleProgress")).isEqualTo("false");
  }

  @Test
  void foldersForTemporaryFilesThatCannotBeWrittenAreRefused() {
    assertThatThrownBy(
            () -> SparkSessions.requireLocalDisk(new String[] {"/proc/concord", "/dev/null/x"}))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "no folder for Spark's temporary files can be written (/proc/concord: ")
        .hasMessageContaining("; /dev/null/x: ")
        .hasMessageContaining("SPARK_LOCAL_DIRS");
  }

  @Test
  void oneFolderThatCanBeWrittenIsEnough(@TempDir Path folder) {
    SparkSessions.requireLocalDisk(
        new String[] {"/proc/concord", folder.resolve("new").toString()});
    assertThat(folder.resolve("new")).isEmptyDirectory();
  }
}
