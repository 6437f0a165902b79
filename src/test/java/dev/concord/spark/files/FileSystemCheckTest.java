package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemCheckTest {
  private final FileSystemCheck check = new FileSystemCheck(new Configuration(false));

  @ParameterizedTest
  @ValueSource(
      strings = {"http://h/a.csv", "HTTPS://u:hunter2@h/a.csv?sig=hunter2", "ftp://h/a.csv"})
  void addressesOfServersAreRefused(String path) {
    assertThatThrownBy(() -> check.require("input.features.path", path))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.features.path = ")
        .hasMessageContaining("download the file")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aNameThatTheLocaleCannotWriteIsRefused() {
    assertThatThrownBy(
            () -> FileSystemCheck.requireLetters("output.path", "out/\u00fc", "ANSI_X3.4-1968"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "output.path = out/\u00fc: this locale writes names of files in ANSI_X3.4-1968, which has"
                + " not all letters of this one; set another before the start, with export"
                + " LC_ALL=C.UTF-8");
    assertThatCode(() -> FileSystemCheck.requireLetters("output.path", "out/\u00fc", "UTF-8"))
        .doesNotThrowAnyException();
  }

  /** What Java makes of an argument with such a letter. */
  @Test
  void anArgumentWithLettersThatWereLostIsRefused() {
    assertThatThrownBy(() -> check.require("--config", "\ufffd\ufffd.conf"))
        .hasMessageContaining("export LC_ALL=C.UTF-8");
  }
}
