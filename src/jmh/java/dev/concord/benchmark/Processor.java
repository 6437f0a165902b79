package dev.concord.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who used the processor since this was made: this process with all children it has waited for, and
 * all others, from Linux's /proc. NaN elsewhere.
 */
final class Processor {
  /** Ticks a second in /proc, the same on every Linux that Java runs on. */
  private static final double TICKS = 100.0;

  private final long began = System.nanoTime();
  private final double own = own();
  private final double all = all();

  /** Processor seconds of this process and its ended children since the start. */
  double ownSeconds() {
    return (own() - own) / TICKS;
  }

  /** Cores that other programs kept busy since the start, on average; not below 0. */
  double otherCores() {
    double seconds = (System.nanoTime() - began) / 1e9;
    return Math.max(0.0, ((all() - all) - (own() - own)) / TICKS / seconds);
  }

  private static double own() {
    return ownTicks(read(Path.of("/proc/self/stat")));
  }

  private static double all() {
    return busyTicks(read(Path.of("/proc/stat")));
  }

  /** Fields 14 to 17 of /proc/PID/stat: utime, stime, cutime, cstime; NaN for another text. */
  static double ownTicks(String stat) {
    // The second field is the program's name in brackets and may hold spaces.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return fields.length < 15 ? Double.NaN : sum(fields, 11, 15);
  }

  /** The first line of /proc/stat: user, nice and system, interrupts too; not idle or waiting. */
  static double busyTicks(String stat) {
    String[] fields = stat.lines().findFirst().orElse("").strip().split(" +");
    if (fields.length < 8 || !fields[0].equals("cpu")) {
      return Double.NaN;
    }
    return sum(fields, 1, 4) + sum(fields, 6, 8);
  }

  private static double sum(String[] fields, int from, int to) {
    double sum = 0.0;
    for (int i = from; i < to; i++) {
      sum += Long.parseLong(fields[i]);
    }
    return sum;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
