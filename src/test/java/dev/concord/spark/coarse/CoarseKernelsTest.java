package dev.concord.spark.coarse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.plan.JobSize;
import dev.concord.testing.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Votes, contraction and moves on small random graphs, against their definitions. */
class CoarseKernelsTest {
  private static final int NODES = 60;

  private static SimilarityGraph graph(Random random) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      for (int j = i + 1; j < NODES; j++) {
        if (random.nextDouble() < 0.15) {
          pairs.add(new int[] {i, j});
        }
      }
    }
    int[] source = pairs.stream().mapToInt(pair -> pair[0]).toArray();
    int[] target = pairs.stream().mapToInt(pair -> pair[1]).toArray();
    double[] weight = random.doubles(source.length, 0.01, 1.0).toArray();
    return SimilarityGraph.fromEdges(NODES, source, target, weight);
  }

  private static List<RowBlock> blocks(SimilarityGraph graph, int rows) {
    List<RowBlock> blocks = new ArrayList<>();
    for (int first = 0; first < graph.size(); first += rows) {
      blocks.add(RowBlock.of(graph.weights(), first, Math.min(rows, graph.size() - first)));
    }
    return blocks;
  }

  private static RowBlock contracted(SimilarityGraph graph, NodeGroups.Lift lift, int rows) {
    List<GroupEdges> parts = new ArrayList<>();
    for (RowBlock block : blocks(graph, rows)) {
      parts.addAll(GroupEdges.of(block, lift.nodeOf(), 1.0, new int[] {0, lift.nodes()}));
    }
    return GroupEdges.joined(parts, 0, lift.nodes(), 1.0);
  }

  private static void vote(SimilarityGraph graph, NodeGroups groups, int rounds) {
    RowBlock all = blocks(graph, NODES).get(0);
    for (int round = 0; round < rounds; round++) {
      groups.apply(
          List.of(
              GroupVotes.of(
                  all, groups.groupOf(), groups.room(), new int[0], new int[0], 1.0, round)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60})
  void contractionAddsTheWeightsBetweenGroups(int rows) {
    SimilarityGraph graph = graph(new Random(3));
    NodeGroups groups = new NodeGroups(NODES, 6, new int[0], NodeTags.none(), true, new int[0]);
    vote(graph, groups, 6);
    NodeGroups.Lift lift = groups.lift();
    assertThat(lift.nodes()).isBetween(NODES / 6, NODES / 2);
    assertThat(Arrays.stream(lift.points()).max().getAsInt()).isLessThanOrEqualTo(6);
    double[][] expected = new double[lift.nodes()][lift.nodes()];
    for (RowBlock block : blocks(graph, NODES)) {
      for (int r = 0; r < block.rows(); r++) {
        for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
          expected[lift.nodeOf()[r]][lift.nodeOf()[block.col()[p]]] += block.val()[p];
        }
      }
    }
    RowBlock coarse = contracted(graph, lift, rows);
    assertThat(coarse.val()).isEqualTo(contracted(graph, lift, 13).val());
    double[][] found = new double[lift.nodes()][lift.nodes()];
    for (int r = 0; r < coarse.rows(); r++) {
      for (int p = coarse.rowPtr()[r]; p < coarse.rowPtr()[r + 1]; p++) {
        found[r][coarse.col()[p]] = coarse.val()[p];
      }
    }
    for (int g = 0; g < lift.nodes(); g++) {
      expected[g][g] = 0.0;
      for (int h = 0; h < lift.nodes(); h++) {
        assertThat(found[g][h]).isCloseTo(expected[g][h], within(1e-8));
      }
    }
  }

  @Test
  void groupsDoNotCrossAnEarlierPartition() {
    SimilarityGraph graph = graph(new Random(3));
    Random random = new Random(5);
    int[] earlier = new int[NODES];
    Arrays.setAll(earlier, v -> random.nextInt(10) == 0 ? GroupVotes.UNKNOWN : random.nextInt(3));
    NodeGroups groups = new NodeGroups(NODES, 6, new int[0], NodeTags.none(), true, earlier);
    RowBlock all = blocks(graph, NODES).get(0);
    for (int round = 0; round < 8; round++) {
      GroupVotes votes =
          GroupVotes.of(all, groups.groupOf(), groups.room(), new int[0], earlier, 1.0, round);
      groups.apply(List.of(votes));
    }
    NodeGroups.Lift lift = groups.lift();
    assertThat(lift.nodes()).isLessThan(3 * NODES / 4);
    for (int v = 0; v < NODES; v++) {
      int of = lift.earlier()[lift.nodeOf()[v]];
      assertThat(earlier[v] == GroupVotes.UNKNOWN || earlier[v] == of).as("node %d", v).isTrue();
    }
  }

  @Test
  void groupsOfAnEarlierRunComeBackAsFarAsWhatIsKnownNowAllows() {
    // Points 1 and 6 must be together, 2 and 3 apart, 7 was not there, 8 belongs elsewhere now.
    NodeTags.Links links =
        new NodeTags.Links(Map.of(2, new int[] {3}, 3, new int[] {2}), Set.of(1), 2);
    Map<Integer, int[]> components =
        Map.of(1, new int[] {1}, 6, new int[] {1}, 2, new int[] {2}, 3, new int[] {3});
    NodeTags tags = new NodeTags(Map.of(), components, links);
    int[] earlier = {0, 0, 0, 0, 0, 0, 0, GroupVotes.UNKNOWN, 1};
    NodeGroups groups = new NodeGroups(9, 6, new int[0], tags, true, earlier);
    BitSet left = groups.restore(new int[] {5, 5, 0, 0, 0, 2, 2, -1, 0});
    assertThat(left.stream()).containsExactly(3, 7, 8);
    int[] of = groups.lift().nodeOf();
    assertThat(of[0]).isEqualTo(of[1]).isEqualTo(of[5]).isEqualTo(of[6]);
    assertThat(of[2]).isEqualTo(of[4]).isNotEqualTo(of[3]);
    assertThat(Set.of(of[0], of[2], of[3], of[7], of[8])).hasSize(5);
    // What is alone joins where it is tied to; what has a group stays.
    groups.apply(List.of(new GroupVotes(new int[] {5, 7}, new int[] {2, 2})), left);
    assertThat(left.stream()).containsExactly(3, 8);
    int[] after = groups.lift().nodeOf();
    assertThat(after[7]).isEqualTo(after[2]);
    assertThat(after[5]).isEqualTo(after[0]);
  }

  @Test
  void aMustLinkComponentOfTwoEarlierClustersStaysAlone() {
    NodeTags.Links links = new NodeTags.Links(Map.of(), Set.of(0), 3);
    NodeTags tags = new NodeTags(Map.of(), Map.of(0, new int[] {0}, 3, new int[] {0}), links);
    int[] earlier = {1, 1, 0, 0, GroupVotes.UNKNOWN};
    NodeGroups groups = new NodeGroups(5, 9, new int[0], tags, true, earlier);
    groups.apply(List.of(new GroupVotes(new int[] {1, 2, 4}, new int[] {0, 0, 0})));
    NodeGroups.Lift lift = groups.lift();
    assertThat(lift.nodeOf()).containsExactly(0, 1, 2, 0, 0);
    assertThat(lift.earlier()).containsExactly(GroupVotes.MIXED, 1, 0);
  }

  @Test
  void ofAnEarlierPartitionOnlyNodesWithoutAClusterVote() {
    SimilarityGraph graph = graph(new Random(3));
    int[] labels = new int[NODES];
    Arrays.setAll(labels, v -> v % 3);
    int[] fixed = new int[NODES];
    Arrays.setAll(fixed, v -> v % 5 == 0 ? GroupVotes.UNKNOWN : labels[v]);
    RowBlock all = blocks(graph, NODES).get(0);
    ClusterVotes.Totals totals =
        new ClusterVotes.Totals(new double[] {9, 9, 9}, new double[] {20, 20, 20});
    List<Integer> free = new ArrayList<>();
    List<Integer> some = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      ClusterVotes every =
          ClusterVotes.of(all, labels, new double[0], new int[0], totals, 1.0, round);
      Arrays.stream(every.node()).filter(v -> v % 5 == 0).forEach(free::add);
      ClusterVotes few = ClusterVotes.of(all, labels, new double[0], fixed, totals, 1.0, round);
      Arrays.stream(few.node()).forEach(some::add);
      assertThat(few.association()).isEqualTo(every.association());
    }
    assertThat(some).isNotEmpty().isEqualTo(free);
  }

  @Test
  void blocksOfTheContractedGraphHaveAboutAsManyPoints() {
    int[] points = {30, 20, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    NodeGroups.Lift lift = new NodeGroups.Lift(new int[60], points, NodeTags.none(), new int[0]);
    assertThat(lift.bounds(1)).containsExactly(0, 12);
    assertThat(lift.bounds(2)).containsExactly(0, 1, 12);
    assertThat(lift.bounds(4)).containsExactly(0, 1, 2, 3, 12);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void contractionIsTheSameInAnyBlocks(int most) {
    SimilarityGraph graph = graph(new Random(3));
    NodeGroups groups = new NodeGroups(NODES, 6, new int[0], NodeTags.none(), true, new int[0]);
    vote(graph, groups, 6);
    NodeGroups.Lift lift = groups.lift();
    RowBlock whole = contracted(graph, lift, NODES);
    int[] bounds = lift.bounds(most);
    List<GroupEdges> parts = new ArrayList<>();
    for (RowBlock block : blocks(graph, 7)) {
      parts.addAll(GroupEdges.of(block, lift.nodeOf(), 1.0, bounds));
    }
    int at = 0;
    for (int b = 0; b < bounds.length - 1; b++) {
      int own = b;
      List<GroupEdges> of = parts.stream().filter(part -> part.block() == own).toList();
      RowBlock block = GroupEdges.joined(of, bounds[b], bounds[b + 1] - bounds[b], 1.0);
      assertThat(block.val())
          .isEqualTo(Arrays.copyOfRange(whole.val(), at, at + block.val().length));
      at += block.val().length;
    }
    assertThat(at).isEqualTo(whole.val().length);
  }

  /** Each vote's gain is what the normalized cut falls by when that node alone moves. */
  @Test
  void theSumOfAllEntriesIsExactForAnyNumberOfThem() {
    assertThat(GroupSums.unit(0.75, 1L << 28)).isEqualTo(0.75);
    for (long entries : new long[] {1, 1L << 28, (1L << 28) + 1, 2_000_000_000L, 1L << 36}) {
      double unit = GroupSums.unit(3.0, entries);
      long most = Math.multiplyExact(entries, GroupSums.whole(3.0, unit));
      assertThat(GroupSums.weight(most, unit)).isEqualTo(3.0 * entries);
    }
  }

  /** In any rounds one after the other that begin with a multiple, and about as many in each. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void aNodeVotesOnceInSoManyRounds(int parts) {
    int nodes = 4000;
    int[] voting = new int[3 * parts];
    for (int node = 0; node < nodes; node++) {
      int[] votes = new int[3];
      for (int round = 0; round < voting.length; round++) {
        if (GroupVotes.votes(node, round, parts)) {
          votes[round / parts]++;
          voting[round]++;
        }
      }
      assertThat(votes).containsOnly(1);
    }
    assertThat(Arrays.stream(voting).boxed())
        .allSatisfy(count -> assertThat(count).isBetween(800 * 4 / parts, 1200 * 4 / parts));
  }

  @Test
  void fewerNodesVoteAtATimeWhereTheyAreMany() {
    assertThat(JobSize.votingParts(1 << 22)).isEqualTo(2);
    assertThat(JobSize.votingParts((1 << 22) + 1)).isEqualTo(4);
    assertThat(JobSize.votingParts((1 << 26) + 1)).isEqualTo(8);
  }

  @Test
  void aVoteLowersTheCutByItsGain() {
    SimilarityGraph graph = graph(new Random(5));
    int k = 3;
    int[] labels = new Random(6).ints(NODES, 0, k).toArray();
    RowBlock all = blocks(graph, NODES).get(0);
    double[] volume = new double[k];
    for (int v = 0; v < NODES; v++) {
      volume[labels[v]] += graph.degrees()[v];
    }
    ClusterVotes.Totals none = new ClusterVotes.Totals(new double[k], volume);
    long[] sums =
        LevelRows.sums(
            List.of(ClusterVotes.of(all, labels, new double[0], new int[0], none, 1.0, -1)), k);
    double[] association = new double[k];
    for (int c = 0; c < k; c++) {
      association[c] = GroupSums.weight(sums[c], 1.0);
    }
    ClusterVotes.Totals totals = new ClusterVotes.Totals(association, volume);
    double before = NormalizedCut.of(graph, labels, k);
    assertThat(k - totals.quality()).isCloseTo(before, within(1e-7));
    ClusterVotes votes = ClusterVotes.of(all, labels, new double[0], new int[0], totals, 1.0, 0);
    assertThat(votes.node()).isNotEmpty();
    for (int i = 0; i < votes.node().length; i++) {
      int v = votes.node()[i];
      double gain =
          totals.gain(
              labels[v],
              votes.cluster()[i],
              votes.own()[i],
              votes.to()[i],
              0.0,
              graph.degrees()[v]);
      int[] moved = labels.clone();
      moved[v] = votes.cluster()[i];
      assertThat(before - NormalizedCut.of(graph, moved, k)).isCloseTo(gain, within(1e-7));
      assertThat(gain).isPositive();
    }
  }

  @Test
  void whatIsKnownKeepsNodesApart() {
    SimilarityGraph graph = graph(new Random(8));
    NodeTags.Links links =
        new NodeTags.Links(Map.of(0, new int[] {2}, 2, new int[] {0}), Set.of(0), 3);
    Map<Integer, int[]> components =
        Map.of(0, new int[] {0}, 1, new int[] {0}, 2, new int[] {2}, 6, new int[] {6});
    NodeTags tags = new NodeTags(Map.of(3, 4, 4, 4, 5, 5, 6, 4), components, links);
    NodeGroups groups = new NodeGroups(NODES, 30, new int[0], tags, true, new int[0]);
    vote(graph, groups, 20);
    int[] of = groups.lift().nodeOf();
    assertThat(of[0]).isEqualTo(of[1]);
    int[][] apart = {{0, 2}, {0, 3}, {2, 3}, {2, 5}, {3, 5}, {4, 5}, {0, 5}, {3, 6}, {0, 6}};
    for (int[] pair : apart) {
      assertThat(of[pair[0]]).isNotEqualTo(of[pair[1]]);
    }
    assertThat(groups.lift().nodes()).isLessThan(NODES / 2);
    assertThat(groups.lift().tags().of(of[0])).containsExactly(0);
    assertThat(groups.lift().tags().labels()).containsEntry(of[4], 4).containsEntry(of[5], 5);
  }

  /**
   * In a complete graph nothing else keeps them apart: a partition of the rest leaves a cluster.
   */
  @Test
  void componentsShareAGroupWhileTheirCannotLinksLeaveAClusterToIt() {
    int n = 12;
    Map<Integer, int[]> apart = new HashMap<>();
    Map<Integer, int[]> components = new HashMap<>();
    for (int c = 0; c < n; c++) {
      components.put(c, new int[] {c});
      apart.put(c, new int[] {c < 6 ? c + 6 : c - 6});
    }
    double[][] line = new double[n][];
    Arrays.setAll(line, i -> new double[] {i * i / 12.0});
    for (int k : new int[] {2, 3, 5}) {
      NodeTags.Links links = new NodeTags.Links(apart, Set.of(), k);
      NodeGroups groups =
          new NodeGroups(
              n, n, new int[0], new NodeTags(Map.of(), components, links), true, new int[0]);
      RowBlock all = RowBlock.of(Points.completeGraph(line, 8.0).weights(), 0, n);
      for (int round = 0; round < 20; round++) {
        groups.apply(
            List.of(
                GroupVotes.of(
                    all, groups.groupOf(), groups.room(), new int[0], new int[0], 1.0, round)));
      }
      NodeGroups.Lift lift = groups.lift();
      int most = 0;
      int held = 0;
      for (int node = 0; node < lift.nodes(); node++) {
        int[] own = lift.tags().of(node);
        most = Math.max(most, own.length);
        held += own.length;
        for (int component : own) {
          assertThat(own).doesNotContain(apart.get(component));
        }
      }
      assertThat(held).isEqualTo(n);
      assertThat(most).isEqualTo(k - 1);
    }
  }

  @Test
  void theHeaviestEntriesOfARowAreThoseOfTheLargestWeightByDegree() {
    int[] rowPtr = {0, 5, 7, 7};
    int[] col = {1, 2, 4, 5, 7, 0, 3};
    double[] val = {4.0, 3.0, 8.0, 2.0, 1.0, 1.0, 9.0};
    double[] degrees = {1.0, 2.0, 1.0, 1.0, 4.0, 1.0, 1.0, 8.0};
    RowBlock rows = new RowBlock(10, rowPtr, col, val);
    // By degree: 2, 3, 2, 2, 1/8; of the three equal ones the first two are taken.
    RowBlock kept = HeaviestEntries.of(rows, degrees, 3);
    assertThat(kept.firstRow()).isEqualTo(10);
    assertThat(kept.rowPtr()).containsExactly(0, 3, 5, 5);
    assertThat(kept.col()).containsExactly(1, 2, 4, 0, 3);
    assertThat(kept.val()).containsExactly(4.0, 3.0, 8.0, 1.0, 9.0);
    assertThat(HeaviestEntries.of(rows, degrees, 9)).usingRecursiveComparison().isEqualTo(rows);
  }

  @Test
  void nodesWithoutEdgesAreBroughtTogetherUnlessTheyAreLarge() {
    int[] points = {1, 1, 5, 1, 1};
    NodeTags tags =
        new NodeTags(Map.of(), Map.of(3, new int[] {1}), new NodeTags.Links(Map.of(), Set.of(), 2));
    NodeGroups groups = new NodeGroups(5, 6, points, tags, true, new int[0]);
    groups.gather(new int[] {0, 1, 2, 3, 4}, 3);
    int[] of = groups.lift().nodeOf();
    assertThat(of[0]).isEqualTo(of[1]).isEqualTo(of[4]);
    assertThat(of[2]).isNotEqualTo(of[0]);
    assertThat(of[3]).isNotEqualTo(of[0]);
  }

  /**
   * A cluster of one node, all of whose edges lead elsewhere: only the count of clusters keeps it.
   */
  @Test
  void theLastNodeOfAClusterStays() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 3}, new double[] {1, 1, 1, 0.5});
    int[] labels = {0, 0, 0, 1};
    double[] volume = {6.5, 0.5};
    double[] association = {6.0, 0.0};
    RowBlock all = blocks(graph, 4).get(0);
    ClusterVotes.Totals totals = new ClusterVotes.Totals(association, volume);
    List<ClusterVotes> votes = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      votes.add(ClusterVotes.of(all, labels, new double[0], new int[0], totals, 1.0, round));
    }
    assertThat(votes.stream().flatMapToInt(part -> Arrays.stream(part.node()))).contains(3);
    CoarseKnowledge nothing =
        new CoarseKnowledge(
            PairConstraints.none(4, Integer::toString), null, null, NodeTags.none(), Map.of());
    LevelRows rows = new LevelRows(null, null, 4, 1.0, null);
    CoarseLevels.Level level =
        new CoarseLevels.Level(
            rows, graph.degrees(), new int[0], 8, NodeTags.none(), new int[0], null);
    new ClusterMoves(
            level, labels, volume, new int[] {3, 1}, new double[0], new double[0], nothing, true)
        .apply(votes, association, new HashMap<>());
    assertThat(Arrays.stream(labels).filter(label -> label == 1).count()).isPositive();
  }
}
