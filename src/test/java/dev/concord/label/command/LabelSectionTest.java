package dev.concord.label.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.ReferenceKeys;
import org.junit.jupiter.api.Test;

class LabelSectionTest {
  @Test
  void everyKeyIsReadAndChecked() {
    int keys =
        ReferenceKeys.refused(
            "label",
            LabelSection::load,
            "input.features={format=csv, path=p.csv, id=id}",
            "input.constraints={format=csv, path=/c.csv}",
            "clusters.count=3");
    assertThat(keys).isEqualTo(8);
  }
}
