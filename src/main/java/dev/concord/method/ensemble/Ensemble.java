package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.features.PrincipalComponents;
import dev.concord.method.EarlierRun;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The default method: product-cut, cosc and pck-means each find a partition from all pairs, that of
 * product-cut is refined by the cut of the graph and by that of the graph of shared neighbours, and
 * the one is taken that the evidence supports. On at most {@value MemberSearch#BOTH_GRAPHS} points
 * product-cut searches the graph of shared neighbours, too; a normalized cut of a wider graph
 * ({@link SpectralMember}) and its communities ({@link dev.concord.partition.cut.Communities}) are
 * members beside them. They differ in their objective: a likelihood that favours clusters of equal
 * size, the lowest cut, a low cut near the most likely clusters, compact clusters in feature space.
 * Which of them suits a table shows in how well its partition explains the pairs, how far its
 * clusters are apart to a linear discriminant of the features ({@link DiscriminantEvidence}), and
 * how far it agrees with the partitions that were found independently; where there are no features
 * or too many, in the neighbours' votes for the pairs and the agreement ({@link PartitionScores}).
 * Without pairs the graph judges: product-cut searches from further starts, and votes of neighbours
 * and agreements choose ({@link VoteChoice}). Selecting one of an ensemble is known from cluster
 * ensembles (Strehl and Ghosh, JMLR 2002); this rule is Concord's own.
 *
 * <p>With soft constraints cosc takes no part: where all pairs can hold, it makes them hold, also
 * those that the others find too expensive. Every member holds the constraints of weight 1, so the
 * result does. Known labels are constraints, unless there are more of them than clusters. With
 * pairs the partition is that which the chosen method finds by itself with its default options, in
 * the graph as given or in that of shared neighbours, or a refinement of it, or what pck-means
 * finds from the partition of product-cut; but cosc has fewer than ten starts on more than {@value
 * MemberMethods#ALL_STARTS} points, as many as cost what ten do there, and {@value
 * MemberSearch#LEAST_STARTS} at least. product-cut has one start on more than {@value
 * MemberSearch#BOTH_GRAPHS} points; there it searches without the pairs first where they are fewer
 * than {@value MemberSearch#FEW}, and once more where no partition explains them; where one does
 * cosc is left out.
 *
 * <p>A run that starts from an earlier one ({@link Services#earlier}) makes no search where the
 * earlier partition still fits ({@link EarlierStart}).
 *
 * <p>Cost: that of the members, one after the other, but for the two graphs of product-cut.
 * pck-means takes part where its features, or {@value #COMPONENTS} principal components of them,
 * fill at most 64 MB and its starts are cheap.
 */
public final class Ensemble implements Method {
  /** The name in configurations. */
  public static final String NAME = "ensemble";

  private static final Option<List<String>> MEMBERS =
      Option.of(
          "members",
          OptionTypes.texts(),
          List.of("product-cut", "cosc", "pck-means"),
          "Methods that take part, some of product-cut, cosc and pck-means. Without pairs: the"
              + " first, and pck-means.");

  private static final Option<Boolean> COLUMN_WEIGHTS =
      Option.of(
          "column-weights",
          OptionTypes.flag(),
          true,
          "Whether pairs also weight the columns of the features: further members are found where"
              + " a column counts by how well it tells points apart that the pairs part.");

  private static final MethodInfo INFO =
      new MethodInfo(
          NAME,
          "product-cut, cosc and pck-means, and the one that the pairs support",
          "Concord's own; cluster ensembles of Strehl and Ghosh, JMLR 2002",
          "features or edges; pairs and labels are optional",
          "every constraint of weight 1 and every label holds",
          "graphs of some million points on the driver");

  /** Feature values up to which they are collected. */
  private static final long MOST_VALUES = 1L << 23;

  /** Features of a row up to which components are taken where there are too many values. */
  private static final long MOST_FEATURES = 1L << 16;

  /** So many components are taken then. */
  private static final int COMPONENTS = 128;

  /** Values times clusters up to which pck-means takes part. */
  private static final long MOST_DISTANCES = 1L << 27;

  /** Memory of the features and of what pck-means keeps beside them. */
  private static final long FEATURE_BYTES = 2L * Double.BYTES * MOST_VALUES;

  /** The same of a point, where few points of many features stay below that. */
  private static final long FEATURE_BYTES_OF_POINT = 1L << 14;

  /** Memory of a point's labels: those of 14 members, and more than that is never held. */
  private static final long LABEL_BYTES_OF_POINT = 14L * Integer.BYTES;

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public List<Option<?>> options() {
    return List.of(MEMBERS, COLUMN_WEIGHTS);
  }

  @Override
  public boolean usesEarlier() {
    return true;
  }

  @Override
  public boolean usesLabels() {
    return true;
  }

  @Override
  public boolean isRefinedByCut() {
    return false;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    methods(options);
    MemberMethods.COSC.checkSize(points, clusters, MemberMethods.plain(MemberMethods.COSC));
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    long searches =
        Math.max(
            MemberMethods.COSC.driverBytes(
                points, clusters, MemberMethods.plain(MemberMethods.COSC)),
            MemberMethods.PRODUCT_CUT.driverBytes(
                points, clusters, MemberMethods.plain(MemberMethods.PRODUCT_CUT)));
    long features = Math.min(FEATURE_BYTES, points * FEATURE_BYTES_OF_POINT);
    if (points <= MemberMethods.ALL_STARTS) {
      // Two searches of product-cut or two refinements at a time.
      searches +=
          MemberMethods.PRODUCT_CUT.driverBytes(
              points, clusters, MemberMethods.plain(MemberMethods.PRODUCT_CUT));
    }
    return Math.max(
            searches,
            MemberMethods.PCK_MEANS.driverBytes(
                points, clusters, MemberMethods.plain(MemberMethods.PCK_MEANS)))
        + features
        + (points <= SpectralMember.MOST_POINTS && clusters <= SpectralMember.MOST_CLUSTERS
            ? points * SpectralMember.BYTES_OF_POINT
            : 0)
        + LABEL_BYTES_OF_POINT * points;
  }

  @Override
  public int extraMatrices() {
    // And the graph of shared neighbours with its normalized adjacency, whose patterns are shared.
    return 2
        + Math.max(MemberMethods.COSC.extraMatrices(), MemberMethods.PRODUCT_CUT.extraMatrices());
  }

  @Override
  public List<Class<? extends MethodFigures>> figureTypes() {
    return List.of(EnsembleFigures.class);
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    List<Method> methods = methods(problem.options());
    Method first = methods.get(0);
    Problem given = withLabelsAsPairs(problem, services);
    boolean pairs = given.constraints().size() > 0;
    if (!pairs) {
      // The lowest cut has the best votes of all, and often a cluster of a few odd points.
      methods.removeIf(method -> method != first && method != MemberMethods.PCK_MEANS);
    } else if (!problem.hard() && methods.contains(MemberMethods.PRODUCT_CUT)) {
      methods.remove(MemberMethods.COSC);
    }
    double @Nullable [] features = features(problem.size(), services);
    boolean cheap = features != null && affordsKMeans(features.length, given.clusters());
    MemberSearch search =
        new MemberSearch(given, methods.contains(MemberMethods.PRODUCT_CUT), services);
    EarlierRun earlier = services.earlier();
    MethodResult continued =
        earlier == null
            ? null
            : new EarlierStart(given, search.sharedProblem(), services).result(earlier);
    if (continued != null) {
      return continued;
    }
    double[] weights =
        features != null && cheap && problem.options().get(COLUMN_WEIGHTS)
            ? ColumnWeights.of(features, given.constraints())
            : null;
    List<Member> members = search.members(methods, cheap ? features : null, weights);
    MemberChoice choice =
        pairs
            ? MemberChoice.of(members, given, rows(problem.size(), features, services))
            : MemberChoice.withoutPairs(
                members, given, search.sharedGraph(), rows(problem.size(), features, services));
    return choice.result(members, given, weights);
  }

  /**
   * The features, or null where there are none or too many. Of a table for which the wider graph is
   * built, they are those of its leading principal components where it has too many.
   */
  private static double @Nullable [] features(int points, Services services) {
    long values = services.featureValues();
    if (values > 0 && values <= MOST_VALUES) {
      return services.features();
    }
    boolean reduced = points <= SpectralMember.MOST_POINTS && values <= MOST_FEATURES * points;
    return values > 0 && reduced ? services.features(COMPONENTS) : null;
  }

  /** Of fewer values than the table has they are those of principal components, and so are many. */
  static PartitionScores.Features rows(
      int points, double @Nullable [] features, Services services) {
    boolean components = features != null && features.length < services.featureValues();
    boolean many = features != null && features.length > (long) PrincipalComponents.FEW * points;
    return new PartitionScores.Features(features, components || many);
  }

  /**
   * Whether k-means with constraints goes through so many feature values in some seconds.
   *
   * @param values points times features
   */
  private static boolean affordsKMeans(long values, int clusters) {
    return values <= MOST_VALUES && values * clusters <= MOST_DISTANCES;
  }

  private static List<Method> methods(MethodOptions options) {
    List<Method> methods = new ArrayList<>();
    for (String name : options.get(MEMBERS)) {
      Method found =
          Stream.of(MemberMethods.PRODUCT_CUT, MemberMethods.COSC, MemberMethods.PCK_MEANS)
              .filter(method -> method.info().name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InputException(
                          "method.ensemble.members names "
                              + name
                              + "; choose from product-cut, cosc and pck-means."));
      methods.add(found);
    }
    if (methods.isEmpty() || methods.get(0) == MemberMethods.PCK_MEANS) {
      throw new InputException(
          "method.ensemble.members must begin with product-cut or cosc: pck-means cannot run without"
              + " features.");
    }
    return methods;
  }

  private static Problem withLabelsAsPairs(Problem problem, Services services) {
    KnownLabels labels = problem.labels();
    if (labels == null || labels.known() == 0) {
      return problem;
    }
    if (labels.names().length > problem.clusters()) {
      services.warn(
          "input.labels has "
              + labels.names().length
              + " labels, more than clusters.count = "
              + problem.clusters()
              + "; method ensemble leaves them unused. Choose clusters.method = gfhf to follow"
              + " them.");
      return replaced(problem, problem.constraints());
    }
    return replaced(problem, LabelledPairs.join(problem.constraints(), labels));
  }

  private static Problem replaced(Problem problem, PairConstraints pairs) {
    return new Problem(
        problem.graph(),
        problem.components(),
        problem.adjacency(),
        pairs,
        problem.hard(),
        null,
        null,
        problem.clusters(),
        problem.options(),
        problem.seeds());
  }
}
