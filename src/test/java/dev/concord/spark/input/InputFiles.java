package dev.concord.spark.input;

import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.PanelLayout;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Writes small input files and names them in configurations. */
public final class InputFiles {
  private InputFiles() {}

  public static String write(Path folder, String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return "file:" + file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String write(Path folder, String name, byte[] bytes) {
    try {
      Path file = folder.resolve(name);
      Files.write(file, bytes);
      return "file:" + file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An idx file of unsigned bytes with the given magic number and sizes. */
  public static byte[] idx(int magic, int[] sizes, byte[] data) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(magic);
      for (int size : sizes) {
        out.writeInt(size);
      }
      out.write(data);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] gzip(byte[] data) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(data);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TableConfig table(String key, String format, String... paths) {
    return new TableConfig(key, format, List.of(paths), Map.of());
  }

  public static FeaturesConfig features(String format, String id, String... paths) {
    return new FeaturesConfig(table("input.features", format, paths), id, List.of(), null);
  }

  public static FeaturesConfig vectors(String format, String id, String vector, String... paths) {
    return new FeaturesConfig(table("input.features", format, paths), id, List.of(), vector);
  }

  public static ConstraintsConfig constraints(String format, String... paths) {
    return new ConstraintsConfig(
        table("input.constraints", format, paths), "first", "second", "kind", "weight");
  }

  public static LabelsConfig labels(String format, String... paths) {
    return new LabelsConfig(table("input.labels", format, paths), "id", "label");
  }

  public static EdgesConfig edges(String format, String... paths) {
    return new EdgesConfig(table("input.edges", format, paths), "source", "target", "weight");
  }

  /** All features of a table, row-major, after checking that partition p holds panel p. */
  public static double[][] values(FeatureTable table) {
    double[][] rows = new double[table.n()][table.dim()];
    List<List<FeaturePanel>> partitions = table.panels().glom().collect();
    PanelLayout layout =
        new PanelLayout(table.n(), table.dim(), table.panelRows(), partitions.size());
    for (int p = 0; p < partitions.size(); p++) {
      if (partitions.get(p).size() != 1) {
        throw new AssertionError("partition " + p + " has " + partitions.get(p).size() + " panels");
      }
      FeaturePanel panel = partitions.get(p).get(0);
      int[] is = {panel.index(), panel.firstRow(), panel.rows(), panel.dim()};
      int[] due = {p, layout.firstRow(p), layout.rows(p), table.dim()};
      if (!Arrays.equals(is, due)) {
        throw new AssertionError(Arrays.toString(is) + " is not " + Arrays.toString(due));
      }
      for (int r = 0; r < panel.rows(); r++) {
        panel.copyRow(r, rows[panel.firstRow() + r]);
      }
    }
    return rows;
  }
}
