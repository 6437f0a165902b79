package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * How many principal components stand for the features.
 *
 * @param kind how their number is found
 * @param components the number itself where it is given, else 0
 */
@DefaultSerializer(JavaSerializer.class)
public record ReductionRule(Kind kind, int components) implements Serializable {
  /** The features as they are. */
  public static final ReductionRule NONE = new ReductionRule(Kind.NONE, 0);

  /** The number that the features themselves suggest, or none. */
  public static final ReductionRule AUTO = new ReductionRule(Kind.AUTO, 0);

  /** How the number of components is found. */
  public enum Kind {
    /** From the share of the variance that they hold. */
    AUTO,
    /** No components: the features are left as they are. */
    NONE,
    /** Given. */
    FIXED
  }

  /** So many components. */
  public static ReductionRule to(int components) {
    return new ReductionRule(Kind.FIXED, components);
  }
}
