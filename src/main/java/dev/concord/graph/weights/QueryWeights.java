package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The weights of the edges between a new point and its nearest training points, by the kernel that
 * the training graph was built with (see {@link EdgeWeights}). The new point's scale is its
 * distance to its k-th neighbour; a training point keeps its scale. An edge exists because the new
 * point lists the training point, whatever {@link Symmetrization} the training graph had: nobody
 * can list a point that was not there.
 *
 * @param kernel the kernel
 * @param directed whether the new point's scale alone counts, as under {@link
 *     Symmetrization#AVERAGE}
 * @param sigma the bandwidth of the Gaussian kernel, NaN for the others
 */
@DefaultSerializer(JavaSerializer.class)
public record QueryWeights(KernelType kernel, boolean directed, double sigma)
    implements Serializable {

  /**
   * Fills {@code weight} with the weights of one point's k neighbours, all in [0, 1]. Time O(k).
   *
   * @param distance ascending distances, the point's at [from, from + k)
   * @param index dense ids of the neighbours, likewise
   * @param scale of each training point, its distance to its own k-th neighbour; read by the
   *     self-tuning kernel only
   * @param weight length k at least, overwritten
   */
  public void fill(
      double[] distance, int[] index, int from, int k, double[] scale, double[] weight) {
    double own = distance[from + k - 1];
    for (int c = 0; c < k; c++) {
      double d = distance[from + c];
      weight[c] =
          switch (kernel) {
            case SELF_TUNING -> {
              double ours = KernelWeight.selfTuning(d, own);
              yield directed
                  ? ours
                  : Math.max(ours, KernelWeight.selfTuning(d, scale[index[from + c]]));
            }
            case GAUSSIAN -> KernelWeight.gaussian(d, sigma);
            case COSINE -> Math.max(0.0, 1.0 - 0.5 * d * d);
            case BINARY -> 1.0;
          };
    }
  }
}
