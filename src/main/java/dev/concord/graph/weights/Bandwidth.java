package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The bandwidth σ of the Gaussian kernel.
 *
 * @param rule how it is found
 * @param value σ itself when the rule is FIXED, else NaN
 */
@DefaultSerializer(JavaSerializer.class)
public record Bandwidth(Rule rule, double value) implements Serializable {
  /** How σ is found. */
  public enum Rule {
    /** The mean distance to the k-th neighbour. */
    AUTO,
    /** Given. */
    FIXED,
    /** The mean distance to the k-th neighbour, by name. */
    MEAN_DISTANCE,
    /** Xu, desJardins and Wagstaff: from the largest gap in each point's sorted distances. */
    LOCAL_PROXIMITY
  }
}
