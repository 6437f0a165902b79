package dev.concord.label.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A headless Chromium, used as a person does: by keys, through the DevTools protocol. */
final class DevTools implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final List<String> problems = new ArrayList<>();
  private final Process process;
  private final WebSocket socket;
  private int last;

  /**
   * @param folder for the browser's profile
   */
  DevTools(Path folder) throws IOException, InterruptedException {
    Path profile = Files.createDirectories(folder.resolve("profile"));
    process =
        new ProcessBuilder(
                Browser.command(
                    profile, "--remote-debugging-port=0", "--window-size=1000,1000", "about:blank"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("browser.log").toFile())
            .start();
    try {
      socket = connect(profile.resolve("DevToolsActivePort"));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
    command("Runtime.enable", Map.of());
    command("Log.enable", Map.of());
    command("Page.enable", Map.of());
  }

  private WebSocket connect(Path portFile) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    for (int wait = 0; wait < 600; wait++) {
      Thread.sleep(100);
      List<String> lines = Files.exists(portFile) ? Files.readAllLines(portFile) : List.of();
      if (lines.size() < 2) {
        continue;
      }
      URI list = URI.create("http://127.0.0.1:" + lines.get(0) + "/json/list");
      String pages =
          client
              .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      for (JsonNode page : json.readTree(pages)) {
        if (page.get("type").asText().equals("page")) {
          URI uri = URI.create(page.get("webSocketDebuggerUrl").asText());
          return client.newWebSocketBuilder().buildAsync(uri, new Messages()).join();
        }
      }
    }
    throw new IOException("the browser opened no page");
  }

  /** Puts whole messages into the queue. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
      text.append(data);
      if (whole) {
        try {
          messages.add(json.readTree(text.toString()));
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return java.util.concurrent.CompletableFuture.completedStage(null);
    }
  }

  /** Gives a command and waits for its result. */
  JsonNode command(String method, Map<String, Object> parameters)
      throws IOException, InterruptedException {
    int id = ++last;
    String text = json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
    socket.sendText(text, true).join();
    while (true) {
      JsonNode message = messages.poll(60, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("no answer to " + text);
      }
      String event = message.path("method").asText();
      if (event.equals("Runtime.exceptionThrown") || event.equals("Log.entryAdded")) {
        problems.add(message.toString());
      }
      if (message.path("id").asInt() == id) {
        return message;
      }
    }
  }

  /** What the browser complained of: exceptions, and what its policy refused. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  void open(String address) throws IOException, InterruptedException {
    command("Page.navigate", Map.of("url", address));
  }

  /** The value of an expression on the page, as text. */
  String value(String expression) throws IOException, InterruptedException {
    return command("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
        .at("/result/result/value")
        .asText();
  }

  /** Waits until an expression has the value. */
  void await(String expression, String wanted) throws IOException, InterruptedException {
    String found = "";
    for (int wait = 0; wait < 1200; wait++) {
      found = value(expression);
      if (found.equals(wanted)) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(expression + " is " + found + ", not " + wanted);
  }

  /** Presses and releases a key that stands for a character, or Tab or Enter. */
  void press(String key) throws IOException, InterruptedException {
    int code =
        key.equals("Tab") ? 9 : key.equals("Enter") ? 13 : key.toUpperCase(Locale.ROOT).charAt(0);
    Map<String, Object> down =
        key.equals("Tab")
            ? Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode", code)
            : Map.of(
                "type",
                "keyDown",
                "key",
                key,
                "text",
                key.equals("Enter") ? "\r" : key,
                "windowsVirtualKeyCode",
                code);
    command("Input.dispatchKeyEvent", down);
    command(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
