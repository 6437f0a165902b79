package dev.concord.config.read;

import dev.concord.capability.Additions;
import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.config.OutputConfig;
import dev.concord.config.PlanConfig;
import dev.concord.config.RefinementSearch;
import dev.concord.graph.NeighborSearch;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.Connection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.NumberOrWord;
import dev.concord.method.OptionTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the blocks that commands share: graph, clusters, output and plan. */
public final class JobSections {
  /** Nodes that a coarse graph may have at least: fewer serve no one. */
  private static final int LEAST_NODES = 100;

  private JobSections() {}

  /**
   * The block graph.
   *
   * @param input whose format may decide about scaling, or null
   */
  public static GraphConfig graph(Section block, @Nullable InputConfig input) {
    KernelType kernel = block.choice("kernel", KernelType.class);
    NeighborSearch search = block.choice("search", NeighborSearch.class);
    FeatureScaling scaling = scaling(block, input);
    block.note("scale-features", OptionTypes.word(scaling));
    ReductionRule reduce = reduction(block, kernel);
    block.note(
        "reduce",
        reduce.kind() == ReductionRule.Kind.FIXED
            ? (Object) reduce.components()
            : OptionTypes.word(reduce.kind()));
    return new GraphConfig(
        block.atLeast("neighbors", 1),
        search,
        block.share("recall"),
        kernel,
        bandwidth(block, kernel),
        block.choice("symmetrize", Symmetrization.class),
        block.choice("overlap", Overlap.class),
        block.choice("connect", Connection.class),
        scaling,
        reduce);
  }

  private static FeatureScaling scaling(Section block, @Nullable InputConfig input) {
    FeatureScaling scaling = block.choice("scale-features", FeatureScaling.class);
    // The options of a picture weigh its colours and places; no statistics may undo that.
    boolean weighed =
        input != null
            && input.features() != null
            && input.features().table().format().equalsIgnoreCase(InputSection.PICTURE);
    return scaling == FeatureScaling.AUTO && weighed ? FeatureScaling.NONE : scaling;
  }

  /** Angles between rows change with a projection, so the kernel of angles gets none. */
  private static ReductionRule reduction(Section block, KernelType kernel) {
    NumberOrWord given = block.positiveOr("reduce", "auto", "none");
    boolean angles = kernel == KernelType.COSINE;
    if (!given.isNumber()) {
      return angles || given.word().equals("none") ? ReductionRule.NONE : ReductionRule.AUTO;
    }
    int components = (int) given.number();
    String wrong =
        given.number() != components
            ? " is not allowed: it must be auto, none or a whole number of principal components of at"
                + " least 1."
            : " has no meaning for graph.kernel = cosine: principal components keep distances, not"
                + " angles; set graph.reduce = none, or choose another graph.kernel.";
    if (given.number() != components || angles) {
      block.problem("reduce", block.place("reduce") + " = " + block.optionalText("reduce") + wrong);
    }
    return ReductionRule.to(components);
  }

  private static Bandwidth bandwidth(Section block, KernelType kernel) {
    NumberOrWord given = block.positiveOr("bandwidth", "auto", "mean-distance", "local-proximity");
    Bandwidth.Rule rule = Bandwidth.Rule.FIXED;
    for (Bandwidth.Rule candidate : Bandwidth.Rule.values()) {
      if (!given.isNumber() && OptionTypes.word(candidate).equals(given.word())) {
        rule = candidate;
      }
    }
    if (rule != Bandwidth.Rule.AUTO) {
      refuseUnlessGaussian(block, kernel);
    }
    return new Bandwidth(rule, given.isNumber() ? given.number() : Double.NaN);
  }

  private static void refuseUnlessGaussian(Section block, KernelType kernel) {
    if (kernel != KernelType.GAUSSIAN) {
      block.problem(
          "bandwidth",
          ("%s = %s has no meaning for graph.kernel = %s: only the gaussian kernel has a"
                  + " bandwidth; set graph.kernel = gaussian, or leave the bandwidth out.")
              .formatted(
                  block.place("bandwidth"),
                  block.optionalText("bandwidth"),
                  OptionTypes.word(kernel)));
    }
  }

