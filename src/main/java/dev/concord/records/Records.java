package dev.concord.records;

import dev.concord.capability.Capability;
import dev.concord.config.read.ConfigBlock;
import java.util.List;

/** Records of one thing found by scored pairs, as a capability: a method and its options. */
public final class Records implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new Correlation(), new Options());
  }

  private static final class Options implements ConfigBlock {
    @Override
    public String name() {
      return "method." + Correlation.NAME;
    }

    @Override
    public String after() {
      return "method.cop-k-means";
    }
  }
}
