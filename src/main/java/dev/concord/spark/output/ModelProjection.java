package dev.concord.spark.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.graph.features.Projection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The projection of a model in model.json: the centre as numbers, the axes as the Base64 text of
 * their single-precision values, little endian, feature by feature.
 */
final class ModelProjection {
  private ModelProjection() {}

  static Map<String, Object> write(Projection projection) {
    double[] axes = projection.axes();
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * axes.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : axes) {
      bytes.putFloat((float) value);
    }
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("components", projection.count());
    content.put("explained", projection.explained());
    if (projection.directions()) {
      content.put("directions", true);
    }
    content.put("centre", projection.centre());
    content.put("axes", Base64.getEncoder().encodeToString(bytes.array()));
    return content;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param dim features of the model
   * @throws IllegalArgumentException saying what is missing or wrong
   */
  static Projection read(JsonNode node, int dim) {
    int components = node.path("components").asInt();
    byte[] bytes = Base64.getDecoder().decode(node.path("axes").asText());
    if (node.path("centre").size() != dim
        || components < 1
        || bytes.length != (long) Float.BYTES * dim * components) {
      throw new IllegalArgumentException(
          "its projection is not of " + dim + " features on " + components + " components");
    }
    boolean finite = true;
    double[] centre = new double[dim];
    for (int d = 0; d < dim; d++) {
      centre[d] = node.get("centre").get(d).asDouble(Double.NaN);
      finite &= Double.isFinite(centre[d]);
    }
    double[] axes = new double[dim * components];
    ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < axes.length; i++) {
      axes[i] = values.getFloat();
      finite &= Double.isFinite(axes[i]);
    }
    double explained = node.path("explained").asDouble(Double.NaN);
    if (!finite || !Double.isFinite(explained)) {
      throw new IllegalArgumentException("its projection has a number that is not finite");
    }
    return new Projection(centre, axes, explained, node.path("directions").asBoolean());
  }
}
