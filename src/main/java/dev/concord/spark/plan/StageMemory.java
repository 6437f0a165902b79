package dev.concord.spark.plan;

import java.util.Map;

/**
 * Memory of one stage.
 *
 * @param driver bytes on the driver, part by part
 * @param executors bytes over all executors, part by part
 */
public record StageMemory(String name, Map<String, Long> driver, Map<String, Long> executors) {
  long driverBytes() {
    return driver.values().stream().mapToLong(Long::longValue).sum();
  }

  long executorBytes() {
    return executors.values().stream().mapToLong(Long::longValue).sum();
  }
}
