package dev.concord.image;

import dev.concord.capability.Capability;
import dev.concord.cli.page.OutcomePart;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.report.ReportPage;
import dev.concord.spark.input.features.FeatureFormat;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.ShapeCheck;
import dev.concord.spark.input.pairs.LabelFormat;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.job.ClusterOutcome;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Images as a capability: a format of features, one of labels, and a picture of the clusters. */
public final class Images implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new Pixels(), new Blocks(), new Segments());
  }

  private static boolean isImage(@Nullable FeaturesConfig features) {
    return features != null && features.table().format().equalsIgnoreCase("picture");
  }

  private static final class Pixels implements FeatureFormat {
    @Override
    public String name() {
      return "picture";
    }

    @Override
    public FeatureTable read(
        SparkSession spark, FeaturesConfig config, int panelRows, ShapeCheck shape) {
      return ImageFeatures.read(spark, config, panelRows, shape);
    }

    @Override
    public int points(Configuration hadoop, FeaturesConfig config) {
      return (int) Math.min(ImageFile.size(hadoop, config).pixels(), Integer.MAX_VALUE);
    }
  }

  private static final class Blocks implements LabelFormat {
    @Override
    public String name() {
      return "blocks";
    }

    @Override
    public Labeling read(
        SparkSession spark, TableConfig labels, @Nullable FeaturesConfig features) {
      if (features == null || !isImage(features)) {
        throw labels.refuse(
            "blocks label the pixels of an image, but the points are no image; give a table"
                + " of ids and labels");
      }
      ImageSize size = ImageFile.size(spark.sessionState().newHadoopConf(), features);
      return BlockLabels.read(spark, labels, size);
    }
  }

  private static final class Segments implements OutcomePart {
    /** Decodes the image again. */
    @Override
    public List<ReportPage.Section> published(Publication run) {
      FeaturesConfig features = run.config().input().features();
      if (features == null || !isImage(features)) {
        return List.of();
      }
      ClusterOutcome outcome = run.outcome();
      Picture picture = ImageFile.read(run.spark().sessionState().newHadoopConf(), features);
      int width = picture.size().width();
      int height = picture.size().height();
      KnownLabels known = outcome.knownLabels();
      Embedding embedding = outcome.embedding();
      SegmentPicture.Layers layers =
          new SegmentPicture.Layers(
              width,
              height,
              picture.rgb(),
              outcome.labels(),
              known == null ? null : known.labels(),
              run.config().output().embedding() && embedding != null && embedding.columns() == 1
                  ? embedding.values()
                  : null);
      byte[] grey = new byte[width * height];
      for (int p = 0; p < grey.length; p++) {
        grey[p] = (byte) luma(picture.rgb()[p]);
      }
      SegmentedImage shown = new SegmentedImage(width, height, outcome.labels(), grey);
      run.output().writeBytes("picture.png", SegmentPicture.png(layers));
      return List.of(new ReportPage.Section(ReportPage.Place.FIRST, "Picture", shown.html()));
    }

    /** Luma of a colour, 0 to 255, by the weights of Rec. 601. */
    private static int luma(int rgb) {
      int red = rgb >> 16 & 0xff;
      int green = rgb >> 8 & 0xff;
      int blue = rgb & 0xff;
      return (299 * red + 587 * green + 114 * blue + 500) / 1000;
    }
  }
}
