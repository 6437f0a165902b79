package dev.concord.partition.sizes;

import dev.concord.constraint.IdNames;
import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Why sizes cannot be held, as a user should read it.
 *
 * @param limits the bounds
 * @param groupOf group of each point: points that must-links join are one
 * @param groups number of groups
 * @param names the user's names of the points
 */
public record ShortageText(SizeLimits limits, int[] groupOf, int groups, IdNames names) {
  private static final int NAMED = 8;
  private static final String REMEDY =
      " Widen clusters.sizes, remove constraints or give them a weight below 1, or set"
          + " clusters.constraints = soft.";

  /**
   * Refuses bounds that adding and counting show to be impossible.
   *
   * @throws UnsatisfiableException naming the bound and the numbers that break it
   */
  public void refuse() {
    SizeShortage shortage =
        SizeShortage.of(limits.ofGroups(groupOf, groups), limits.lower(), limits.upper());
    if (shortage.kind() != SizeShortage.Kind.NONE) {
      throw new UnsatisfiableException(text(shortage));
    }
  }

  /** The failure of a search that found no partition; {@code proved}: because there is none. */
  public UnsatisfiableException notFound(boolean proved) {
    refuse();
    double[] weight = limits.ofGroups(groupOf, groups);
    double[] heaviest = Arrays.stream(weight).map(w -> -w).sorted().map(w -> -w).toArray();
    String sizes =
        "the "
            + groups
            + " groups of points that must-links of weight 1 join have "
            + listed(heaviest);
    return new UnsatisfiableException(
        proved
            ? "clusters.sizes cannot be held together with all constraints of weight 1: "
                + sizes
                + ", and all ways to put them into "
                + limits.lower().length
                + " clusters were looked at."
                + REMEDY
            : "clusters.sizes: no partition was found that holds all bounds and all constraints of"
                + " weight 1, and whether there is one is not known: "
                + sizes
                + "; the relaxed problem, which may split groups, was rounded, and moves and"
                + " exchanges of groups found no way from there."
                + REMEDY);
  }

  private String text(SizeShortage shortage) {
    int k = limits.lower().length;
    return switch (shortage.kind()) {
      case LOWER_BOUNDS_TOO_HIGH ->
          "clusters.sizes.min asks for "
              + amount(shortage.bound())
              + " in all "
              + k
              + " clusters together, but the input has "
              + amount(shortage.weight())
              + "; lower it, to at most "
              + number(each(StrictMath.floor(shortage.weight() / k), shortage.weight() / k))
              + " for each, or lower clusters.count.";
      case UPPER_BOUNDS_TOO_LOW ->
          "clusters.sizes.max leaves room for "
              + amount(shortage.bound())
              + " in all "
              + k
              + " clusters together, but the input has "
              + amount(shortage.weight())
              + "; raise it, to at least "
              + number(each(StrictMath.ceil(shortage.weight() / k), shortage.weight() / k))
              + " for each, or raise clusters.count.";
      case NODE_TOO_HEAVY ->
          "clusters.sizes.max is "
              + number(shortage.bound())
              + ", but "
              + described(shortage.nodes()[0], amount(shortage.weight()))
              + " Raise clusters.sizes.max, or remove a must-link between them or give it a weight"
              + " below 1.";
      case HEAVY_NODES_TOO_MANY -> crowd(shortage);
      case NODES_TOO_FEW ->
          "clusters.sizes.min needs points in "
              + number(shortage.bound())
              + " clusters, but must-links of weight 1 leave only "
              + number(shortage.weight())
              + " groups of points that may be in different ones."
              + REMEDY;
      case NONE -> throw new IllegalStateException("no shortage");
    };
  }

  private String crowd(SizeShortage shortage) {
    int k = limits.lower().length;
    int sharing = (shortage.nodes().length - 1) / k + 1;
    List<String> some = new ArrayList<>();
    for (int node : shortage.nodes()) {
      some.add(names.name(members(node).get(0)));
    }
    return "clusters.sizes.max is too small for "
        + shortage.nodes().length
        + " groups of points, each joined by must-links of weight 1 and with more than "
        + amount(shortage.bound())
        + ": "
        + sharing
        + " of them would have to share one of the "
        + k
        + " clusters. They are those of "
        + shortened(some)
        + "."
        + REMEDY;
  }

  private String described(int node, String amount) {
    List<Integer> members = members(node);
    List<String> some = members.stream().map(names::name).toList();
    return members.size() == 1
        ? "the point " + some.get(0) + " alone has " + amount + "."
        : "must-links of weight 1 join points that have "
            + amount
            + " and stay in one cluster: "
            + shortened(some)
            + ".";
  }

  private List<Integer> members(int node) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < groupOf.length; i++) {
      if (groupOf[i] == node) {
        members.add(i);
      }
    }
    return members;
  }

  private static String shortened(List<String> texts) {
    return texts.size() <= NAMED
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, NAMED)) + " and " + (texts.size() - NAMED) + " more";
  }

  private String listed(double[] values) {
    List<String> texts = Arrays.stream(values).mapToObj(ShortageText::number).toList();
    return shortened(texts) + (limits.weight() == null ? " points" : " of weight");
  }

  private String amount(double value) {
    return limits.weight() == null ? number(value) + " points" : "a weight of " + number(value);
  }

  /** A share of all clusters: whole where points are counted. */
  private double each(double whole, double weight) {
    return limits.weight() == null ? whole : weight;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.6g", value);
  }
}
