package dev.concord.cli.page;

import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.plan.Plan;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Memory that was planned for and used. */
public final class MemoryFacts {
  private MemoryFacts() {}

  /** Of the plan and of this process so far. */
  public static List<Fact> of(Plan plan) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Planned on the driver", bytes(plan.driverBytes())));
    facts.add(new Fact("Planned on the executors", bytes(plan.executorBytes())));
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        peak += pool.getPeakUsage().getUsed();
      }
    }
    facts.add(new Fact("Heap of the driver at its peak, at most", bytes(peak)));
    facts.add(new Fact("Heap allowed", bytes(Runtime.getRuntime().maxMemory())));
    return facts;
  }

  static String bytes(long bytes) {
    double mib = bytes / (double) (1 << 20);
    return mib < 1024
        ? String.format(Locale.ROOT, "%.0f MiB", mib)
        : String.format(Locale.ROOT, "%.1f GiB", mib / 1024);
  }
}
