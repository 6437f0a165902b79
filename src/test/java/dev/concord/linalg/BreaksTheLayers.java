package dev.concord.linalg;

import dev.concord.graph.weights.KernelType;
import org.apache.spark.SparkConf;

/** Wrong on purpose: shows that the rules of ArchitectureTest find what they forbid. */
final class BreaksTheLayers {
  private final SparkConf conf = new SparkConf(false);

  KernelType kernel() {
    return conf.contains("cosine") ? KernelType.COSINE : KernelType.BINARY;
  }
}
