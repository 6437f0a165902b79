package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.concord.error.InputException;
import dev.concord.suggest.Stability;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of the page, over HTTP. */
class LabelServerTest {
  private static final String HOSTILE = "<script>alert(1)</script>' onload=\"x";

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger finished = new AtomicInteger();
  private LabelTable table;
  private LabelServer server;
  private String base;

  @BeforeEach
  void start() {
    table =
        LabelTable.open(
            folder.resolve("pairs.csv"), new LabelNames("first", "second", "kind", "weight"));
    LabelSession session =
        new LabelSession(
            table,
            (answers, number, progress) ->
                number == 1
                    ? new Round(questions(), clusters(), 1, new Stability(0.004, 75))
                    : Round.of(List.of()),
            Runnable::run,
            InstantSource.system());
    server =
        LabelServer.start(
            LabelServer.bound("127.0.0.1", 0),
            session,
            "a <b> table",
            "Ann",
            finished::incrementAndGet);
    base = server.address().replaceFirst("/\\?.*", "");
  }

  private static List<Round.Cluster> clusters() {
    return List.of(
        new Round.Cluster(0, 1200, List.of(new Item.Likeness("<b>", "", "<b> text"))),
        new Round.Cluster(1, 1, List.of()));
  }

  private static List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      questions.add(
          new Question(
              number,
              new Item(HOSTILE, "", "https://example.org/?a=1&b=%22", List.of()),
              new Item("b" + number, "", "", List.of(new Item.Likeness("<i>", "", ""))),
              "A <reason>.",
              0,
              null,
              List.of(new Question.Cell("<name>", "<x>", "<x>", false)),
              List.of(new Question.Cell("<col>", "<1>", "2", true))));
    }
    return questions;
  }

  @AfterEach
  void stop() {
    server.close();
    table.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpResponse<String> get(String path, String cookie) {
    return send(HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie));
  }

  private HttpResponse<String> post(String path, String form, String cookie, String origin) {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Cookie", cookie)
            .header("Origin", origin)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  private String admitted(String more) {
    HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(server.address() + more)));
    assertThat(page.statusCode()).isEqualTo(200);
    String cookie = page.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("; HttpOnly").contains("; SameSite=Strict");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private String raw(String request) throws IOException {
    URI uri = URI.create(base);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void withoutTheTokenThereIsNothing() throws IOException {
    assertThat(server.address()).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]{32}");
    for (String path : List.of("/", "/state", "/?token=", "/?token=0123", "/?who=Ann")) {
      HttpResponse<String> answer = get(path, "concord-label=1");
      assertThat(answer.statusCode()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("Open the whole address").doesNotContain("b1");
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }
    assertThat(post("/answer", "question=1&kind=same", "a=b", base).statusCode()).isEqualTo(403);
    assertThat(post("/finish", "", "a=b", base).statusCode()).isEqualTo(403);
    assertThat(finished).hasValue(0);
    assertThat(get("/label.js", "a=b").statusCode()).isEqualTo(200);
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void anotherHostNameIsRefused() throws IOException {
    String path = server.address().replace(base, "");
    for (String host : List.of("evil.example", "evil.example:80", "127.0.0.1")) {
      assertThat(raw("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
          .as(host)
          .isEqualTo("HTTP/1.1 403");
    }
    String port = base.substring(base.lastIndexOf(':'));
    assertThat(raw("GET " + path + " HTTP/1.1\r\nHost: localhost" + port + "\r\n\r\n"))
        .isEqualTo("HTTP/1.1 200");
  }

  @Test
  void aFormFromElsewhereChangesNothing() {
    String cookie = admitted("");
    for (String origin : List.of("http://evil.example", "null", base + "0", "https" + base)) {
      assertThat(post("/answer", "question=1&kind=same", cookie, origin).statusCode())
          .isEqualTo(403);
    }
    assertThat(
            send(HttpRequest.newBuilder(URI.create(base + "/answer"))
                    .header("Cookie", cookie)
                    .POST(HttpRequest.BodyPublishers.ofString("question=1&kind=same")))
                .statusCode())
        .isEqualTo(403);
    assertThat(post("/answer", "x".repeat(5000), cookie, base).statusCode()).isEqualTo(413);
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void anAnswerCountsOnceAndIsSavedBeforeTheNextQuestion() throws IOException {
    String cookie = admitted("&who=Bo%20B");
    assertThat(get("/", cookie).body()).contains("name=\"question\" value=\"1\"");
    HttpResponse<String> answer = post("/answer", "question=1&kind=same", cookie, base);
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/");
    assertThat(post("/answer", "question=1&kind=different", cookie, base).statusCode())
        .isEqualTo(303);
    HttpResponse<String> invalid = post("/answer", "question=2&kind=perhaps", cookie, base);
    assertThat(invalid.statusCode()).isEqualTo(400);
    assertThat(invalid.body())
        .contains("Not saved: the answer \"perhaps\" is none of same, different and unsure")
        .contains("name=\"question\" value=\"2\"");
    assertThat(post("/answer", "kind=same", cookie, base).statusCode()).isEqualTo(400);
    assertThat(post("/resolve", "question=2&take=all", cookie, base).statusCode()).isEqualTo(400);
    assertThat(Files.readAllLines(folder.resolve("pairs.csv")))
        .hasSize(2)
        .last()
        .asString()
        .contains(",b1,must-link,Bo B,");
    assertThat(get("/", cookie).body())
        .contains("name=\"question\" value=\"2\"")
        .contains("The answers show one class so far, with 2 judged points.");
    assertThat(get("/state", cookie).body()).startsWith("asking 2\n");
    assertThat(post("/back", "", cookie, base).statusCode()).isEqualTo(303);
    assertThat(get("/", cookie).body()).contains("name=\"question\" value=\"1\"");
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void twoBrowsersGetDifferentQuestions() {
    String one = admitted("");
    String other = admitted("");
    assertThat(one).isNotEqualTo(other);
    assertThat(get("/", one).body()).contains("name=\"question\" value=\"1\"");
    assertThat(get("/", other).body()).contains("name=\"question\" value=\"2\"");
    post("/answer", "question=1&kind=same", other, base);
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void textsAreEscapedAndScriptsRefused() {
    String cookie = admitted("");
    HttpResponse<String> page = get("/", cookie);
    assertThat(page.body())
        .contains("&lt;script&gt;alert(1)")
        .contains("Cluster 0: 1,200 points")
        .contains("<bdi>&lt;b")
        .contains("Cluster 1: 1 point ")
        .contains("And one smaller cluster.")
        .contains("More answers will change little. The answers of the last round moved 0.4 %")
        .contains("Each round of the last 75 answers moved at most 1 %.")
        .doesNotContain("The answers show")
        .doesNotContain("<script>")
        .containsPattern("aria-label=\"First item: [^\"]*onload=&#34;x\"")
        .doesNotContain("<i>")
        .doesNotContain("<col>")
        .doesNotContain("<1>")
        .doesNotContain("<name>")
        .contains("&lt;name&gt;")
        .doesNotContain("<reason>")
        .doesNotContain("a <b>")
        .contains("rel=\"noopener noreferrer\"")
        .doesNotContain("style=");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .doesNotContain("unsafe");
  }

  @Test
  void aContradictionIsShownWithItsChain() {
    String cookie = admitted("");
    for (int number = 1; number <= 3; number++) {
      get("/", cookie);
      post("/answer", "question=" + number + "&kind=same", cookie, base);
    }
    table.append("b1", "b4", AnswerKind.SAME, "Cy", Instant.EPOCH);
    get("/", cookie);
    post("/answer", "question=4&kind=different", cookie, base);
    assertThat(get("/", cookie).body())
        .contains("This answer contradicts earlier ones")
        .contains("(Cy)")
        .contains("name=\"take\" value=\"1\"");
    assertThat(table.rows()).hasSize(4);
    post("/resolve", "question=4&take=this", cookie, base);
    assertThat(get("/", cookie).body()).contains("name=\"question\" value=\"4\"");
    post("/answer", "question=4&kind=same", cookie, base);
    assertThat(get("/", cookie).body()).contains("No pair is left to judge");
    assertThat(post("/finish", "", cookie, base).body()).contains("Every answer is saved");
    assertThat(finished).hasValue(1);
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    int port = URI.create(base).getPort();
    assertThatThrownBy(() -> LabelServer.bound("127.0.0.1", port))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("label.port = " + port)
        .hasMessageContaining("name another port");
    assertThatThrownBy(() -> LabelServer.bound("no such host", 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("label.bind = no such host");
  }

  @Test
  void aDisagreementIsListedOnThePage() {
    String cookie = admitted("&who=Bo");
    get("/", cookie);
    table.append(HOSTILE, "b1", AnswerKind.DIFFERENT, "Cy", Instant.EPOCH);
    post("/answer", "question=1&kind=same", cookie, base);
    assertThat(get("/", cookie).body())
        .contains("One pair on which people disagree")
        .contains("<bdi>Cy says different</bdi>")
        .contains("<bdi>Bo says same</bdi>")
        .contains("name=\"question\" value=\"2\"");
  }

  @Test
  void theReasonForAFailureReachesTheBrowserWithTheQuestion() throws IOException {
    String cookie = admitted("");
    get("/", cookie);
    Path file = folder.resolve("pairs.csv");
    String text = Files.readString(file);
    Files.writeString(file, text + "a,b,perhaps <i>\n");
    HttpResponse<String> answer = post("/answer", "question=1&kind=same", cookie, base);
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body())
        .contains("Not saved: input.constraints (")
        .contains("a,b,perhaps &lt;i&gt;")
        .contains("correct or remove the row")
        .contains("name=\"question\" value=\"1\"");
    Files.writeString(file, text);
    assertThat(post("/answer", "question=1&kind=same", cookie, base).statusCode()).isEqualTo(303);
    assertThat(Files.readString(file)).contains(",b1,must-link,");
    assertThat(get("/", cookie).body()).doesNotContain("Not saved");
  }

  @Test
  void halfSentRequestsKeepNobodyWaiting() throws IOException {
    String cookie = admitted("");
    URI uri = URI.create(base);
    List<Socket> halves = new ArrayList<>();
    try {
      for (int half = 0; half < 40; half++) {
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        halves.add(socket);
        String whole =
            "POST /answer HTTP/1.1\r\nHost: "
                + uri.getAuthority()
                + "\r\nCookie: "
                + cookie
                + "\r\nOrigin: "
                + base
                + "\r\nContent-Length: 50\r\n\r\nquestion=1";
        String sent = half % 2 == 0 ? whole : whole.substring(0, half);
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      }
      HttpRequest.Builder page =
          HttpRequest.newBuilder(URI.create(base + "/"))
              .header("Cookie", cookie)
              .timeout(Duration.ofSeconds(10));
      assertThat(send(page).body()).contains("name=\"question\" value=\"1\"");
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  @Test
  void aNameFromTheAddressIsNoFormula() throws IOException {
    String cookie = admitted("&who=%3DHYPERLINK(1)" + "x".repeat(200));
    get("/", cookie);
    post("/answer", "question=1&kind=same", cookie, base);
    assertThat(Files.readString(folder.resolve("pairs.csv")))
        .contains(",must-link,HYPERLINK(1)" + "x".repeat(52) + ",20");
  }

  /** A server in a process of its own: the JDK reads the limits once. */
  static final class Alone {
    private Alone() {}

    public static void main(String[] arguments) {
      LabelTable table =
          LabelTable.open(Path.of(arguments[0]), new LabelNames("first", "second", "kind", "w"));
      LabelSession session =
          new LabelSession(
              table,
              (answers, number, progress) -> Round.of(List.of()),
              Runnable::run,
              InstantSource.system());
      HttpServer bound = LabelServer.bound("127.0.0.1", 0);
      System.out.println(LabelServer.start(bound, session, "", "", () -> {}).address());
    }
  }

  @Test
  void aRequestThatIsNeverSentToItsEndIsEnded() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Alone.class.getName(),
                folder.resolve("alone.csv").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader()) {
      URI uri = URI.create(String.valueOf(out.readLine()));
      try (Socket half = new Socket(uri.getHost(), uri.getPort())) {
        half.setSoTimeout(60_000);
        half.getOutputStream().write("GET / HTTP/1.1\r\nHost".getBytes(StandardCharsets.US_ASCII));
        assertThat(half.getInputStream().read()).isEqualTo(-1);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
