package dev.concord.spark.input.features;

import org.apache.spark.Partitioner;

/** Sends panel p to partition p. */
final class PanelPartitioner extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int panels;

  PanelPartitioner(int panels) {
    this.panels = panels;
  }

  @Override
  public int numPartitions() {
    return panels;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PanelPartitioner that && that.panels == panels;
  }

  @Override
  public int hashCode() {
    return panels;
  }
}
