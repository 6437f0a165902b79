package dev.concord.method.productcut;

import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Splits one cluster and merges two others, or divides the union of two anew, while that raises the
 * objective: the steps by which a search leaves a partition that has two groups in one cluster and
 * one group in two, or two groups mixed in two clusters. Linear programs move nodes one by one and
 * cannot.
 *
 * <p>What a merge loses is known exactly, because the walk that restarts in a union is the mean of
 * the walks of its parts. What a split gains is that of a search within the cluster's own graph.
 * The evidence against pairs ({@link PairVotes}) counts in both. The most promising exchanges are
 * made, settled by linear programs, and kept when the objective less the evidence against pairs is
 * higher.
 */
final class SplitMerge {
  /** Exchanges that are tried for a partition. */
  private static final int TRIED = 6;

  /**
   * An exchange is tried when it is not expected to lose more than this share of its split's gain.
   */
  private static final double HOPE = 0.15;

  /** Linear programs after an exchange. */
  private static final int ROUNDS = 12;

  /** Groups of the nodes that are divided. */
  private static final int GROUPS = 6;

  /** Steps of the search for these groups. */
  private static final int SPLIT_STEPS = 60;

  /** Pairs of clusters that are divided anew, at least; half as many as there are clusters. */
  private static final int RESPLITS = 5;

  /** A higher objective is higher by this share. */
  private static final double LEAST = 1e-6;

  private static final int CHUNK = 4096;

  private final SampleNodes nodes;
  private final int k;
  private final Gains gains;
  private final ProductCutSearch search;
  private final PairVotes votes;
  private final ProductCutSearch.Settings settings;
  private final SplittableRandom random;
  private final @Nullable Split[] splits;
  private final Map<Integer, Split> unions = new HashMap<>();
  private int[] labels;
  private double value;
  private int kept;
  private int tried;

  /**
   * A cluster's division.
   *
   * @param members nodes of the cluster
   * @param second whether a node is in the second part
   * @param gain what the objective gains
   */
  private record Split(int[] members, boolean[] second, double gain) {}

  /** One exchange: what it promises, and the labels after it. */
  private record Exchange(double gain, Supplier<int[]> change) {}

  SplitMerge(
      SampleNodes nodes,
      int k,
      Gains gains,
      ProductCutSearch search,
      PairVotes votes,
      ProductCutSearch.Settings settings,
      SplittableRandom random) {
    this.nodes = nodes;
    this.k = k;
    this.gains = gains;
    this.search = search;
    this.votes = votes;
    this.settings = settings;
    this.random = random;
    this.splits = new Split[k];
    this.labels = search.labels();
    this.value = search.evaluate() - votes.against(labels, k);
  }

  /**
   * Exchanges until none of those tried raises the objective; returns the labels.
   *
   * @param progress receives the number of each exchange that is tried
   */
  int[] improve(int most, IntConsumer progress) {
    for (int round = 0; round < most; round++) {
      if (!step(progress)) {
        break;
      }
    }
    return labels;
  }

  /** The objective of the labels, as {@link ProductCutSearch#evaluate()} has it. */
  double value() {
    return value;
  }

  /** Exchanges that were kept. */
  int kept() {
    return kept;
  }

  /** Exchanges that were tried. */
  int tried() {
    return tried;
  }

  private boolean step(IntConsumer progress) {
    double[] losses = losses();
    for (int c = 0; c < k; c++) {
      splits[c] = renewed(splits[c], members(c, c));
    }
    for (Exchange exchange : promising(losses)) {
      tried++;
      progress.accept(tried);
      search.continueFrom(exchange.change().get());
      search.settle(ROUNDS);
      double reached = search.evaluate() - votes.against(search.labels(), k);
      if (reached > value + LEAST * Math.abs(value)) {
        value = reached;
        labels = search.labels();
        kept++;
        return true;
      }
    }
    search.evaluate(labels);
    return false;
  }

  private Split renewed(@Nullable Split split, int[] members) {
    return split != null && Arrays.equals(split.members(), members) ? split : split(members);
  }

  private int[] members(int a, int b) {
    return IntStream.range(0, labels.length)
        .filter(v -> labels[v] == a || labels[v] == b)
        .toArray();
  }

