package dev.concord.label.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.cli.Captured;
import dev.concord.cli.Concord;
import dev.concord.cli.LabelRun;
import dev.concord.testing.SparkTest;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command label from the command line, answered over HTTP. */
@Tag("spark")
class LabelCommandTest {
  private static final Pattern QUESTION = Pattern.compile("name=\"question\" value=\"(\\d+)\"");
  private static final Pattern ITEM = Pattern.compile("aria-label=\"\\w+ item: ([^\"]+)\"");

  @TempDir Path folder;

  private final HttpClient client =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  @BeforeAll
  static void startSpark() {
    assertThat(SparkTest.session()).isNotNull();
  }

  private Path table() {
    return folder.resolve("pairs.csv");
  }

  private String get(String address) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private String post(String base, String path, String form)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(base + path))
                .header("Origin", base)
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** The page with a question, as soon as there is one. */
  private String question(String base) throws IOException, InterruptedException {
    for (int wait = 0; wait < 1200; wait++) {
      String page = get(base + "/");
      if (QUESTION.matcher(page).find()) {
        return page;
      }
      assertThat(page).contains("data-kind=\"computing\"");
      Thread.sleep(100);
    }
    throw new AssertionError("no question");
  }

  private static Map<String, String> truth() throws IOException {
    Map<String, String> truth = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("data-samples", "iris", "truth.csv"))) {
      truth.put(line.split(",", -1)[0], line.split(",", -1)[1]);
    }
    return truth;
  }

  /** Answers so many questions by the truth, the first of them with unsure. */
  private Set<Set<String>> answer(LabelRun run, int count) throws Exception {
    String address = run.address();
    String base = address.replaceFirst("/\\?.*", "");
    get(address);
    Set<Set<String>> asked = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String page = question(base);
      assertThat(page).contains("petal_length").contains("Similar points");
      Matcher number = QUESTION.matcher(page);
      Matcher item = ITEM.matcher(page);
      assertThat(number.find() && item.find()).isTrue();
      String first = item.group(1);
      assertThat(item.find()).isTrue();
      String second = item.group(1);
      assertThat(asked.add(Set.of(first, second))).as("%s, %s", first, second).isTrue();
      boolean same = truth().get(first).equals(truth().get(second));
      String kind = i == 0 ? "unsure" : same ? "same" : "different";
      post(base, "/answer", "question=" + number.group(1) + "&kind=" + kind);
      assertThat(Files.readString(table())).contains(first + "," + second);
    }
    post(base, "/finish", "");
    assertThat(run.code()).as(run.err()).isZero();
    return asked;
  }

  /** With this seed no answer is the opposite of what sure clusters say: those are asked again. */
  @Test
  void roundsOfAnswersAreWhatClusterUses() throws Exception {
    LabelRun first = new LabelRun(table(), "label.count=4", "label.who=Ann", "clusters.seed=2");
    Set<Set<String>> asked = answer(first, 9);
    assertThat(first.out()).contains("9, 9 in the table").contains("cluster with the same");
    List<String> lines = Files.readAllLines(table());
    assertThat(lines).hasSize(10);
    assertThat(lines.get(0)).isEqualTo("first,second,kind,who,when");
    assertThat(lines.get(1)).contains(",unsure,Ann,20");

    // A second run goes on where the first stopped.
    LabelRun again = new LabelRun(table(), "label.count=4", "label.who=Bo", "clusters.seed=2");
    asked.addAll(answer(again, 3));
    assertThat(asked).hasSize(12);

    List<String> arguments = new ArrayList<>(LabelRun.arguments("cluster", table()));
    Captured captured = new Captured();
    int code =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    JsonNode pairs =
        new ObjectMapper()
            .readTree(Files.readString(out().resolve("metrics.json")))
            .get("constraints");
    assertThat(pairs.get("unsure").asInt()).isEqualTo(2);
    assertThat(pairs.at("/mustLink/total").asInt() + pairs.at("/cannotLink/total").asInt())
        .isEqualTo(10);
  }

  private Path out() {
    return folder.resolve("out");
  }

  @Test
  void hostileIdsAreReadBackByCluster() throws Exception {
    Path features = folder.resolve("features.csv");
    List<String> rows = new ArrayList<>(List.of("id,x,y"));
    for (int i = 0; i < 40; i++) {
      rows.add("\"<b>\\\"" + i + "\\\", '&\"," + (i % 2 * 9 + i % 7 * 0.1) + "," + i % 5 * 0.1);
    }
    Files.write(features, rows);
    String[] sets = {
      "input.features.path=" + features, "clusters.count=2", "graph.neighbors=5", "label.count=2"
    };
    LabelRun run = new LabelRun(table(), sets);
    String address = run.address();
    String base = address.replaceFirst("/\\?.*", "");
    get(address);
    for (int i = 0; i < 2; i++) {
      String page = question(base);
      assertThat(page).doesNotContain("<b>");
      Matcher number = QUESTION.matcher(page);
      assertThat(number.find()).isTrue();
      post(base, "/answer", "question=" + number.group(1) + "&kind=different");
    }
    post(base, "/finish", "");
    assertThat(run.code()).as(run.err()).isZero();
    Captured captured = new Captured();
    List<String> arguments = new ArrayList<>(LabelRun.arguments("cluster", table(), sets));
    arguments.addAll(List.of("--set", "clusters.constraints=soft"));
    int code =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    assertThat(captured.out()).contains("2 cannot-link");
  }

  @Test
  void furtherColumnsAreShownThoughTheyAreNoFeatures() throws Exception {
    Path features = folder.resolve("features.csv");
    List<String> rows = new ArrayList<>(List.of("id,x,y,name"));
    for (int i = 0; i < 40; i++) {
      rows.add("p" + i + "," + (i % 2 * 9 + i % 7 * 0.1) + "," + i % 5 * 0.1 + ",<i>n" + i);
    }
    Files.write(features, rows);
    LabelRun run =
        new LabelRun(
            table(),
            "input.features.path=" + features,
            "input.features.columns=[x,y]",
            "clusters.count=2",
            "graph.neighbors=5",
            "label.show=[name]");
    String address = run.address();
    String base = address.replaceFirst("/\\?.*", "");
    get(address);
    String page = question(base);
    post(base, "/finish", "");
    assertThat(run.code()).as(run.err()).isZero();
    Matcher item = ITEM.matcher(page);
    assertThat(item.find()).isTrue();
    assertThat(page)
        .contains("<caption>Bold where they differ.</caption>")
        .contains("<bdi>name</bdi>")
        .contains("<strong>&lt;i&gt;n" + item.group(1).substring(1) + "</strong>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          input.constraints=null | input.constraints is not given, but label writes the answers there
          input.constraints.format=parquet | is no single CSV file on this machine
          input.constraints.path=hdfs://a/b.csv | is no single CSV file on this machine
          input.constraints.options.sep=; | input.constraints.options has sep
          label.count=0 | label.count = 0 (--set label.count) must be a whole number of at least 1
          label.port=70000 | label.port = 70000 (--set label.port) must be a whole number from 0 to 65535
          label.link=javascript:{id} | must be an address that begins with http:// or https://
          label.bind=256.1.1.1 | label.bind = 256.1.1.1 is no name or address of this machine
          clusters.count=1 | leaves no pair to judge
          input.features.path=no.csv | there is no file or folder
          """)
  void aWrongSettingIsRefused(String set, String says) throws Exception {
    LabelRun run = new LabelRun(table(), set);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(says);
  }

  @Test
  void aTableAtFaultEndsTheCommandWithItsCode() throws Exception {
    Files.writeString(table(), "first,second,kind\niris-001,x,must-link\n");
    LabelRun unknown = new LabelRun(table());
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("is no point of the input: ");
    Files.writeString(
        table(), "first,second,kind\niris-001,iris-002,must-link\niris-002,iris-001,cannot-link\n");
    LabelRun contradicted = new LabelRun(table());
    assertThat(contradicted.code()).isEqualTo(3);
    assertThat(contradicted.err()).contains("contradict each other");
  }

  @Test
  void answersThatNeedMoreClustersAreShownOnThePage() throws Exception {
    String pairs = "first,second,kind\niris-001,iris-002,CL\niris-002,iris-003,-1.0\n";
    Files.writeString(table(), pairs + "iris-001,iris-003,false\n");
    LabelRun run = new LabelRun(table(), "clusters.count=2");
    String address = run.address();
    String base = address.replaceFirst("/\\?.*", "");
    String page = get(address);
    while (page.contains("data-kind=\"computing\"")) {
      Thread.sleep(100);
      page = get(base + "/");
    }
    assertThat(page)
        .contains("data-kind=\"failed\"")
        .contains("cannot be put into 2 clusters")
        .contains("Try again");
    Files.writeString(table(), pairs);
    post(base, "/retry", "");
    question(base);
    post(base, "/finish", "");
    assertThat(run.code()).as(run.err()).isZero();
  }
}
