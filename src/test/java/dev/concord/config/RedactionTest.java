package dev.concord.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private static final String MASK = Redaction.TEXT;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:scott/hunter2@//h:1521/x",
        "jdbc:oracle:thin:scott/\"hunter2\"@h:1521/x",
        "jdbc:sqlserver://h;user=sa;password={hunt;hunter2}",
        "jdbc:mysql://u:hunter2@h/db",
        "s3a://AKIA:a/hunter2@bucket/x",
        "s3a://AKIA:a?hunter2@bucket/x",
        "https://h/x?sig=hunter2",
        "https://h/x?a=b&X-Amz-Signature=hunter2&c=d",
        "https://h/x?key=hunter2",
        "https://h/x?api%5Fkey=hunter2",
        "/x?api%5Fkey=hunter2",
        "https://h/x?k='a hunter2'",
        "https://h/x#token=hunter2",
        "https://h/x#hunter2",
        "https://hunter2@github.com/x",
        "postgres://u:p@hunter2@h/x",
        "redis://:hunter2@h",
        "spark://u:hunter2@h1:7077,h2:7077",
        "seen s3a://b/x and then (hdfs://u:hunter2@h/x).",
        "user:hunter2@h:5432/db",
        "path=user:p=hunter2@h",
        "jdbc:odbc:Driver=x;UID=sa;PWD=hunter2",
        "Server=h;Password = hunter2",
        "jdbc:x:y:passWord=hunter2",
        "jdbc:postgresql://h/db?password='a hunter2'",
        "{\"password\":\"hunter2\"}",
        "{\\\"password\\\": \\\"hunter2\\\"}",
        "password: hunter2",
        "Map(password -> hunter2)",
        "password=[hunter2, b]",
        "keystore.pass=hunter2",
        "AccountName=a;AccountKey=hunter2==;EndpointSuffix=x",
        "required username=\"u\" password=\"a hunter2\";",
        "--password hunter2",
        "run --db-password 'a' --api-key hunter2",
        "Authorization: Basic hunter2",
        "Authorization = Negotiate hunter2",
        "sent Bearer hunter2"
      })
  void textsLoseCredentials(String text) {
    String redacted = Redaction.text(text);
    assertThat(redacted).doesNotContain("hunter2").contains(MASK);
    assertThat(Redaction.text(redacted)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abfss://container@account/out is there",
        "wasbs://container@account/out",
        "s3a://bucket/part-?.csv, s3a://bucket/[a-c]*.csv",
        "file:///data/a#b.csv",
        "/data/ann@example.org/points.csv: 3 rows",
        "local[*], spark://host:7077, k8s://https://host:6443",
        "graph.neighbors = 0 (a.conf: 3) must be a whole number of at least 1",
        "--set graph.neighbors=15 is not of the form key=value",
        "at java.base@17.0.15/java.lang.Thread.run(Thread.java:833)"
      })
  void otherTextsStay(String text) {
    assertThat(Redaction.text(text)).isEqualTo(text);
  }

  @Test
  void whatIsNoSecretInAUrlStays() {
    assertThat(Redaction.text("see hdfs://u:p@host:8020/a, then go on"))
        .isEqualTo("see hdfs://" + MASK + "@host:8020/a, then go on");
    assertThat(Redaction.text("https://h:1/x?user=u&token=t"))
        .isEqualTo("https://h:1/x?user=" + MASK + "&token=" + MASK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pwd",
        "pass",
        "auth",
        "key",
        "sas",
        "cookie",
        "authorization",
        "bearer",
        "url",
        "user",
        "fs.s3a.encryption.key",
        "ssl.keystore.pass",
        "connectionString",
        "sep2",
        "query"
      })
  void anOptionThatIsNotKnownToBeHarmlessIsMasked(String option) {
    assertThat(Redaction.option(option, "hunter2")).isEqualTo(MASK);
  }

  @Test
  void optionsThatSayHowATableIsReadAreShown() {
    assertThat(
            Redaction.options(
                Map.of("SEP", ";", "inferSchema", "false", "basePath", "s3a://u:p@b/x")))
        .isEqualTo(
            Map.of("SEP", ";", "inferSchema", "false", "basePath", "s3a://" + MASK + "@b/x"));
  }

  @Test
  void aMessageLosesTheValuesOfMaskedOptions() {
    assertThat(
            Redaction.without(
                Map.of("sas", "hunter2", "header", "false"), "no account hunter2, header false"))
        .isEqualTo("no account " + MASK + ", header false");
  }

  /** A masked option of another value may read other data, names of credentials and hosts not. */
  @Test
  void maskedOptionsDoNotIdentifyWhatIsRead() {
    assertThat(Redaction.identifies(Map.of("fs.s3a.endpoint", "h", "password", "x", "sep", ";")))
        .isTrue();
    assertThat(Redaction.identifies(Map.of("query", "select 1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "-",
        "token",
        "=",
        ":",
        "://",
        "a:b@",
        "a=",
        "http://h:1 ",
        "?a=",
        "{",
        "\"",
        "%41",
        "bearer ",
        "--password",
        "password={",
        "password=\"",
        "jdbc:",
        " ",
        "\\",
        "a://b",
        "@"
      })
  void everyPassIsLinear(String piece) {
    String text = piece.repeat(400_000 / piece.length());
    Assertions.assertTimeout(Duration.ofSeconds(10), () -> Redaction.text(text));
  }
}
