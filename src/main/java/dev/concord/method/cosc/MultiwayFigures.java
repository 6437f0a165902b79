package dev.concord.method.cosc;

import dev.concord.figure.Key;
import dev.concord.method.Convergence;
import dev.concord.partition.cut.Multiway;
import java.util.List;

/**
 * A search for more than two clusters.
 *
 * @param objective F, the normalized cut with the penalties
 * @param gamma penalty of violated soft constraints in the result
 * @param gammaPath the penalties gone through, the last one that of the result
 * @param violatedWeight weight of violated soft constraints
 * @param moves of nodes and of groups of nodes that were kept
 * @param rounds of the multilevel search
 * @param history the best objective of each generation
 */
public record MultiwayFigures(
    double ncut,
    @Key("F") double objective,
    double gamma,
    List<Double> gammaPath,
    double violatedWeight,
    long moves,
    int rounds,
    double[] history,
    boolean provenOptimal) {

  static MultiwayFigures of(Multiway found, List<Double> path) {
    return new MultiwayFigures(
        found.ncut(),
        found.objective(),
        path.get(path.size() - 1),
        path,
        found.violated(),
        found.moves(),
        found.rounds(),
        found.history(),
        found.proven());
  }

  /** How the search ended. */
  public Convergence convergence() {
    return Convergence.ofRounds(rounds, moves, provenOptimal, history);
  }
}
