package dev.concord.label;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.concord.error.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page of a {@link LabelSession} by the JDK's own server. Nothing but the style and the
 * script is given to a browser that was not admitted; a form changes something only when the page
 * itself sent it.
 */
public final class LabelServer implements AutoCloseable {
  /** A form of the page has some fifty bytes. */
  private static final int LARGEST_FORM = 4096;

  /** So many requests at once, half-sent ones too. */
  private static final int THREADS = 64;

  /** Seconds that a browser has to send a request, and to receive the answer. */
  private static final String SECONDS = "20";

  static {
    // The JDK's server reads these once; without them a half-sent request holds its thread for
    // good.
    for (String limit : List.of("maxReqTime", "maxRspTime")) {
      String key = "sun.net.httpserver." + limit;
      System.setProperty(key, System.getProperty(key, SECONDS));
    }
  }

  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private final HttpServer server;
  private final ExecutorService threads = threads();
  private final AccessCheck access;
  private final LabelSession session;
  private final String title;
  private final String who;
  private final Runnable finish;

  private LabelServer(
      HttpServer server,
      AccessCheck access,
      LabelSession session,
      String title,
      String who,
      Runnable finish) {
    this.finish = finish;
    this.server = server;
    this.access = access;
    this.session = session;
    this.title = title;
    this.who = who;
  }