  static ClustersConfig clusters(Section root, MethodSection methods) {
    Section block = root.at("clusters");
    ClustersConfig.Count count = CountSection.read(block);
    String base = PartsSection.base(root);
    LabelsConfig given = InputSection.previous(block);
    LabelsConfig previous = base == null ? given : PartsSection.pointsOf(base);
    String weight = SizesSection.weight(block);
    String method = block.choice("method", methods.names());
    ClustersConfig.Sizes sizes =
        SizesSection.read(block, count.most(), previous != null, weight != null);
    List<Integer> split = PartsSection.split(block, previous != null);
    PartsSection.refuseUnfit(block, split, count, sizes != null);
    ClustersConfig read =
        clusters(
                block,
                count,
                method,
                block.whole("seed"),
                previous == null ? null : new ClustersConfig.Earlier(previous, split, base),
                sizes,
                weight)
            .weighing(SizesSection.weighs(block));
    Additions additions = Additions.NONE;
    for (ConfigBlock more : Capabilities.of(ConfigBlock.class)) {
      Object one = more.read(root, read);
      additions = one == null ? additions : additions.and(one);
    }
    return read.adding(additions);
  }

  /** With the keys that a method has in a block of another name, too. */
  public static ClustersConfig clusters(
      Section block,
      ClustersConfig.Count count,
      String method,
      long seed,
      ClustersConfig.@Nullable Earlier earlier,
      ClustersConfig.@Nullable Sizes sizes,
      @Nullable String weight) {
    return new ClustersConfig(
        count,
        method,
        block.choice("refine", RefinementSearch.class),
        block.choice("constraints", List.of("hard", "soft")).equals("hard"),
        block.flag("propagate"),
        block.atLeast("eigenvectors", 1),
        block.atLeast("restarts", 1),
        seed,
        earlier,
        sizes,
        weight,
        false,
        PartsSection.outliers(block),
        Additions.NONE);
  }

  /** The block output of the whole configuration. */
  public static OutputConfig output(Section root) {
    Section block = root.at("output");
    PartsSection.checkKept(root);
    return new OutputConfig(
        block.pathText("path"),
        block.choice("format", List.of("parquet", "csv", "json", "orc", "delta", "iceberg")),
        block.flag("overwrite"),
        OutputConfig.Membership.of(block.flagOr("membership", "uncalibrated")),
        block.flag("embedding"),
        block.flag("graph"),
        block.flag("model"),
        block.flag("base"),
        block.flag("resume"));
  }

  /** How new points are placed. */
  static String rule(Section root) {
    return root.at("assign").choice("rule", List.of("votes", "centre"));
  }

  private static int coarseNodes(Section block) {
    NumberOrWord given = block.positiveOr("coarse-nodes", "auto", "none");
    if (!given.isNumber()) {
      return given.word().equals("none") ? 0 : PlanConfig.AUTO;
    }
    int nodes = (int) given.number();
    if (given.number() != nodes || nodes < LEAST_NODES) {
      block.problem(
          "coarse-nodes",
          "%s = %s is not allowed: it must be auto, none or a whole number of at least %s."
              .formatted(
                  block.place("coarse-nodes"), block.optionalText("coarse-nodes"), LEAST_NODES));
    }
    String operator = block.optionalText("operator");
    if ("local".equals(operator) || "distributed".equals(operator)) {
      block.problem(
          "coarse-nodes",
          ("%s coarsens a graph whose edges are on the executors, but plan.operator = %s has them"
                  + " on the driver; leave plan.operator out.")
              .formatted(block.place("coarse-nodes"), operator));
    }
    return nodes;
  }

  public static PlanConfig plan(Section block) {
    return new PlanConfig(
        block.choice("operator", OperatorPlacement.class),
        coarseNodes(block),
        block.atLeast("panel-rows", 0),
        block.atLeast("block-rows", 0),
        block.atLeast("keep-after", 0),
        block.atLeast("executors", 0),
        block.atLeast("executor-cores", 1),
        block.atLeast("executor-gigabytes", 1));
  }
}
