package dev.concord.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A standalone cluster on this machine, every part a process of its own, from the jars that Maven
 * resolved; and drivers submitted to it, or run locally, from the shaded jar.
 */
public final class SparkCluster implements AutoCloseable {
  /** A process of some seconds ends before the optimizing compiler pays. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=128m", "-XX:+UseSerialGC");

  private static final Path JAR = Path.of("target", "concord.jar").toAbsolutePath();
  private static final Path CLASSPATH = Path.of("target", "spark-classpath.txt");

  private final Path folder;
  private final Path home;
  private final List<Process> processes = new ArrayList<>();
  private final List<Process> workers = new ArrayList<>();
  private String url = "";

  /** A driver at work or at its end. */
  public record Driver(Process process, Path log) {
    /** What it has printed so far. */
    public String text() throws IOException {
      return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Waits until it has printed {@code text}; fails when it ends without. */
    public void await(String text) throws Exception {
      long end = System.nanoTime() + Duration.ofMinutes(10).toNanos();
      while (!text().contains(text)) {
        boolean ended = !process.isAlive() && !text().contains(text);
        if (ended || System.nanoTime() > end) {
          throw new AssertionError("no \"" + text + "\" in\n" + text());
        }
        Thread.sleep(10);
      }
    }

    /** Its exit code. */
    public int exit() throws Exception {
      if (!process.waitFor(20, TimeUnit.MINUTES)) {
        throw new AssertionError("still running:\n" + text());
      }
      return process.exitValue();
    }
  }

  /** Makes a Spark home out of links to the jars. */
  public SparkCluster(Path folder) throws IOException {
    this.folder = folder;
    home = home();
  }

  /** A Spark home of links to the jars; several test processes may make it at the same time. */
  public static Path home() throws IOException {
    Path home = Path.of("target", "spark-home").toAbsolutePath();
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : Files.readString(CLASSPATH).trim().split(":", -1)) {
      Path jar = Path.of(entry);
      try {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      } catch (FileAlreadyExistsException e) {
        // It is there, from another test or an earlier build.
      }
    }
    return home;
  }

  /** Starts a master and workers, each on a host of its own and with a gigabyte a core. */
  public void start(int count, int cores) throws Exception {
    int port = freePort();
    url = "spark://127.0.0.1:" + port;
    String[] master = {
      "org.apache.spark.deploy.master.Master",
      "--host",
      "127.0.0.1",
      "--port",
      "" + port,
      "--webui-port",
      "0"
    };
    launch("master", List.of(), master).await("I have been elected leader");
    List<Driver> started = new ArrayList<>();
    for (int w = 0; w < count; w++) {
      // A host each: Spark runs no second copy of a task on the host of the first.
      String host = "127.0.0." + (1 + w);
      String[] worker = {
        "org.apache.spark.deploy.worker.Worker",
        "--host",
        host,
        "--webui-port",
        "0",
        "--cores",
        "" + cores,
        "--memory",
        cores + "g",
        "--work-dir",
        folder.resolve("work" + w).toString(),
        url
      };
      // Executors keep their shuffle files where their worker says.
      Driver one = launch("worker" + w, List.of("spark.local.dir=" + localFolder()), worker);
      started.add(one);
      workers.add(one.process());
    }
    for (Driver worker : started) {
      worker.await("Successfully registered with master");
    }
  }

  /** The master's address. */
  public String url() {
    return url;
  }

  /** Where the executors keep shuffle files and cached blocks. */
  public Path localFolder() {
    return folder.resolve("local");
  }

  /** The executors at work now: the workers' only children. */
  public List<ProcessHandle> executors() {
    return workers.stream().flatMap(worker -> worker.children()).toList();
  }

  /** Starts a driver. {@code settings} are of the form spark.x=y. */
  public Driver submit(String name, String master, List<String> settings, List<String> arguments)
      throws IOException {
    List<String> quiet = new ArrayList<>(settings);
    // As scripts/concord does.
    quiet.add("log4j2.configurationFile=" + Path.of("conf", "log4j2.properties").toAbsolutePath());
    List<String> all =
        new ArrayList<>(
            List.of(
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                master,
                "--class",
                "dev.concord.cli.Concord",
                JAR.toString()));
    all.addAll(arguments);
    return launch(name, quiet, all.toArray(String[]::new));
  }

  /**
   * Starts a program of its own, locally, with options of spark-submit, and jars beside Spark's.
   */
  public Driver program(
      String name,
      List<String> options,
      List<Path> beside,
      String mainClass,
      Path jar,
      String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("org.apache.spark.deploy.SparkSubmit"));
    all.addAll(List.of("--master", "local[2]", "--conf", "spark.ui.enabled=false"));
    all.addAll(options);
    all.addAll(List.of("--class", mainClass, jar.toString()));
    all.addAll(List.of(arguments));
    return launch(name, beside, List.of(), all.toArray(String[]::new));
  }

  private Driver launch(String name, List<String> settings, String... arguments)
      throws IOException {
    return launch(name, List.of(), settings, arguments);
  }

  private Driver launch(String name, List<Path> beside, List<String> settings, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.addAll(SHORT_LIVED);
    command.add("-Dspark.executor.extraJavaOptions=" + String.join(" ", SHORT_LIVED));
    command.add("@" + Path.of("scripts", "jvm.options").toAbsolutePath());
    command.add("-Dspark.driver.host=127.0.0.1");
    command.add("-Dspark.driver.bindAddress=127.0.0.1");
    command.add("-Dspark.executor.memory=768m");
    settings.forEach(setting -> command.add("-D" + setting));
    command.add("-cp");
    StringBuilder classes = new StringBuilder(home.resolve("jars") + "/*");
    beside.forEach(jar -> classes.append(':').append(jar.toAbsolutePath()));
    command.add(classes.toString());
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("SPARK_HOME", home.toString());
    environment.put("SPARK_SCALA_VERSION", "2.13");
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    environment.put("CONCORD_HOME", Path.of("").toAbsolutePath().toString());
    Process process = builder.start();
    processes.add(process);
    return new Driver(process, log);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Ends everything that was started here. */
  @Override
  public void close() {
    executors().forEach(ProcessHandle::destroyForcibly);
    for (int p = processes.size() - 1; p >= 0; p--) {
      processes.get(p).destroyForcibly().onExit().join();
    }
  }
}
