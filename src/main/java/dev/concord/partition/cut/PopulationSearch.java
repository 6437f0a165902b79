package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A small population of feasible partitions that is improved together (after Sanders and Schulz
 * 2012). In each generation some children are made at the same time, of four kinds in turn: merge
 * and split of the best member; the best combined with another; merge and split of any; two of any
 * combined. Now and then a pair of clusters is merged and split anew instead. A combination is a
 * multilevel round from the better parent in which groups cross neither parent's clusters: so
 * exactly the sets in which the two differ move as wholes.
 *
 * <p>Every child has a random stream of its own and joins in the order of its number, so a result
 * depends on the seed alone, not on the cores at work.
 */
final class PopulationSearch {
  /** Children of a generation: what runs at the same time. Part of the result, so no option. */
  private static final int CHILDREN = 4;

  /** Of so many steps that take clusters apart one splits a pair anew, the others any cluster. */
  private static final int PAIRS = 3;

  /** Rounds before a start joins. */
  private static final int START_ROUNDS = 2;

  /** Merge-and-split proposals of which the most promising one is followed. */
  private static final int PROPOSALS = 4;

  /** Members that differ in a smaller share of the nodes are one and the same attempt. */
  private static final double ALIKE = 0.005;

  /** Generations without a new best after which the search ends before its effort is used up. */
  private static final int STALE = 60;

  private record Member(int[] labels, double objective, int number) {}

  private record Child(int @Nullable [] labels, double objective, Multilevel spent, long work) {}

  private final PartitionProblem problem;
  private final PartitionProblem softened;
  private final int k;
  private final MultiwayOptions options;
  private final Seeds seeds;
  private final List<Member> members = new ArrayList<>();
  private double[] history = new double[16];
  private int recorded;
  private int numbered;
  private int rounds;
  private long moves;
  private long work;

  PopulationSearch(PartitionProblem problem, int k, MultiwayOptions options, Seeds seeds) {
    this.problem = problem;
    this.softened = problem.softened();
    this.k = k;
    this.options = options;
    this.seeds = seeds;
  }

  int rounds() {
    return rounds;
  }

  long moves() {
    return moves;
  }

  long work() {
    return work;
  }

  /** The best objective after the starts and after each generation. */
  double[] history() {
    return Arrays.copyOf(history, recorded);
  }

  /**
   * The best labels found.
   *
   * @param starts feasible labels, every cluster used, at least one
   * @param workLimit entries after which no generation begins
   */
  int[] run(List<int[]> starts, long workLimit) {
    IntStream.range(0, starts.size())
        .parallel()
        .mapToObj(i -> started(starts.get(i), i))
        .toList()
        .forEach(this::join);
    record();
    int stale = 0;
    for (int generation = 0; work < workLimit && stale < STALE; generation++) {
      options.progress().accept(100 * work / workLimit + " % of the effort spent");
      double before = members.get(0).objective();
      int first = generation * CHILDREN;
      List<Member> parents = List.copyOf(members);
      IntStream.range(0, CHILDREN)
          .parallel()
          .mapToObj(c -> child(parents, first + c))
          .toList()
          .forEach(this::join);
      record();
      boolean better =
          before - members.get(0).objective() > LocalSearch.NEGLIGIBLE * Math.abs(before);
      stale = better ? 0 : stale + 1;
    }
    return members.get(0).labels();
  }

  private void record() {
    if (recorded == history.length) {
      history = Arrays.copyOf(history, 2 * recorded);
    }
    history[recorded++] = members.get(0).objective();
  }

  private Child started(int[] labels, int index) {
    SplittableRandom random = new SplittableRandom(seeds.stream("multiway-start", index));
    return rounds(new Multilevel(problem, k, options), labels, labels, START_ROUNDS, 0L, random);
  }

  private Child child(List<Member> parents, int index) {
    SplittableRandom random = new SplittableRandom(seeds.stream("multiway-child", index));
    int i = index % 4 < 2 ? 0 : random.nextInt(parents.size());
    if (index % 2 == 0) {
      boolean pair = k == 2 || (index / 4) % PAIRS == 0;
      return k > 1 && pair ? parted(parents.get(i), random) : rearranged(parents.get(i), random);
    }
    int j = random.nextInt(parents.size());
    int[] better = parents.get(Math.min(i, j)).labels();
    int[] other = parents.get(Math.max(i, j)).labels();
    int[] classes = new int[better.length];
    for (int v = 0; v < classes.length; v++) {
      classes[v] = better[v] * k + other[v];
    }
    return rounds(new Multilevel(problem, k, options), better, classes, 2, 0L, random);
  }

