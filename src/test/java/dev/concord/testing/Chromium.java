package dev.concord.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Opens pages in a headless Chromium: what it asked for, and what it wrote to its console. */
public final class Chromium {
  private Chromium() {}

  /**
   * What came of a page.
   *
   * @param dom the document when it was loaded
   * @param console lines of the console
   * @param requests paths asked of the server, in their order
   */
  public record Visit(String dom, List<String> console, List<String> requests) {}

  /**
   * Serves {@code pages} by path on this machine alone and opens the first of them.
   *
   * @param folder for the browser's profile and outputs
   */
  public static Visit open(Path folder, String start, Map<String, String> pages)
      throws IOException, InterruptedException {
    ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          requests.add(path);
          byte[] body = pages.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(pages.containsKey(path) ? 200 : 404, body.length + 1);
          exchange.getResponseBody().write(body);
          exchange.getResponseBody().write('\n');
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + start;
      Path out = folder.resolve("dom.html");
      Path log = folder.resolve("console.log");
      Process process = start(folder, url, out, log);
      if (!process.waitFor(90, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException("the browser did not end: " + Files.readString(log));
      }
      List<String> console =
          Files.readAllLines(log).stream().filter(line -> line.contains("CONSOLE")).toList();
      return new Visit(Files.readString(out), console, new ArrayList<>(requests));
    } finally {
      server.stop(0);
    }
  }

  private static Process start(Path folder, String url, Path out, Path log) throws IOException {
    return new ProcessBuilder(
            Browser.command(
                folder.resolve("profile"),
                "--window-size=800,1200",
                "--enable-logging=stderr",
                "--virtual-time-budget=3000",
                "--dump-dom",
                url))
        .redirectOutput(out.toFile())
        .redirectError(log.toFile())
        .start();
  }
}
