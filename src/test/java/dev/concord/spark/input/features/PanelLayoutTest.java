package dev.concord.spark.input.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import org.junit.jupiter.api.Test;

class PanelLayoutTest {
  @Test
  void upTo4096RowsAreOnePanel() {
    assertThat(PanelLayout.of(1, 1, 0)).isEqualTo(new PanelLayout(1, 1, 1, 1));
    assertThat(PanelLayout.of(4096, 64, 0)).isEqualTo(new PanelLayout(4096, 64, 4096, 1));
  }

  @Test
  void moreRowsAreSixteenPanelsOrMore() {
    assertThat(PanelLayout.of(4097, 64, 0)).isEqualTo(new PanelLayout(4097, 64, 257, 16));
    assertThat(PanelLayout.of(70_000, 784, 0)).isEqualTo(new PanelLayout(70_000, 784, 4375, 16));
    PanelLayout large = PanelLayout.of(630_000, 784, 0);
    assertThat(large.panels()).isEqualTo(77);
    assertThat(large.panelRows()).isEqualTo(8182);
  }

  @Test
  void wideRowsMakeSmallPanelsOfAtMost64Megabytes() {
    PanelLayout wide = PanelLayout.of(1_200, 20_000, 0);
    assertThat(wide.panels()).isEqualTo(2);
    assertThat(4L * wide.panelRows() * wide.dim()).isLessThanOrEqualTo(64L << 20);
    assertThat(PanelLayout.of(3, 100_000_000, 0).panelRows()).isEqualTo(1);
  }

  @Test
  void panelsCoverEveryRowOnce() {
    for (int n : new int[] {1, 2, 4095, 4097, 5_000, 9_999, 131_073, 1_000_003, 2_000_000_011}) {
      for (int override : new int[] {0, 1, 7, 5_000}) {
        PanelLayout layout = PanelLayout.of(n, 3, override);
        long rows = 0;
        int last = layout.panels() - 1;
        assertThat(layout.panelOf(n - 1)).isEqualTo(last);
        rows += (long) last * layout.panelRows() + layout.rows(last);
        assertThat(rows).isEqualTo(n);
        assertThat(layout.rows(last)).isPositive();
      }
    }
  }

  @Test
  void anOverrideThatCannotServeIsRefused() {
    assertThatThrownBy(() -> PanelLayout.of(10, 2, -1))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "plan.panel-rows = -1 does not serve 10 rows of 2 features: it must be 0 (automatic) or at least 1, and a panel must have fewer than 2^31 values; set it to 0");
    assertThatThrownBy(() -> PanelLayout.of(1_000_000, 3_000, 1_000_000))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("plan.panel-rows = 1000000 does not serve 1000000 rows of 3000");
  }
}
