package dev.concord.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.error.InputException;
import dev.concord.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the machine can do, measured: the least time of a known amount of work is a floor.
 *
 * @param gigaflops single-precision products on all cores, 10^9 operations a second
 * @param bandwidth 10^9 bytes a second on all cores, by the size of the data in 10^6 bytes
 */
record Peaks(double gigaflops, NavigableMap<Integer, Double> bandwidth) {
  double secondsForFlops(double flops) {
    return flops / (gigaflops * 1e9);
  }

  /**
   * The bandwidth of the smallest stream measured that is as large as the data, or of the largest.
   *
   * @param workingSet bytes that are gone through again and again
   */
  double bandwidthFor(double workingSet) {
    Map.Entry<Integer, Double> entry =
        bandwidth.ceilingEntry((int) Math.ceil(Math.min(workingSet / 1e6, Integer.MAX_VALUE)));
    return entry == null ? bandwidth.lastEntry().getValue() : entry.getValue();
  }

  double secondsForBytes(double bytes, double workingSet) {
    return bytes / (bandwidthFor(workingSet) * 1e9);
  }

  void save(Path file) throws IOException {
    Map<String, Object> sizes = new TreeMap<>();
    bandwidth.forEach((size, rate) -> sizes.put(size.toString(), rate));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, Json.write(Map.of("gigaflops", gigaflops, "bandwidth", sizes)));
  }

  /**
   * What an earlier run has saved.
   *
   * @throws InputException when the file is not one
   */
  static Peaks load(Path file) throws IOException {
    try {
      Facts facts = Facts.read(file);
      NavigableMap<Integer, Double> bandwidth = new TreeMap<>();
      for (Map.Entry<String, JsonNode> rate : facts.object("bandwidth").properties()) {
        if (!rate.getValue().isNumber()) {
          throw new IllegalArgumentException("a rate is no number");
        }
        bandwidth.put(Integer.valueOf(rate.getKey()), rate.getValue().doubleValue());
      }
      double gigaflops = facts.number("gigaflops");
      if (bandwidth.isEmpty() || !(gigaflops > 0)) {
        throw new IllegalArgumentException("rates are missing");
      }
      return new Peaks(gigaflops, bandwidth);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          file + " does not hold the rates of this machine (" + e + "); delete it and run again",
          e);
    }
  }
}
