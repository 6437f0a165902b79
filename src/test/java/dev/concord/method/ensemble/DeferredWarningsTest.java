package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.method.RecordedServices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredWarningsTest {
  @Test
  void warningsComeInTheirOrderWhenTheyAreAskedForAndStagesNever() {
    List<String> stages = new ArrayList<>();
    RecordedServices services =
        new RecordedServices() {
          @Override
          public void stage(String name) {
            stages.add(name);
          }
        };
    DeferredWarnings later = new DeferredWarnings(services);
    later.stage("product-cut");
    later.warn("first");
    later.warn("second");
    assertThat(services.warnings).isEmpty();
    later.print();
    later.print();
    assertThat(services.warnings).containsExactly("first", "second");
    assertThat(stages).isEmpty();
  }
}
