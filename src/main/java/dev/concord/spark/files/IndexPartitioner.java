package dev.concord.spark.files;

import org.apache.spark.Partitioner;

/** Sends the key p, a whole number below the number of partitions, to partition p. */
public final class IndexPartitioner extends Partitioner {
  private static final long serialVersionUID = 1L;
  private final int partitions;

  public IndexPartitioner(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexPartitioner that && that.partitions == partitions;
  }

  @Override
  public int hashCode() {
    return partitions;
  }
}
