package dev.concord.benchmark;

import dev.concord.linalg.BlasName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the figures were measured on.
 *
 * @param processor model, cores, last cache
 * @param memoryBytes of the machine; NaN where unknown
 * @param jdk version
 * @param products the library of dense products and the kernels that it has chosen
 */
record Machine(String processor, double memoryBytes, String jdk, String products) {
  private static final Pattern CORE = Pattern.compile("(?m)^Core: (\\w+)");

  static Machine here() throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    String model = find("(?m)^model name\\s*: (.*)$", read("/proc/cpuinfo"), "unknown processor");
    String cache = read("/sys/devices/system/cpu/cpu0/cache/index3/size").strip();
    String size = find("MemTotal:\\s*(\\d+) kB", read("/proc/meminfo"), "");
    return new Machine(
        "%s, %d %s%s"
            .formatted(
                model,
                cores,
                cores == 1 ? "core" : "cores",
                cache.isEmpty() ? "" : ", last cache " + cache),
        size.isEmpty() ? Double.NaN : 1024.0 * Long.parseLong(size),
        Runtime.version().toString(),
        blas());
  }

  /** One line for under a table. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "%s, %s of memory, JDK %s, %s",
        processor,
        Double.isNaN(memoryBytes) ? "?" : Math.round(memoryBytes / 1e9) + " GB",
        jdk,
        products);
  }

  static String today() {
    return LocalDate.now(ZoneId.systemDefault()).toString();
  }

  /** OpenBLAS says the name of its kernels once, when it is loaded, and only when asked before. */
  private static String blas() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BlasName.class.getName())
            .redirectErrorStream(true);
    builder.environment().put("OPENBLAS_VERBOSE", "2");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return blasName(said, System.getenv().getOrDefault("OPENBLAS_CORETYPE", ""));
  }

  /**
   * "OpenBLAS 0.3.31 (native), kernels Haswell (OPENBLAS_CORETYPE=Haswell)".
   *
   * @param said the output of {@link BlasName}
   * @param wanted value of OPENBLAS_CORETYPE, empty when not set
   */
  static String blasName(String said, String wanted) {
    String library =
        said.lines()
            .filter(line -> line.contains("BLAS") || line.contains("netlib"))
            .reduce((first, last) -> last)
            .orElse("unknown BLAS");
    String kernels = find(CORE.pattern(), said, "");
    return library
        + (kernels.isEmpty() ? "" : ", kernels " + kernels)
        + (wanted.isEmpty() ? "" : " (OPENBLAS_CORETYPE=" + wanted + ")");
  }

  private static String find(String pattern, String text, String otherwise) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1).strip() : otherwise;
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      return "";
    }
  }
}
