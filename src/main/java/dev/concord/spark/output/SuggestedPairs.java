package dev.concord.spark.output;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import dev.concord.suggest.PairQuery;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Pairs to judge next, with exemplars: similar points beside each of them.
 *
 * @param queries the pairs, those asked again first, then the most valuable
 */
public record SuggestedPairs(
    List<PairQuery> queries,
    int[] labels,
    int[][] besideFirst,
    int[][] besideSecond,
    double @Nullable [] confidence) {
  /**
   * Pairs, and for each of their points the nearest neighbours in the same cluster as exemplars.
   *
   * @param labels a cluster of each point
   * @param queries the pairs in their order
   * @param exemplars so many at most
   */
  public static SuggestedPairs of(
      SimilarityGraph graph, int[] labels, List<PairQuery> queries, int exemplars) {
    int[][] first =
        queries.stream()
            .map(q -> beside(graph, labels, q.first(), exemplars))
            .toArray(int[][]::new);
    int[][] second =
        queries.stream()
            .map(q -> beside(graph, labels, q.second(), exemplars))
            .toArray(int[][]::new);
    return new SuggestedPairs(List.copyOf(queries), labels, first, second, null);
  }

  /** The same with the confidence of each point beside its cluster, where that is known. */
  public SuggestedPairs with(@Nullable Doubt doubt) {
    return new SuggestedPairs(
        queries, labels, besideFirst, besideSecond, doubt == null ? null : doubt.confidence());
  }

  /** The most similar neighbours in the same cluster, the smallest index among equals. */
  private static int[] beside(SimilarityGraph graph, int[] labels, int point, int count) {
    CsrMatrix weights = graph.weights();
    return IntStream.range(weights.rowPtr()[point], weights.rowPtr()[point + 1])
        .filter(p -> labels[weights.col()[p]] == labels[point])
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer p) -> -weights.val()[p])
                .thenComparingInt(p -> weights.col()[p]))
        .limit(count)
        .mapToInt(p -> weights.col()[p])
        .toArray();
  }

  /** The points named beside the first point of a query. Not a copy. */
  public int[] besideFirst(int query) {
    return besideFirst[query];
  }

  /** The points named beside the second point of a query. Not a copy. */
  public int[] besideSecond(int query) {
    return besideSecond[query];
  }

  /** How many there are of each reason, by its words. */
  public Map<String, Integer> reasons() {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (PairQuery.Reason reason : PairQuery.Reason.values()) {
      int count = (int) queries.stream().filter(q -> q.reason() == reason).count();
      if (count > 0) {
        reasons.put(reason.text(), count);
      }
    }
    return reasons;
  }

  static StructType schema(IdTable ids) {
    return new StructType()
        .add("first", ids.type(), false)
        .add("second", ids.type(), false)
        .add("kind", DataTypes.StringType, true)
        .add("reason", DataTypes.StringType, false)
        .add("value", DataTypes.DoubleType, false)
        .add("cluster_first", DataTypes.IntegerType, false)
        .add("cluster_second", DataTypes.IntegerType, false)
        .add("confidence_first", DataTypes.DoubleType, true)
        .add("confidence_second", DataTypes.DoubleType, true)
        .add("like_first", DataTypes.StringType, false)
        .add("like_second", DataTypes.StringType, false)
        .add("replaces", DataTypes.StringType, true);
  }

  TableSlice slice(IdTable ids, int from, int count) {
    List<PairQuery> part = queries.subList(from, from + count);
    int[] first = part.stream().mapToInt(PairQuery::first).toArray();
    int[] second = part.stream().mapToInt(PairQuery::second).toArray();
    return new TableSlice(
        count,
        IdColumns.of(ids, first),
        IdColumns.of(ids, second),
        new TableSlice.Nulls(),
        new TableSlice.Strings(part.stream().map(q -> q.reason().text()).toArray(String[]::new)),
        new TableSlice.Doubles(part.stream().mapToDouble(PairQuery::value).toArray()),
        new TableSlice.Ints(Arrays.stream(first).map(p -> labels[p]).toArray()),
        new TableSlice.Ints(Arrays.stream(second).map(p -> labels[p]).toArray()),
        confidences(first),
        confidences(second),
        names(ids, Arrays.copyOfRange(besideFirst, from, from + count)),
        names(ids, Arrays.copyOfRange(besideSecond, from, from + count)),
        new TableSlice.Strings(part.stream().map(SuggestedPairs::replaced).toArray(String[]::new)));
  }

  /** The kind of the earlier answer that a new one replaces, or empty. */
  private static String replaced(PairQuery query) {
    return switch (query.reason()) {
      case DOUBTFUL_MUST_LINK -> "must-link";
      case DOUBTFUL_CANNOT_LINK -> "cannot-link";
      default -> "";
    };
  }

  private TableSlice.Column confidences(int[] points) {
    double[] known = confidence;
    return known == null
        ? new TableSlice.Nulls()
        : new TableSlice.Doubles(Arrays.stream(points).mapToDouble(p -> known[p]).toArray());
  }

  private static TableSlice.Strings names(IdTable ids, int[][] points) {
    return new TableSlice.Strings(
        Arrays.stream(points)
            .map(
                row ->
                    Arrays.stream(row)
                        .mapToObj(p -> String.valueOf(ids.id(p)))
                        .collect(Collectors.joining(" ")))
            .toArray(String[]::new));
  }
}