  /** Two clusters with an edge between them are merged and split anew. */
  private Child parted(Member source, SplittableRandom random) {
    Multilevel multilevel = new Multilevel(problem, k, options);
    int[] labels = source.labels().clone();
    int a = labels[random.nextInt(labels.length)];
    int b = neighbour(labels, a, random);
    int[] members = new int[labels.length];
    int count = 0;
    for (int v = 0; v < labels.length; v++) {
      if (labels[v] == a || labels[v] == b) {
        members[count++] = v;
      }
    }
    members = Arrays.copyOf(members, count);
    Bisection bisection = new Bisection(softened.induced(members), options, random);
    for (int i = 0; i < count; i++) {
      labels[members[i]] = bisection.side()[i] == 0 ? a : b;
    }
    CutState state = new CutState(problem, k, labels, options.gamma());
    boolean feasible = new SearchRepair(state).run(10 * state.n, random);
    long before = bisection.work() + state.work;
    if (!feasible) {
      return new Child(null, Double.POSITIVE_INFINITY, multilevel, before);
    }
    return rounds(multilevel, state.label, state.label, 2, before, random);
  }

  /** Another cluster, the more likely the more edges of cluster a lead to it. */
  private int neighbour(int[] labels, int a, SplittableRandom random) {
    int[] members = new ClusterMembers(labels, k).of(a);
    int[] rowPtr = problem.weights().rowPtr();
    int[] col = problem.weights().col();
    for (int attempt = 0; attempt < 1000; attempt++) {
      int v = members[random.nextInt(members.length)];
      if (rowPtr[v + 1] > rowPtr[v]) {
        int b = labels[col[rowPtr[v] + random.nextInt(rowPtr[v + 1] - rowPtr[v])]];
        if (b != a) {
          return b;
        }
      }
    }
    return (a + 1) % k;
  }

  private Child rearranged(Member source, SplittableRandom random) {
    Multilevel multilevel = new Multilevel(problem, k, options);
    MergeSplit steps = new MergeSplit(problem, k, source.labels(), options, random);
    int[] best = null;
    double bestObjective = Double.POSITIVE_INFINITY;
    long tried = 0L;
    for (int[] proposal : steps.proposals(PROPOSALS)) {
      int[] labels = steps.apply(proposal, random);
      if (labels == null) {
        continue;
      }
      CutState state = new CutState(problem, k, labels, options.gamma());
      new LocalSearch(state, 3, Long.MAX_VALUE).pass(random);
      tried += state.work;
      if (state.objective() < bestObjective) {
        bestObjective = state.objective();
        best = state.label;
      }
    }
    if (best == null) {
      return new Child(null, Double.POSITIVE_INFINITY, multilevel, steps.work() + tried);
    }
    return rounds(multilevel, best, best, 2, steps.work() + tried, random);
  }

  /** Rounds of multilevel search; only the first one respects the classes. */
  private Child rounds(
      Multilevel multilevel,
      int[] labels,
      int[] classes,
      int count,
      long before,
      SplittableRandom random) {
    int[] current = multilevel.round(labels, classes, random);
    for (int r = 1; r < count; r++) {
      current = multilevel.round(current, current, random);
    }
    double objective = new CutState(problem, k, current, options.gamma()).objective();
    return new Child(current, objective, multilevel, before + multilevel.work());
  }

  private void join(Child child) {
    work += child.work();
    rounds += child.spent().rounds();
    moves += child.spent().moves();
    if (child.labels() == null) {
      return;
    }
    ClusterMembers clusters = new ClusterMembers(child.labels(), k);
    Member fresh = new Member(child.labels(), child.objective(), numbered++);
    int alike = -1;
    double nearest = ALIKE;
    for (int i = 0; i < members.size(); i++) {
      double distance = clusters.distance(members.get(i).labels(), k);
      if (distance < nearest) {
        nearest = distance;
        alike = i;
      }
    }
    if (alike < 0) {
      members.add(fresh);
    } else if (fresh.objective() < members.get(alike).objective()) {
      members.set(alike, fresh);
    }
    members.sort(Comparator.comparingDouble(Member::objective).thenComparingInt(Member::number));
    if (members.size() > options.population()) {
      members.remove(members.size() - 1);
    }
  }
}
