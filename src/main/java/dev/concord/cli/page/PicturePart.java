package dev.concord.cli.page;

import dev.concord.config.ConcordConfig;
import dev.concord.spark.job.ClusterOutcome;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Draws the clusters of points that lie in a picture, for the output of the command cluster. */
public interface PicturePart {
  /**
   * A drawing.
   *
   * @param png the file picture.png
   * @param html the section of the report, every text in it escaped
   */
  record Drawing(byte[] png, String html) {}

  /** The drawing; null where the points lie in none. */
  @Nullable Drawing of(Configuration hadoop, ConcordConfig config, ClusterOutcome outcome);
}
