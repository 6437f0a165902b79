package dev.concord.method.cosc;

import dev.concord.partition.multiway.Multiway;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a search for more than two clusters. */
final class CoscFigures {
  private CoscFigures() {}

  /**
   * The figures, in reporting order.
   *
   * @param path the penalties of violated soft constraints gone through, the last one that of the
   *     result
   */
  static Map<String, Object> of(Multiway found, List<Double> path) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("ncut", found.ncut());
    figures.put("F", found.objective());
    figures.put("gamma", path.get(path.size() - 1));
    figures.put("gammaPath", path);
    figures.put("violatedWeight", found.violated());
    figures.put("moves", found.moves());
    figures.put("rounds", found.rounds());
    figures.put("history", found.history());
    figures.put("provenOptimal", found.proven());
    return figures;
  }
}
