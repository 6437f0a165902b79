package dev.concord.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The few lines that close a run. */
final class Summary {
  private static final int SIZES_SHOWN = 10;
  private static final int STAGES_SHOWN = 3;

  private Summary() {}

  /** One line a topic; topics that do not apply are left out. */
  static List<String> lines(SummaryModel model) {
    List<String> lines = new ArrayList<>();
    add(lines, "Points", points(model));
    add(lines, "Clusters", clusters(model));
    model.more().forEach((topic, text) -> add(lines, topic, text));
    add(lines, "Method", model.method());
    add(lines, "Graph", graph(model));
    add(lines, "Cut", cut(model));
    if (model.constraints() != null) {
      add(lines, "Constraints", constraints(model.constraints()));
    }
    if (model.truth() != null) {
      add(lines, "Truth", truth(model.truth()));
    }
    add(lines, "Time", time(model));
    add(lines, "Output", model.outputPath());
    if (model.reportPath() != null) {
      add(lines, "Report", model.reportPath());
    }
    model.next().forEach(step -> add(lines, "Next", step));
    return lines;
  }

  private static void add(List<String> lines, String topic, String text) {
    lines.add(format("%-12s %s", topic, text));
  }

  private static String points(SummaryModel model) {
    return model.dimension() == 0
        ? format("%,d, graph given", model.points())
        : format("%,d of dimension %,d", model.points(), model.dimension())
            + (model.scaling() == null ? "" : ", features " + model.scaling());
  }

  private static String clusters(SummaryModel model) {
    int[] sizes = model.clusterSizes();
    StringBuilder text = new StringBuilder(format("%d of sizes", sizes.length));
    for (int c = 0; c < Math.min(sizes.length, SIZES_SHOWN); c++) {
      text.append(c == 0 ? " " : ", ").append(format("%d", sizes[c]));
    }
    if (sizes.length > SIZES_SHOWN) {
      text.append(format(", ..., %d", sizes[sizes.length - 1]));
    }
    return text.toString();
  }

  private static String graph(SummaryModel model) {
    return format(
            "%,d edges, %,d component%s, %,d isolated point%s",
            model.edges(),
            model.components(),
            model.components() == 1 ? "" : "s",
            model.isolated(),
            model.isolated() == 1 ? "" : "s")
        + recall(model.recall());
  }

  private static String recall(SummaryModel.@Nullable Recall recall) {
    return recall == null
        ? ""
        : format(", recall %.3f (%.3f to %.3f)", recall.estimate(), recall.low(), recall.high());
  }

  private static String cut(SummaryModel model) {
    String ncut = format("normalized cut %.6g", model.ncut());
    return Double.isNaN(model.eigenvalueGap())
        ? ncut
        : ncut + format(", eigenvalue gap %.3g", model.eigenvalueGap());
  }

  private static String constraints(SummaryModel.Satisfied c) {
    return format(
            "%,d of %,d must-links and %,d of %,d cannot-links satisfied",
            c.mustLinks() - c.mustLinksViolated(),
            c.mustLinks(),
            c.cannotLinks() - c.cannotLinksViolated(),
            c.cannotLinks())
        + (c.unsure() == 0 ? "" : format(", %,d left out as unsure", c.unsure()));
  }

  private static String truth(SummaryModel.Truth truth) {
    return format(
        "ARI %.4f, NMI %.4f, error %.2f %% matched, %.2f %% by majority",
        truth.ari(), truth.nmi(), 100 * truth.errorMatched(), 100 * truth.errorMajority());
  }

  private static String time(SummaryModel model) {
    String slowest =
        model.stageSeconds().entrySet().stream()
            .sorted(Comparator.comparingDouble((Map.Entry<String, Double> e) -> -e.getValue()))
            .limit(STAGES_SHOWN)
            .map(stage -> format("%s %.1f", stage.getKey(), stage.getValue()))
            .collect(Collectors.joining(", "));
    return format("%.1f s", model.seconds()) + (slowest.isEmpty() ? "" : ": " + slowest);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
