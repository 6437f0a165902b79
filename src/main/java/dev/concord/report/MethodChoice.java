package dev.concord.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What spoke for which partition, where a method chooses among several.
 *
 * @param lines the partitions, the chosen one first
 */
public record MethodChoice(List<Line> lines) {
  public MethodChoice {
    lines = List.copyOf(lines);
  }

  /**
   * A partition; shares are null where they were not computed.
   *
   * @param name how it was found, in words
   * @param pairs how well it explains the judged pairs: the mean likelihood of one
   * @param agreement with the other partitions: the mean adjusted Rand index
   * @param inside the mean share of a point's similarity that is to its own cluster
   */
  public record Line(
      String name,
      @Nullable Double pairs,
      @Nullable Double agreement,
      @Nullable Double inside,
      boolean chosen) {}

  /** Whether some partition has a share of a kind. */
  public boolean hasPairs() {
    return lines.stream().anyMatch(line -> line.pairs() != null);
  }

  public boolean hasAgreement() {
    return lines.stream().anyMatch(line -> line.agreement() != null);
  }

  public boolean hasInside() {
    return lines.stream().anyMatch(line -> line.inside() != null);
  }

  /** The name of a partition in plain words. */
  public static String words(String name) {
    String text =
        name.replace(" from product-cut", ", begun at the product cut")
            .replace("product-cut", "product cut")
            .replace("pck-means", "k-means with pairs")
            .replace("cosc", "1-spectral cut")
            .replaceFirst("^ncut", "normalized cut")
            .replace(" on shared neighbours", " of shared neighbours")
            .replace(" refined by shared neighbours", ", improved by shared neighbours")
            .replace(" refined", ", improved");
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
