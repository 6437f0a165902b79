package dev.concord.partition.cut;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The random perturbation (kick) of an iterated local search: a connected set of units of one side,
 * in breadth-first order from a random unit, or sometimes a few units anywhere. Units at the
 * boundary are preferred.
 */
final class TwoWayPerturbation {
  /** The largest connected set, in units. */
  private static final int LARGEST = 256;

  /** Draws for a unit at the boundary. */
  private static final int TRIES = 16;

  /** One draw in so many takes any unit. */
  private static final int ANYWHERE = 4;

  /** One kick in so many moves a few units that need not be connected. */
  private static final int SCATTERED = 4;

  private static final int FEW = 4;

  private final TwoWayModel model;
  private final TwoWayMoves moves;
  private final int[] stamp;
  private final int[] region = new int[LARGEST];
  private int now;

  TwoWayPerturbation(TwoWayModel model, TwoWayMoves moves) {
    this.model = model;
    this.moves = moves;
    this.stamp = new int[model.units];
  }

  /** The units chosen last; as many as {@link #choose} returned count. Not a copy. */
  int[] region() {
    return region;
  }

  /** Chooses different units; returns how many, at least one. */
  int choose(SplittableRandom random) {
    now++;
    int most = Math.max(1, Math.min(LARGEST, model.units / 3));
    int count = random.nextInt(SCATTERED) == 0 ? 1 + random.nextInt(Math.min(most, FEW)) : 1;
    for (int r = 0; r < count; r++) {
      region[r] = any(random);
      stamp[region[r]] = now;
    }
    if (count > 1) {
      return distinct(count);
    }
    // Log-uniform: small sets as often as large ones.
    int size =
        (int) Math.min(most, StrictMath.exp(random.nextDouble() * StrictMath.log(most + 1.0)));
    for (int head = 0; head < count && count < size; head++) {
      int a = model.unitNode[region[head]];
      count = gather(a, count, size);
      if (model.partner[a] >= 0) {
        count = gather(model.partner[a], count, size);
      }
    }
    return count;
  }

  private int any(SplittableRandom random) {
    int unit = random.nextInt(model.units);
    boolean anywhere = random.nextInt(ANYWHERE) == 0;
    for (int t = 0; t < TRIES && !anywhere && !moves.atBoundary(unit); t++) {
      unit = random.nextInt(model.units);
    }
    return unit;
  }

  /** A unit drawn twice would flip back. */
  private int distinct(int count) {
    Arrays.sort(region, 0, count);
    int kept = 0;
    for (int r = 0; r < count; r++) {
      if (r == 0 || region[r] != region[r - 1]) {
        region[kept++] = region[r];
      }
    }
    return kept;
  }

  /** Adds the units of a node's neighbours on its side, up to {@code size}. */
  private int gather(int i, int from, int size) {
    int count = from;
    int[] rowPtr = model.weights.rowPtr();
    int[] col = model.weights.col();
    int[] side = moves.side();
    for (int p = rowPtr[i]; p < rowPtr[i + 1] && count < size; p++) {
      int unit = model.unitOf[col[p]];
      if (stamp[unit] != now && side[col[p]] == side[i]) {
        stamp[unit] = now;
        region[count++] = unit;
      }
    }
    return count;
  }
}
