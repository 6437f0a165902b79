package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableVersionsTest {
  @ParameterizedTest
  @CsvSource({
    "_delta_log/00000000000000000000.json, true",
    "_delta_log/00000000000000000000.crc, true",
    "_delta_log/.00000000000000000000.crc.crc, true",
    "part-00000.snappy.parquet, true",
    ".part-00000.snappy.parquet.crc, true",
    "notes.txt, false",
    ".notes.txt.crc, false",
  })
  void filesOfADeltaTableAreKnownByTheirNames(String name, boolean part) {
    assertThat(TableVersions.isPart("delta", name)).isEqualTo(part);
  }
}
