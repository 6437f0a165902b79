package dev.concord.cli.page;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.report.SegmentPicture.SegmentedImage;
import dev.concord.spark.input.features.ImageFile;
import dev.concord.spark.input.features.Picture;
import dev.concord.spark.job.ClusterOutcome;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The clustered pixels of an image as something to draw. */
public final class ImageFacts {
  private ImageFacts() {}

  /** The segmented image, or null when the features are no image. Decodes the image again. */
  public static @Nullable SegmentedImage of(
      Configuration hadoop, ConcordConfig config, ClusterOutcome outcome) {
    FeaturesConfig features = config.input().features();
    if (features == null || !features.table().format().equalsIgnoreCase("picture")) {
      return null;
    }
    Picture picture = ImageFile.read(hadoop, features);
    KnownLabels known = outcome.knownLabels();
    Embedding embedding = outcome.embedding();
    return new SegmentedImage(
        picture.size().width(),
        picture.size().height(),
        picture.rgb(),
        outcome.labels(),
        known == null ? null : known.labels(),
        config.output().embedding() && embedding != null && embedding.columns() == 1
            ? embedding.values()
            : null);
  }

  /** The same for the report: the picture in grey beside its clusters. */
  public static dev.concord.report.SegmentedImage shown(SegmentedImage image) {
    byte[] grey = new byte[image.width() * image.height()];
    for (int p = 0; p < grey.length; p++) {
      grey[p] = (byte) luma(image.rgb()[p]);
    }
    return new dev.concord.report.SegmentedImage(
        image.width(), image.height(), image.clusters(), grey);
  }

  /** Luma of a colour, 0 to 255, by the weights of Rec. 601. */
  private static int luma(int rgb) {
    int red = rgb >> 16 & 0xff;
    int green = rgb >> 8 & 0xff;
    int blue = rgb & 0xff;
    return (299 * red + 587 * green + 114 * blue + 500) / 1000;
  }
}
