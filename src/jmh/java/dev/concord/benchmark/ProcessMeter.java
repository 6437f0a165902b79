package dev.concord.benchmark;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a process to its end and measures it. The peak of resident memory comes from GNU time where
 * there is one, else from /proc, read ten times a second (the kernel keeps the peak, so only what
 * happens after the last look can be missed).
 */
final class ProcessMeter {
  private static final Path TIME = Path.of("/usr/bin/time");
  private static final Pattern GNU_PEAK =
      Pattern.compile("Maximum resident set size \\(kbytes\\): (\\d+)");
  private static final Pattern PROC_PEAK = Pattern.compile("VmHWM:\\s*(\\d+) kB");
  private static final int LINES_SHOWN = 20;

  private final Path folder;
  private final Path scratch;
  private final boolean gnuTime;

  /**
   * A meter.
   *
   * @param folder working folder of the processes
   * @param scratch where their output goes
   */
  ProcessMeter(Path folder, Path scratch) {
    this(folder, scratch, isGnuTime());
  }

  ProcessMeter(Path folder, Path scratch, boolean gnuTime) {
    this.folder = folder;
    this.scratch = scratch;
    this.gnuTime = gnuTime;
  }

  /**
   * Runs {@code command}; its output and messages go to NAME.out and NAME.log of the scratch
   * folder.
   *
   * @param environment added to this process's own
   * @throws InputException with the last messages when the process fails
   */
  Finished run(String name, List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    Files.createDirectories(scratch);
    Path log = scratch.resolve(name + ".log");
    Path report = scratch.resolve(name + ".time");
    List<String> started = new ArrayList<>();
    if (gnuTime) {
      started.addAll(List.of(TIME.toString(), "-v", "-o", report.toString()));
    }
    started.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(started)
            .directory(folder.toFile())
            .redirectOutput(scratch.resolve(name + ".out").toFile())
            .redirectError(log.toFile());
    builder.environment().putAll(environment);
    Processor processor = new Processor();
    long began = System.nanoTime();
    Process process = builder.start();
    double peak = Double.NaN;
    while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
      double now = gnuTime ? Double.NaN : peakOf(process);
      peak = Double.isNaN(now) ? peak : now;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    if (process.exitValue() != 0) {
      throw new InputException(
          "%s ended with exit code %d. Its last messages:%n%s"
              .formatted(String.join(" ", command), process.exitValue(), tail(log)));
    }
    if (gnuTime) {
      peak = kilobytes(GNU_PEAK, Files.readString(report));
    }
    return new Finished(seconds, processor.ownSeconds(), peak, processor.otherCores());
  }

  /** Bytes from the report of {@code time -v}; NaN when it does not say. */
  static double peakOfTimeReport(String report) {
    return kilobytes(GNU_PEAK, report);
  }

  /** Bytes from /proc/PID/status; NaN when it does not say. */
  static double peakOfStatus(String status) {
    return kilobytes(PROC_PEAK, status);
  }

  private static double peakOf(Process process) {
    try {
      return peakOfStatus(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  private static double kilobytes(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? 1024.0 * Long.parseLong(matcher.group(1)) : Double.NaN;
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
  }

  /** Whether /usr/bin/time is the one that knows -v; that of BusyBox does, others do not. */
  private static boolean isGnuTime() {
    if (!Files.isExecutable(TIME)) {
      return false;
    }
    try {
      Process trial =
          new ProcessBuilder(TIME.toString(), "-v", "true").redirectErrorStream(true).start();
      String report = new String(trial.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return trial.waitFor() == 0 && !Double.isNaN(peakOfTimeReport(report));
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