  /**
   * Takes the port, which is then the program's; {@link #close} gives it back.
   *
   * @param bind name or address of a network interface of this machine
   * @param port 0 for any that is free
   * @throws InputException when the port cannot be had
   */
  public static HttpServer bound(String bind, int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getByName(bind), port), 0);
    } catch (UnknownHostException e) {
      throw new InputException(
          "label.bind = " + bind + " is no name or address of this machine; use 127.0.0.1", e);
    } catch (IOException e) {
      throw new InputException(
          "label.port = %d at label.bind = %s cannot be had (%s); name another port, or 0 for one that is free"
              .formatted(port, bind, e.getMessage()),
          e);
    }
  }

  /**
   * Starts to serve.
   *
   * @param title of the page
   * @param who stands in the table for a browser whose address names nobody
   * @param finish is run when a person stops the program by the page
   */
  public static LabelServer start(
      HttpServer bound, LabelSession session, String title, String who, Runnable finish) {
    InetSocketAddress address = bound.getAddress();
    LabelServer server =
        new LabelServer(
            bound,
            new AccessCheck(address.getAddress(), address.getPort()),
            session,
            title,
            who,
            finish);
    bound.createContext("/", server::handle);
    bound.setExecutor(server.threads);
    bound.start();
    return server;
  }

  /** The address to open, with the token. */
  public String address() {
    InetSocketAddress bound = server.getAddress();
    boolean any = bound.getAddress().isAnyLocalAddress();
    String host = any ? ofMachine() : AccessCheck.name(bound.getAddress());
    return "http://" + host + ":" + bound.getPort() + "/?token=" + access.token();
  }

  private static String ofMachine() {
    try {
      return AccessCheck.name(InetAddress.getLocalHost());
    } catch (UnknownHostException e) {
      return AccessCheck.name(InetAddress.getLoopbackAddress());
    }
  }

  private static ExecutorService threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** A failure reaches the browser, and then the log of the server. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        answer(exchange);
      } catch (RuntimeException | Error e) {
        if (exchange.getResponseCode() < 0) {
          send(exchange, 500, TEXT, "The program has a defect: " + e + "\n");
        }
        throw e;
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Headers out = exchange.getResponseHeaders();
    out.set("Content-Security-Policy", POLICY);
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Referrer-Policy", "same-origin");
    out.set("Cross-Origin-Resource-Policy", "same-origin");
    out.set("Cache-Control", "no-store");
    if (!access.isOfHost(exchange.getRequestHeaders())) {
      send(exchange, 403, TEXT, "The name of the host is not one of this machine's.\n");
      return;
    }
    switch (exchange.getRequestMethod()) {
      case "GET" -> get(exchange);
      case "POST" -> post(exchange);
      default -> send(exchange, 405, TEXT, "GET and POST alone.\n");
    }
  }

  private void get(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    switch (path) {
      case "/label.css" ->
          send(exchange, 200, "text/css; charset=utf-8", LabelPage.file("label.css"));
      case "/label.js" ->
          send(exchange, 200, "text/javascript; charset=utf-8", LabelPage.file("label.js"));
      case "/", "/state" -> {
        String person = person(exchange);
        if (person == null) {
          refuse(exchange);
        } else {
          show(exchange, path, session.state(person));
        }
      }
      default -> send(exchange, 404, TEXT, "There is no such page.\n");
    }
  }

  private void show(HttpExchange exchange, String path, LabelState state) throws IOException {
    if (path.equals("/")) {
      send(exchange, 200, HTML, LabelPage.html(title, state, ""));
    } else {
      send(exchange, 200, TEXT, state.key() + "\n" + state.text());
    }
  }

  private void refuse(HttpExchange exchange) throws IOException {
    send(
        exchange,
        403,
        TEXT,
        "Open the whole address that the program printed; it changes with every start.\n");
  }

  /** The person of the cookie, or of the token, which then sets the cookie; null: neither. */
  private @Nullable String person(HttpExchange exchange) {
    String known = access.person(exchange.getRequestHeaders());
    if (known != null) {
      return known;
    }
    Map<String, String> query = FormText.fields(exchange.getRequestURI().getRawQuery());
    String name = query.getOrDefault("who", "");
    String person = access.admit(query.getOrDefault("token", ""), name.isBlank() ? who : name);
    if (person != null) {
      exchange.getResponseHeaders().add("Set-Cookie", access.cookieOf(person));
    }
    return person;
  }

  private void post(HttpExchange exchange) throws IOException {
    String person = access.person(exchange.getRequestHeaders());
    if (person == null) {
      refuse(exchange);
      return;
    }
    if (!access.isOfPage(exchange.getRequestHeaders())) {
      send(exchange, 403, TEXT, "This form was not sent by the page itself.\n");
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(LARGEST_FORM + 1);
    if (body.length > LARGEST_FORM) {
      send(exchange, 413, TEXT, "This form is too large.\n");
      return;
    }
    Map<String, String> form = FormText.fields(new String(body, StandardCharsets.UTF_8));
    try {
      change(exchange, person, form);
    } catch (InputException e) {
      String reason = String.valueOf(e.getMessage());
      send(exchange, 500, HTML, LabelPage.html(title, session.state(person), reason));
    }
  }

  private void change(HttpExchange exchange, String person, Map<String, String> form)
      throws IOException {
    String path = exchange.getRequestURI().getPath();
    String fault = fault(path, form);
    if (!fault.isEmpty()) {
      send(exchange, 400, HTML, LabelPage.html(title, session.state(person), fault));
      return;
    }
    switch (path) {
      case "/answer" -> answer(person, form);
      case "/resolve" -> resolve(person, form);
      case "/back" -> session.back(person);
      case "/retry" -> session.retry();
      case "/finish" -> {
        send(exchange, 200, TEXT, "Every answer is saved. This page can be closed.\n");
        finish.run();
        return;
      }
      default -> {
        send(exchange, 404, TEXT, "There is no such form.\n");
        return;
      }
    }
    exchange.getResponseHeaders().set("Location", "/");
    send(exchange, 303, TEXT, "");
  }

  /** What is wrong with a form, as people are told; empty where it can be taken. */
  private static String fault(String path, Map<String, String> form) {
    boolean resolves = path.equals("/resolve");
    if (!path.equals("/answer") && !resolves) {
      return "";
    }
    if (FormText.number(form.get("question"), -1) < 0) {
      return "the form names no question; answer the one that this page shows.";
    }
    String take = form.get("take");
    if (resolves) {
      return "this".equals(take) || FormText.number(take, -1) >= 0
          ? ""
          : "the form names no answer to take back; choose one of those below.";
    }
    String kind = form.get("kind");
    return AnswerKind.ofWord(kind) == null
        ? "the answer \"%s\" is none of same, different and unsure; choose one of these."
            .formatted(kind == null ? "" : kind)
        : "";
  }

  private void answer(String person, Map<String, String> form) {
    AnswerKind kind = AnswerKind.ofWord(form.get("kind"));
    if (kind != null) {
      session.answer(person, access.who(person), FormText.number(form.get("question"), -1), kind);
    }
  }

  private void resolve(String person, Map<String, String> form) {
    String take = form.get("take");
    int link = "this".equals(take) ? -1 : FormText.number(take, Integer.MAX_VALUE);
    session.resolve(person, access.who(person), FormText.number(form.get("question"), -1), link);
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    send(exchange, code, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
  }

  /** The fields of a form or of a query. */
  static final class FormText {
    private FormText() {}

    /** The fields; of a name given twice the first counts. A broken escape makes no field. */
    static Map<String, String> fields(@Nullable String text) {
      Map<String, String> fields = new HashMap<>();
      if (text == null || text.isEmpty()) {
        return fields;
      }
      for (String part : text.split("&", -1)) {
        String[] pair = part.split("=", 2);
        String name = decoded(pair[0]);
        String value = pair.length == 2 ? decoded(pair[1]) : "";
        if (name != null && value != null) {
          fields.putIfAbsent(name, value);
        }
      }
      return fields;
    }

    private static @Nullable String decoded(String text) {
      try {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return null;
      }
    }

    /** A whole number, or {@code other}. */
    static int number(@Nullable String text, int other) {
      try {
        return text == null ? other : Integer.parseInt(text);
      } catch (NumberFormatException e) {
        return other;
      }
    }
  }
}
