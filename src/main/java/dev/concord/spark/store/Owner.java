package dev.concord.spark.store;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The process that a draft belongs to.
 *
 * @param machine the machine since its last start, and the space of its process numbers: that of a
 *     container is its own
 * @param process its number
 * @param started when it was started: numbers are given again
 */
public record Owner(String machine, long process, String started) {
  /** The state of an owner, as far as this machine can determine it. */
  enum State {
    ALIVE,
    GONE,
    /** It runs, or ran, on another machine. */
    UNKNOWN
  }

  /** This process. */
  static Owner self() {
    long self = ProcessHandle.current().pid();
    return new Owner(thisMachine(), self, startOf(self));
  }

  State state() {
    if (machine.isEmpty() || !machine.equals(thisMachine())) {
      return State.UNKNOWN;
    }
    boolean runs = ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    String now = startOf(process);
    boolean same = now.isEmpty() || started.isEmpty() || now.equals(started);
    return runs && same ? State.ALIVE : State.GONE;
  }

  /** One line a component. */
  String text() {
    return machine + "\n" + process + "\n" + started + "\n";
  }

  /** The owner of that text, or null when it is none: a run was killed while it wrote it. */
  static @Nullable Owner of(String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length != 4 || !lines[1].matches("\\d{1,18}")) {
      return null;
    }
    return new Owner(lines[0], Long.parseLong(lines[1]), lines[2]);
  }

  private static String thisMachine() {
    String boot = read("/proc/sys/kernel/random/boot_id").strip();
    if (boot.isEmpty()) {
      try {
        return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
      } catch (IOException e) {
        return ""; // such a machine is never taken for another run's
      }
    }
    try {
      return boot + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return boot;
    }
  }

  /** In ticks since boot where available: a clock may be set, ticks are not. */
  private static String startOf(long process) {
    String stat = read("/proc/" + process + "/stat");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length > 19) {
      return fields[19];
    }
    return ProcessHandle.of(process)
        .flatMap(handle -> handle.info().startInstant())
        .map(instant -> instant.toString())
        .orElse("");
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
