package dev.concord.config.read;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.ReportConfig;
import java.util.List;

/** Reads the block report, and the names of terms. */
final class ReportSection {
  private ReportSection() {}

  static ReportConfig read(Section root, InputConfig input) {
    Section block = root.at("report");
    List<String> show = block.texts("show", true);
    FeaturesConfig records =
        block.given("records") ? records(block.at("records")) : input.features();
    if (!show.isEmpty() && records == null) {
      block.problem(
          "show",
          ("report.show = %s names columns of points, but input.edges has none. Set report.records"
                  + " { format, path } to a table of the points, or leave report.show out.")
              .formatted(String.join(", ", show)));
    }
    return new ReportConfig(
        show,
        records,
        input.features() == null ? null : root.at("input").at("features").optionalPath("terms"));
  }

  private static FeaturesConfig records(Section block) {
    return new FeaturesConfig(InputSection.table(block, false), block.text("id"), List.of(), null);
  }
}