  /** The exchanges worth trying, the most promising first. */
  private List<Exchange> promising(double[] losses) {
    List<Exchange> all = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      Split split = Objects.requireNonNull(splits[c]);
      for (int a = 0; a < k; a++) {
        for (int b = a + 1; b < k; b++) {
          double gain = split.gain() - losses[a * k + b];
          if (a != c && b != c && gain > -HOPE * split.gain()) {
            int joined = a;
            int freed = b;
            all.add(new Exchange(gain, () -> exchanged(split, joined, freed)));
          }
        }
      }
    }
    for (int pair : confusable(losses)) {
      int a = pair / k;
      int b = pair % k;
      Split split = renewed(unions.get(pair), members(a, b));
      unions.put(pair, split);
      double gain = split.gain() - losses[pair];
      if (gain > 0.0) {
        all.add(new Exchange(gain, () -> exchanged(split, a, b)));
      }
    }
    all.sort(Comparator.comparingDouble(e -> -e.gain()));
    return all.subList(0, Math.min(TRIED, all.size()));
  }

  /** The pairs of clusters whose merging loses least a point, at a k + b. */
  private int[] confusable(double[] losses) {
    double[] mass = masses();
    return IntStream.range(0, k * k)
        .filter(e -> e / k < e % k && mass[e / k] > 0.0 && mass[e % k] > 0.0)
        .boxed()
        .sorted(Comparator.comparingDouble(e -> losses[e] / (mass[e / k] + mass[e % k])))
        .limit(Math.max(RESPLITS, k / 2))
        .mapToInt(e -> e)
        .toArray();
  }

  /**
   * Labels after an exchange: {@code freed} joins {@code joined}, then the second part of the split
   * nodes is {@code freed}. The split of a union of two clusters keeps both numbers.
   */
  private int[] exchanged(Split split, int joined, int freed) {
    int[] changed = labels.clone();
    for (int v = 0; v < changed.length; v++) {
      changed[v] = changed[v] == freed ? joined : changed[v];
    }
    for (int i = 0; i < split.members().length; i++) {
      if (split.second()[i]) {
        changed[split.members()[i]] = freed;
      }
    }
    return changed;
  }

  /** What merging a and b loses, at a k + b for a < b. */
  private double[] losses() {
    double[] mass = masses();
    int chunks = (labels.length + CHUNK - 1) / CHUNK;
    double[][] sums = new double[chunks][k * k];
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            chunk -> {
              int end = Math.min(labels.length, (chunk + 1) * CHUNK);
              for (int v = chunk * CHUNK; v < end; v++) {
                if (labels[v] >= 0 && nodes.masses()[v] > 0.0) {
                  lose(v, mass, sums[chunk]);
                }
              }
            });
    double[] losses = new double[k * k];
    for (double[] sum : sums) {
      for (int e = 0; e < losses.length; e++) {
        losses[e] += sum[e];
      }
    }
    addPairs(losses);
    return losses;
  }

  private double[] masses() {
    double[] mass = new double[k];
    for (int v = 0; v < labels.length; v++) {
      if (labels[v] >= 0) {
        mass[labels[v]] += nodes.masses()[v];
      }
    }
    return mass;
  }

  private void lose(int v, double[] mass, double[] sum) {
    int own = labels[v];
    double ownShare = gains.probability(v, own);
    for (int c = 0; c < k; c++) {
      if (c != own && mass[c] > 0.0) {
        double union =
            (mass[own] * ownShare + mass[c] * gains.probability(v, c)) / (mass[own] + mass[c]);
        sum[Math.min(own, c) * k + Math.max(own, c)] -=
            nodes.masses()[v] * FloatLog.of((float) (union / ownShare));
      }
    }
  }

  private void addPairs(double[] losses) {
    double[] between = votes.between(labels, k);
    for (int a = 0; a < k; a++) {
      for (int b = a + 1; b < k; b++) {
        losses[a * k + b] += 2.0 * between[a * k + b];
      }
    }
  }

  /**
   * Divides nodes: a search for some groups in their own graph, then the best way to join these
   * groups to two, by objective and pairs. The walk that restarts in joined groups is again the
   * mean of theirs, so all ways are compared without a further product.
   */
  private Split split(int[] members) {
    boolean[] second = new boolean[members.length];
    PartitionProblem inside = nodes.problem().induced(members);
    SampleNodes sample = new SampleNodes(inside);
    int groups = Math.min(GROUPS, sample.drawable() / 2);
    if (groups < 2) {
      return new Split(members, second, Double.NEGATIVE_INFINITY);
    }
    Gains own = Gains.of(sample, groups, settings.alpha());
    int first = (int) Math.min(sample.mass(), settings.first());
    ProductCutSearch search =
        new ProductCutSearch(
            sample,
            groups,
            own,
            new ProductCutSearch.Settings(
                SPLIT_STEPS, settings.products(), first, settings.penalty(), settings.alpha()),
            random);
    search.anneal();
    search.settle(ROUNDS);
    search.evaluate();
    int[] parts = search.labels();
    int[] all = labels.clone();
    for (int i = 0; i < parts.length; i++) {
      all[members[i]] = parts[i] < 0 ? -1 : k + parts[i];
    }
    double[] between = votes.between(all, k + groups);
    int whole = (1 << groups) - 1;
    double joint = joined(whole, groups, sample, own, parts, between);
    double most = Double.NEGATIVE_INFINITY;
    int best = 0;
    for (int side = 1; side < 1 << (groups - 1); side++) {
      double value = joined(side, groups, sample, own, parts, between);
      double other = joined(whole & ~side, groups, sample, own, parts, between);
      if (value + other > most) {
        most = value + other;
        best = side;
      }
    }
    for (int i = 0; i < parts.length; i++) {
      second[i] = parts[i] >= 0 && (best >> parts[i] & 1) != 0;
    }
    return new Split(members, second, most - joint);
  }

  /** The objective of one side's points when its groups are one, less the evidence against that. */
  private double joined(
      int side, int groups, SampleNodes sample, Gains own, int[] parts, double[] between) {
    double[] mass = new double[groups];
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0) {
        mass[parts[i]] += sample.masses()[i];
      }
    }
    double total = 0.0;
    double against = 0.0;
    for (int a = 0; a < groups; a++) {
      total += (side >> a & 1) != 0 ? mass[a] : 0.0;
      for (int b = 0; b < groups; b++) {
        boolean both = (side >> a & 1) != 0 && (side >> b & 1) != 0;
        against += both ? between[(k + a) * (k + groups) + k + b] : 0.0;
      }
    }
    double sum = 0.0;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0 && (side >> parts[i] & 1) != 0 && sample.masses()[i] > 0.0) {
        double share = 0.0;
        for (int a = 0; a < groups; a++) {
          share += (side >> a & 1) != 0 ? mass[a] * own.probability(i, a) : 0.0;
        }
        sum += sample.masses()[i] * FloatLog.of((float) (share / total));
      }
    }
    return sum - against;
  }
}
