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
        "the %s groups of points that must-links of weight 1 join have %s"
            .formatted(groups, listed(heaviest));
    return new UnsatisfiableException(
        proved
            ? ("clusters.sizes cannot be held together with all constraints of weight 1: %s, and"
                    + " all ways to put them into %s clusters were looked at.%s")
                .formatted(sizes, limits.lower().length, REMEDY)
            : ("clusters.sizes: no partition was found that holds all bounds and all constraints"
                    + " of weight 1, and whether there is one is not known: %s; the relaxed"
                    + " problem, which may split groups, was rounded, and moves and exchanges"
                    + " of groups found no way from there.%s")
                .formatted(sizes, REMEDY));
  }

  private String text(SizeShortage shortage) {
    int k = limits.lower().length;
    return switch (shortage.kind()) {
      case LOWER_BOUNDS_TOO_HIGH ->
          ("clusters.sizes.min asks for %s in all %s clusters together, but the input has %s;"
                  + " lower it, to at most %s for each, or lower clusters.count.")
              .formatted(
                  amount(shortage.bound()),
                  k,
                  amount(shortage.weight()),
                  number(each(StrictMath.floor(shortage.weight() / k), shortage.weight() / k)));
      case UPPER_BOUNDS_TOO_LOW ->
          ("clusters.sizes.max leaves room for %s in all %s clusters together, but the input has"
                  + " %s; raise it, to at least %s for each, or raise clusters.count.")
              .formatted(
                  amount(shortage.bound()),
                  k,
                  amount(shortage.weight()),
                  number(each(StrictMath.ceil(shortage.weight() / k), shortage.weight() / k)));
      case NODE_TOO_HEAVY ->
          ("clusters.sizes.max is %s, but %s Raise clusters.sizes.max, or remove a must-link"
                  + " between them or give it a weight below 1.")
              .formatted(
                  number(shortage.bound()),
                  described(shortage.nodes()[0], amount(shortage.weight())));
      case HEAVY_NODES_TOO_MANY -> crowd(shortage);
      case NODES_TOO_FEW ->
          ("clusters.sizes.min needs points in %s clusters, but must-links of weight 1 leave only"
                  + " %s groups of points that may be in different ones.%s")
              .formatted(number(shortage.bound()), number(shortage.weight()), REMEDY);
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
    return ("clusters.sizes.max is too small for %s groups of points, each joined by must-links of"
            + " weight 1 and with more than %s: %s of them would have to share one of the %s"
            + " clusters. They are those of %s.%s")
        .formatted(
            shortage.nodes().length, amount(shortage.bound()), sharing, k, shortened(some), REMEDY);
  }

  private String described(int node, String amount) {
    List<Integer> members = members(node);
    List<String> some = members.stream().map(names::name).toList();
    return members.size() == 1
        ? "the point " + some.get(0) + " alone has " + amount + "."
        : "must-links of weight 1 join points that have %s and stay in one cluster: %s."
            .formatted(amount, shortened(some));
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
