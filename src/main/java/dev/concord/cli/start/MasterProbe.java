package dev.concord.cli.start;

import dev.concord.error.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the start of Spark when the master of a standalone cluster does not answer: at once when
 * nothing listens there, after 20 s of waiting when what listens is no master. Spark by itself
 * tries for a minute and a half. Other kinds of clusters have bounds of their own.
 */
final class MasterProbe implements AutoCloseable {
  /** Watches nothing. */
  static final MasterProbe NONE = new MasterProbe(List.of(), "");

  private static final String SCHEME = "spark://";
  private static final int CONNECT_MILLIS = 5_000;
  private static final int REGISTRATION_SECONDS = 20;

  private final List<InetSocketAddress> masters;
  private final String url;
  private @Nullable ScheduledExecutorService watch;
  private int waited; // of the watch alone
  private volatile boolean struck;

  private MasterProbe(List<InetSocketAddress> masters, String url) {
    this.masters = masters;
    this.url = url;
  }

  /** For the master {@code url}; one that is not {@code spark://host:port,...} is not watched. */
  static MasterProbe of(String url) {
    if (!url.startsWith(SCHEME)) {
      return NONE;
    }
    List<InetSocketAddress> masters = new ArrayList<>();
    for (String one : url.substring(SCHEME.length()).split(",", -1)) {
      URI uri;
      try {
        uri = URI.create(SCHEME + one);
      } catch (IllegalArgumentException e) {
        return NONE; // Spark reports the fault
      }
      if (uri.getHost() == null || uri.getPort() < 0) {
        return NONE;
      }
      masters.add(InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort()));
    }
    return new MasterProbe(masters, url);
  }

  /**
   * Connects to the masters. From then on this thread is interrupted when no master registers the
   * program in time. Takes at most five seconds per master.
   *
   * @throws InputException when none of them can be connected to
   */
  void require() {
    if (masters.isEmpty()) {
      return;
    }
    List<String> reasons = new ArrayList<>();
    for (InetSocketAddress master : masters) {
      try (Socket socket = new Socket()) {
        InetSocketAddress address = new InetSocketAddress(master.getHostString(), master.getPort());
        if (address.isUnresolved()) {
          reasons.add("the host name " + master.getHostString() + " does not resolve");
          continue;
        }
        socket.connect(address, CONNECT_MILLIS);
        watchStart();
        return;
      } catch (IOException e) {
        reasons.add(master.getHostString() + " port " + master.getPort() + ": " + e.getMessage());
      }
    }
    throw new InputException(
        "--master: no master answers at "
            + url
            + " ("
            + String.join("; ", reasons)
            + "); check the address, that the cluster runs and that this machine reaches it, or use"
            + " local[*]");
  }

  /** Interrupts this thread when it has waited too long for a master to register the program. */
  private void watchStart() {
    Thread starting = Thread.currentThread();
    watch =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "watch over the start of Spark");
              thread.setDaemon(true);
              return thread;
            });
    var unused = watch.scheduleAtFixedRate(() -> look(starting), 1, 1, TimeUnit.SECONDS);
  }

  private void look(Thread starting) {
    boolean waits =
        Arrays.stream(starting.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("waitForRegistration"));
    waited = waits ? waited + 1 : 0;
    if (waited == REGISTRATION_SECONDS) {
      struck = true;
      starting.interrupt();
    }
  }

  /** Whether the start was given up, because no master registered the program. */
  boolean hasGivenUp() {
    return struck;
  }

  InputException silent(Throwable failure) {
    return new InputException(
        "--master: what listens at "
            + url
            + " did not register this application within "
            + REGISTRATION_SECONDS
            + " s; check that it is a Spark master of this version (its page, usually on port 8080,"
            + " names its URL), or use local[*]",
        failure);
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.shutdownNow();
      watch = null;
      Thread.interrupted(); // it may have struck just when Spark was there
    }
  }
}
