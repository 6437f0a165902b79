package dev.concord.suggest;

/**
 * A pair of points worth a judgement.
 *
 * @param first the point that stands for a group, or for a must-link component, not yet placed
 * @param second the point that stands for the class it probably belongs to
 * @param reason why the pair is worth it
 * @param value the share of the graph's volume that the answer is expected to settle
 * @param group the group of {@code first} in the {@link PointGroups} asked about
 */
public record PairQuestion(int first, int second, Reason reason, double value, int group) {
  /** Why a pair is worth a judgement. */
  public enum Reason {
    /** Two points that stand for a cluster each, of which nobody has said that they differ. */
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
    DISAGREEMENT("method and neighbourhood disagree");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** A few words for a person. */
    public String text() {
      return text;
    }

    /** Whether both points stand for classes. */
    boolean isOfAnchors() {
      return this == ANCHORS || this == KIN;
    }
  }
}
