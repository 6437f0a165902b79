package dev.concord.suggest;

/**
 * A pair of points to be judged by a person.
 *
 * @param first the representative of a group or must-link component not yet placed
 * @param second the representative of its likeliest class, or of another group
 * @param reason why the pair was chosen
 * @param value the share of the graph's volume that the answer is expected to decide; of a pair
 *     that is asked about again the evidence against the earlier answer
 * @param group the group of {@code first} in the {@link PointGroups}; -1 of a pair asked again, of
 *     groups of the features, and of a single point in doubt
 */
public record PairQuery(int first, int second, Reason reason, double value, int group) {
  /** From this confidence on a point's cluster is expected to be right. */
  private static final double SURE = 0.9;

  /** The same query on other groups. */
  PairQuery within(int other) {
    return new PairQuery(first, second, reason, value, other);
  }

  /** What an answer is expected to be. */
  public enum Expected {
    SAME,
    DIFFERENT,
    /** The clusters are not sure, or their confidences are not known. */
    OPEN
  }

  /**
   * The expected answer: what the clusters say, where both points have a confidence of {@value
   * #SURE} and more; nothing is expected of a pair that is asked about again.
   */
  public Expected expected(PresentClusters present) {
    double[] confidence = present.confidence();
    if (reason.isAgain() || confidence == null) {
      return Expected.OPEN;
    }
    if (Math.min(confidence[first], confidence[second]) < SURE) {
      return Expected.OPEN;
    }
    int[] labels = present.labels();
    return labels[first] == labels[second] ? Expected.SAME : Expected.DIFFERENT;
  }

  /** Why a pair was chosen. */
  public enum Reason {
    /** Points that stand for two groups near each other in feature space. */
    GROUPS("groups of points near each other that no answer compares yet"),
    /** Representatives of two clusters that no constraint separates. */
    ANCHORS("two clusters not yet known to differ"),
    /** The same for two points of one cluster, known to differ from other classes. */
    KIN("judged points of one cluster but perhaps of two classes"),
    /** A must-link component not yet tied to the class of its cluster. */
    COMPONENT("judged points not yet tied to a cluster"),
    /** Points of a group far from all judged points. */
    SUBCLUSTER("sub-cluster far from judged points"),
    /** A group that judged points of its own cluster reach, and few others. */
    NEAR("sub-cluster near judged points but without one"),
    /** A group between the judged points of two clusters. */
    BOUNDARY("between two clusters"),
    /** A group that judged points nearby place elsewhere than the method did. */
    DISAGREEMENT("method and neighbourhood disagree"),
    /** A single point of little confidence ({@link UncertainPoints}). */
    UNCERTAIN("point that may be of another cluster"),
    /** A judged pair that is asked about again ({@link DoubtfulPairs}). */
    DOUBTFUL_MUST_LINK("must-link that the neighbours contradict"),
    /** The same. */
    DOUBTFUL_CANNOT_LINK("cannot-link that the neighbours contradict");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** Short text for the user. */
    public String text() {
      return text;
    }

    /** Whether the pair was judged before, and is asked about again. */
    public boolean isAgain() {
      return this == DOUBTFUL_MUST_LINK || this == DOUBTFUL_CANNOT_LINK;
    }

    /** Whether both points represent classes. */
    boolean isOfAnchors() {
      return this == ANCHORS || this == KIN;
    }
  }
}
