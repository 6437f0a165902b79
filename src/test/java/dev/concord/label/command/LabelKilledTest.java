package dev.concord.label.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fifty-five questions about digits, answered over HTTP; the program is killed twice (SIGKILL). */
@Tag("spark")
class LabelKilledTest {
  private static final int QUESTIONS = 55;
  private static final long LIMIT_SECONDS = 180;
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+\\?token=\\w+");
  private static final Pattern QUESTION = Pattern.compile("name=\"question\" value=\"(\\d+)\"");
  private static final Pattern ITEM = Pattern.compile("aria-label=\"\\w+ item: ([^\"]+)\"");

  @TempDir Path folder;

  private final List<String> answered = new ArrayList<>();

  /** The answers to questions of which the page said that they were judged. */
  private final Set<Integer> again = new HashSet<>();

  private Process process;
  private HttpClient client;
  private String base;

  /** Starts the program as scripts/concord does, and opens its page. */
  private void start(int number) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of("scripts", "jvm.options").toAbsolutePath());
    command.add(
        "-Dlog4j2.configurationFile=" + Path.of("conf", "log4j2.properties").toAbsolutePath());
    command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.concord.cli.Concord", "label", "--config", "conf/digits.conf"));
    for (String set :
        List.of(
            "input.constraints.format=csv",
            "input.constraints.path=" + table(),
            "label.who=Ann",
            "output.path=" + folder.resolve("out"))) {
      command.addAll(List.of("--set", set));
    }
    Path out = folder.resolve("out" + number);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CONCORD_HOME", Path.of("").toAbsolutePath().toString());
    process =
        builder
            .redirectError(folder.resolve("err" + number).toFile())
            .redirectOutput(out.toFile())
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    Matcher address = ADDRESS.matcher("");
    while (!address.find()) {
      assertThat(process.isAlive()).as(Files.readString(folder.resolve("err" + number))).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
      address = ADDRESS.matcher(Files.readString(out));
    }
    client =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    base = address.group().replaceFirst("/\\?.*", "");
    send(HttpRequest.newBuilder(URI.create(address.group())));
  }

  @AfterEach
  void end() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private Path table() {
    return folder.resolve("pairs.csv");
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private String post(String path, String form) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Origin", base)
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  private String question() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      String page = send(HttpRequest.newBuilder(URI.create(base + "/")));
      if (QUESTION.matcher(page).find()) {
        return page;
      }
      assertThat(page).contains("data-kind=\"computing\"");
      Thread.sleep(50);
    }
    throw new AssertionError("no question");
  }

  /** Answers one question by the truth; the answer counts as given when the server took it. */
  private void answer(Map<String, String> truth) throws IOException, InterruptedException {
    String page = question();
    Matcher number = QUESTION.matcher(page);
    Matcher item = ITEM.matcher(page);
    assertThat(number.find() && item.find()).isTrue();
    String first = item.group(1);
    assertThat(item.find()).isTrue();
    String second = item.group(1);
    if (page.contains("They were judged ")) {
      again.add(answered.size());
    }
    boolean same = truth.getOrDefault(first, "").equals(truth.get(second));
    post("/answer", "question=" + number.group(1) + "&kind=" + (same ? "same" : "different"));
    answered.add(first + "," + second + "," + (same ? "must-link" : "cannot-link") + ",Ann,");
  }

  private static Map<String, String> truth() throws IOException {
    Map<String, String> truth = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("data-samples", "digits", "truth.csv"))) {
      truth.put(line.split(",", -1)[0], line.split(",", -1)[1]);
    }
    return truth;
  }

  @Test
  void noAnswerIsLost() throws Exception {
    Map<String, String> truth = truth();
    start(0);
    for (int i = 0; i < QUESTIONS; i++) {
      // Once with a round half answered, once while the next round is being chosen.
      if (i == 13 || i == 50) {
        process.destroyForcibly().waitFor();
        assertThat(Files.readAllLines(table())).hasSize(1 + answered.size());
        start(i);
      }
      answer(truth);
    }
    process.destroyForcibly().waitFor();

    List<String> lines = Files.readAllLines(table());
    assertThat(lines.get(0)).isEqualTo("first,second,kind,who,when");
    assertThat(lines).hasSize(1 + QUESTIONS);
    Set<Set<String>> pairs = new HashSet<>();
    for (int i = 0; i < QUESTIONS; i++) {
      assertThat(lines.get(1 + i)).startsWith(answered.get(i));
      String[] fields = answered.get(i).split(",", -1);
      Set<String> pair = Set.of(fields[0], fields[1]);
      assertThat(pairs.add(pair)).as(answered.get(i)).isEqualTo(!again.contains(i));
    }
    assertThat(again).hasSizeLessThanOrEqualTo(QUESTIONS / 5);
  }
}
