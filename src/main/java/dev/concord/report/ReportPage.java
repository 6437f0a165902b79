package dev.concord.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The whole page: the model, and sections that not every run has.
 *
 * @param number what spoke for which number of clusters, or null when it was configured
 * @param more sections of capabilities
 * @param confidence how sure clusters are, or null where it was not computed
 * @param choice what spoke for the partition, or null where a method finds one alone
 * @param profiles what sets the clusters apart
 * @param texts what people read of a point, by its id
 * @param pictures points as pictures, in data: URIs, by id
 */
public record ReportPage(
    ReportModel model,
    @Nullable NumberScores number,
    List<Section> more,
    @Nullable Confidence confidence,
    @Nullable MethodChoice choice,
    ClusterProfiles profiles,
    Map<String, String> texts,
    Map<String, String> pictures) {
  public ReportPage {
    more = List.copyOf(more);
    texts = Map.copyOf(texts);
    pictures = Map.copyOf(pictures);
  }

  /**
   * A section that a capability draws.
   *
   * @param shown ids of the points that it shows one by one
   * @param html its content, of a page that has texts and pictures of these points; every text in
   *     it escaped
   */
  public record Section(
      Place place, String title, List<String> shown, Function<ReportPage, String> html) {
    public Section {
      shown = List.copyOf(shown);
    }

    /** A section that shows no points. */
    public Section(Place place, String title, String html) {
      this(place, title, List.of(), page -> html);
    }
  }

  /** Where a section stands. */
  public enum Place {
    /** Before the clusters. */
    FIRST,
    /**
     * Behind what sets clusters apart; the table of all sizes is folded, because this one shows
     * clusters.
     */
    CLUSTERS,
    /** Before how it was computed. */
    LAST
  }

  /** The sections of a place, in their order. */
  public List<Section> at(Place place) {
    return more.stream().filter(section -> section.place() == place).toList();
  }

  /** A page of a model alone. */
  public static ReportPage of(ReportModel model) {
    return new ReportPage(
        model, null, List.of(), null, null, ClusterProfiles.NONE, Map.of(), Map.of());
  }

  /** The same with texts and pictures of its points. */
  public ReportPage with(Map<String, String> words, Map<String, String> images) {
    return new ReportPage(model, number, more, confidence, choice, profiles, words, images);
  }

  /** The ids of the points that are shown one by one. */
  public Stream<String> shownIds() {
    Stream<String> examples =
        model.examples().stream()
            .flatMap(of -> Stream.concat(of.typical().stream(), of.border().stream()));
    ReportModel.Constraints pairs = model.constraints();
    Stream<String> judged =
        pairs == null
            ? Stream.of()
            : Stream.concat(pairs.violations().stream(), pairs.suspects().stream())
                .flatMap(pair -> Stream.of(pair.first(), pair.second()));
    Stream<String> doubted =
        confidence == null ? Stream.of() : confidence.least().stream().map(Confidence.Doubted::id);
    Stream<String> others = more.stream().flatMap(section -> section.shown().stream());
    return Stream.of(examples, judged, doubted, others)
        .flatMap(ids -> ids)
        .filter(id -> !id.isEmpty())
        .distinct();
  }

  /** What people read of a point; empty where nothing is known. */
  public String text(String id) {
    return texts.getOrDefault(id, "");
  }

  /** The picture of a point; empty where it has none. */
  public String picture(String id) {
    return pictures.getOrDefault(id, "");
  }

  /** What was found, how sure it is and what to look at, in one sentence. */
  public String headline() {
    return Stream.of(found(), sure(), pairs(), look())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "))
        + ".";
  }

  private String found() {
    long[] sizes = model.outcome().sizes();
    String found =
        Figures.count(model.outcome().points(), "point", "points")
            + " in "
            + Figures.count(sizes.length, "cluster", "clusters");
    if (sizes.length < 2) {
      return found;
    }
    long least = Arrays.stream(sizes).min().orElse(0);
    long most = Arrays.stream(sizes).max().orElse(0);
    return found
        + " of "
        + (least == most ? "" : Figures.count(least) + " to ")
        + Figures.count(most, "point", "points");
  }

  private String sure() {
    String truth =
        model.agreements().isEmpty()
            ? ""
            : Figures.percent(1.0 - model.agreements().get(0).errorMatched())
                + " of the points agree with the true labels";
    if (confidence == null) {
      return truth;
    }
    String share =
        ("about " + Figures.percent(confidence.mean())).replace("about > ", "more than ")
            + " of the points ";
    return confidence.judged()
        ? share
            + "are expected to be in the right cluster"
            + (truth.isEmpty() ? "" : " (" + truth + ")")
        : share
            + "are expected to be in the same cluster when it is searched again"
            + (truth.isEmpty()
                ? ", and no pair or label tells whether it is the right one"
                : " (" + truth + ")");
  }

  private String pairs() {
    ReportModel.Constraints pairs = model.constraints();
    if (pairs == null || pairs.total() == 0) {
      return confidence != null && !confidence.judged() ? "" : "no pairs were given as constraints";
    }
    if (pairs.violated() > 0) {
      return Figures.count(pairs.violated())
          + " of "
          + Figures.count(pairs.total(), "constraint is", "constraints are")
          + " violated";
    }
    return pairs.total() == 1
        ? "the one constraint holds"
        : "all " + Figures.count(pairs.total()) + " constraints hold";
  }

  private String look() {
    ReportModel.Constraints pairs = model.constraints();
    if (pairs != null && pairs.violated() > 0) {
      return "look first at the violated pairs";
    }
    if (pairs != null && pairs.suspicious() > 0) {
      return "look first at "
          + Figures.count(
              pairs.suspicious(),
              "pair that the data contradict",
              "pairs that the data contradict");
    }
    return confidence != null && confidence.belowHalf() > 0
        ? "look first at "
            + Figures.count(confidence.belowHalf(), "point", "points")
            + " of a confidence below 50 %"
        : "";
  }
}
