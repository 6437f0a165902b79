package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.spark.base.BaseFolder.StableRead;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class StableReadTest {
  private int files;
  private int readings;

  private String read(Supplier<String> reading) {
    return StableRead.of(
        () -> "mark " + files,
        () -> {
          readings++;
          return reading.get();
        },
        times -> new InputException("replaced " + times + " times"));
  }

  @Test
  void whatStaysIsReadOnce() {
    assertThat(read(() -> "rows " + files)).isEqualTo("rows 0");
    assertThat(readings).isOne();
  }

  @Test
  void whatIsReplacedMeanwhileIsReadAgain() {
    String value =
        read(
            () -> {
              String rows = "rows " + files;
              files += readings == 1 ? 1 : 0;
              return rows;
            });

    assertThat(value).isEqualTo("rows 1");
    assertThat(readings).isEqualTo(2);
  }

  @Test
  void aFaultOfFilesThatAreGoneIsNone() {
    String value =
        read(
            () -> {
              if (readings == 1) {
                files++;
                throw new IllegalStateException("no such file");
              }
              return "rows " + files;
            });

    assertThat(value).isEqualTo("rows 1");
  }

  @Test
  void aFaultOfFilesThatStayIsOne() {
    assertThatThrownBy(
            () ->
                read(
                    () -> {
                      throw new InputException("damaged");
                    }))
        .isInstanceOf(InputException.class)
        .hasMessage("damaged");
    assertThat(readings).isOne();
  }

  @Test
  void filesThatChangeAllTheTimeAreRefused() {
    assertThatThrownBy(() -> read(() -> "rows " + files++))
        .isInstanceOf(InputException.class)
        .hasMessage("replaced 3 times");
  }
}
