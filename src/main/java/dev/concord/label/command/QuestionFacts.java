package dev.concord.label.command;

import dev.concord.cli.page.ExampleFacts;
import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.graph.SimilarityGraph;
import dev.concord.label.AnswerKind;
import dev.concord.label.Item;
import dev.concord.label.LabelTable;
import dev.concord.label.Question;
import dev.concord.label.Round;
import dev.concord.metric.TypicalPoints;
import dev.concord.spark.graph.CollectedRows;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.output.SuggestedPairs;
import dev.concord.suggest.PairQuery;
import dev.concord.suggest.Stability;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * From suggested pairs to questions as people see them.
 *
 * @param link pattern of addresses, or null
 * @param shown further columns, or null
 */
public record QuestionFacts(
    SparkSession spark,
    ConcordConfig config,
    ClusterOutcome outcome,
    @Nullable String link,
    @Nullable ShownColumns shown) {
  /** So many columns are read as texts at most; of more their numbers are shown. */
  private static final int READ = 500;

  /** So many clusters are shown at most, with so many points each. */
  private static final int CLUSTERS = 30;

  private static final int TYPICAL = 5;

  /** So many shown columns tell what a similar point is. */
  private static final int BESIDE = 2;

  /**
   * The questions and the clusters. One Spark job, or three where the features are no pictures, and
   * one for further columns.
   *
   * @param known pairs that are not asked, but for those to be asked again
   * @param count so many at most
   * @param number of the first question
   */
  public Round round(
      SuggestedPairs pairs, Set<Set<String>> known, int count, int number, Stability stability) {
    List<Integer> kept = new ArrayList<>();
    List<PairQuery> queries = pairs.queries();
    for (int q = 0; q < queries.size() && kept.size() < count; q++) {
      String first = name(queries.get(q).first());
      String second = name(queries.get(q).second());
      boolean writable = LabelTable.isWritable(first) && LabelTable.isWritable(second);
      boolean asked = !queries.get(q).reason().isAgain() && known.contains(Set.of(first, second));
      if (writable && !asked) {
        kept.add(q);
      }
    }
    int[] ends = kept.stream().map(queries::get).flatMapToInt(QuestionFacts::ends).toArray();
    int[][] typical = typical();
    IntStream beside =
        kept.stream()
            .flatMapToInt(
                q ->
                    IntStream.concat(
                        Arrays.stream(pairs.besideFirst(q)), Arrays.stream(pairs.besideSecond(q))));
    int[] all =
        Stream.of(Arrays.stream(ends), beside, Arrays.stream(typical).flatMapToInt(IntStream::of))
            .flatMapToInt(points -> points)
            .distinct()
            .sorted()
            .toArray();
    Map<Integer, String> pictures = ExampleFacts.pictures(spark, config, outcome, all);
    Map<Integer, double[]> rows = pictures.isEmpty() ? rows(ends) : Map.of();
    QuestionCells cells = cells(rows, ends);
    Map<Integer, List<String>> texts =
        shown == null || all.length == 0 ? Map.of() : shown.read(outcome.ids(), all);
    List<Question> questions = new ArrayList<>();
    for (int q : kept) {
      PairQuery query = queries.get(q);
      questions.add(
          new Question(
              number + questions.size(),
              item(query.first(), pairs.besideFirst(q), pictures, texts),
              item(query.second(), pairs.besideSecond(q), pictures, texts),
              why(query.reason()),
              query.reason().isAgain() ? 1 : 0,
              expected(query),
              further(texts.get(query.first()), texts.get(query.second())),
              cells == null ? List.of() : cells.of(query.first(), query.second())));
    }
    int[] sizes = outcome.sizes();
    List<Round.Cluster> clusters = new ArrayList<>();
    for (int c = 0; c < typical.length; c++) {
      clusters.add(new Round.Cluster(c, sizes[c], likenesses(typical[c], pictures, texts)));
    }
    return new Round(questions, clusters, sizes.length - clusters.size(), stability);
  }

  private @Nullable AnswerKind expected(PairQuery query) {
    return switch (query.expected(outcome.present())) {
      case SAME -> AnswerKind.SAME;
      case DIFFERENT -> AnswerKind.DIFFERENT;
      case OPEN -> null;
    };
  }

  /** Typical points of the first clusters, none where the edges are on the executors. */
  private int[][] typical() {
    int k = outcome.sizes().length;
    SimilarityGraph edges = outcome.edges();
    int[][] all =
        edges == null
            ? new int[k][0]
            : TypicalPoints.of(edges, outcome.labels(), k, TYPICAL, 0).typical();
    return Arrays.copyOf(all, Math.min(k, CLUSTERS));
  }

  private List<Item.Likeness> likenesses(
      int[] points, Map<Integer, String> pictures, Map<Integer, List<String>> texts) {
    List<Item.Likeness> like = new ArrayList<>();
    for (int point : points) {
      String text =
          texts.getOrDefault(point, List.of()).stream()
              .filter(value -> value != null && !value.isBlank())
              .limit(BESIDE)
              .collect(Collectors.joining(" · "));
      like.add(new Item.Likeness(name(point), pictures.getOrDefault(point, ""), text));
    }
    return like;
  }

  private static IntStream ends(PairQuery query) {
    return IntStream.of(query.first(), query.second());
  }

  private String name(int point) {
    return String.valueOf(outcome.ids().id(point));
  }

  private Map<Integer, double[]> rows(int[] points) {
    var panels = outcome.features();
    return panels == null || points.length == 0
        ? Map.of()
        : CollectedRows.of(panels, Arrays.stream(points).distinct().sorted().toArray());
  }

  private Item item(
      int point, int[] beside, Map<Integer, String> pictures, Map<Integer, List<String>> texts) {
    String id = name(point);
    String address =
        link == null
            ? ""
            : link.replace(
                "{id}", URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
    return new Item(
        id, pictures.getOrDefault(point, ""), address, likenesses(beside, pictures, texts));
  }

  /**
   * The columns of the features of some points, as the table has them where it has ids. A Spark job
   * there.
   */
  private @Nullable QuestionCells cells(Map<Integer, double[]> rows, int[] points) {
    FeatureTable table = outcome.featureTable();
    FeaturesConfig features = config.input().features();
    if (table == null || features == null || rows.isEmpty()) {
      return null;
    }
    List<String> names = QuestionCells.names(table);
    boolean read = features.id() != null && !names.isEmpty() && names.size() <= READ;
    return new QuestionCells(
        table,
        rows,
        read ? ShownColumns.of(spark, features, names).read(outcome.ids(), points) : Map.of());
  }

  private List<Question.Cell> further(@Nullable List<String> first, @Nullable List<String> second) {
    if (shown == null || first == null || second == null) {
      return List.of();
    }
    return IntStream.range(0, shown.names().size())
        .mapToObj(
            c -> {
              boolean differs = !first.get(c).equals(second.get(c));
              return new Question.Cell(shown.names().get(c), first.get(c), second.get(c), differs);
            })
        .toList();
  }

  private static String why(PairQuery.Reason reason) {
    return switch (reason) {
      case GROUPS ->
          "Each stands for points that are like it, the two groups are near each other, and no"
              + " answer says yet whether they are of one class.";
      case ANCHORS -> "They stand for two clusters, and no answer says yet that these differ.";
      case KIN -> "They lie in one cluster, but answers may have put them into two classes.";
      case COMPONENT -> "One was judged before, and no answer ties it to its cluster yet.";
      case SUBCLUSTER -> "One stands for a group of points that is far from all judged ones.";
      case NEAR -> "One stands for a group of points near judged ones, but none of it was judged.";
      case BOUNDARY -> "One stands for a group of points between two clusters.";
      case DISAGREEMENT -> "The method puts one into another cluster than the points around it.";
      case UNCERTAIN ->
          "The cluster of one is less sure than that of most points, and the other stands for the"
              + " cluster that it may be of instead.";
      case DOUBTFUL_MUST_LINK, DOUBTFUL_CANNOT_LINK ->
          "They were judged before, and the points around them speak against that answer; if you"
              + " say the opposite now, neither answer counts.";
    };
  }
}
