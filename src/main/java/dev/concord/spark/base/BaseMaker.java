package dev.concord.spark.base;

import dev.concord.config.ConcordConfig;
import dev.concord.figure.FigureJson;
import dev.concord.method.MethodFigures;
import dev.concord.spark.files.ConcordVersion;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.plan.Scalings;
import org.jspecify.annotations.Nullable;

/** Makes what the next run needs out of a finished one. */
public final class BaseMaker {
  private BaseMaker() {}

  /**
   * The base of a run. One Spark job when features are scaled to standard, none else.
   *
   * @param clusters of the points, -1 for points set aside
   * @param decision about the scaling, or null
   * @param figures of the method
   */
  public static BaseContent content(
      ConcordConfig config,
      FeatureTable features,
      int[] clusters,
      ListedContents kept,
      BaseFacts.@Nullable Decision decision,
      MethodFigures figures) {
    BaseFacts facts =
        new BaseFacts(
            ConcordVersion.exact(),
            BaseRun.kind(features.ids()),
            features.n(),
            kept.lists().n(),
            kept.lists().width(),
            kept.exact(),
            features.columns(),
            features.dim(),
            features.categories(),
            GraphSettings.of(config),
            BaseFacts.scaler(Scalings.of(config.graph(), features)),
            decision,
            BaseFacts.axes(Scalings.projection(config.graph(), features)),
            config.clusters().method(),
            FigureJson.reals(figures));
    return new BaseContent(facts, features.ids(), features.fingerprints(), clusters, kept);
  }
}
