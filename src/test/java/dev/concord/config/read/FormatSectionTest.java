package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.PairWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of dates and written numbers, words for pairs, and the id that other tables inherit. */
class FormatSectionTest {
  private static ConcordConfig load(String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "input.features={format=csv, path=p.csv, id=sku}",
                "clusters.count=3",
                "output.path=out"));
    all.addAll(List.of(sets));
    return ConfigLoader.load("", "x", all);
  }

  private static FeaturesConfig features(String... sets) {
    return Objects.requireNonNull(load(sets).input().features());
  }

  @Test
  void aListHasTheUsualFormatAndABlockItsOwn() {
    FeaturesConfig lists =
        features("input.features.dates=[a, b]", "input.features.numbers=[\"p q\"]");
    assertThat(lists.formats().dates()).isEqualTo(Map.of("a", "iso", "b", "iso"));
    assertThat(lists.formats().numbers()).isEqualTo(Map.of("p q", "."));
    assertThat(lists.texts()).containsExactly("a", "b", "p q", "sku");
    FeaturesConfig blocks =
        features(
            "input.features.dates={a=iso, \"b.c\"=\"dd.MM.yyyy\"}",
            "input.features.numbers={p=\",\"}");
    assertThat(blocks.formats().dates()).isEqualTo(Map.of("a", "iso", "b.c", "dd.MM.yyyy"));
    assertThat(blocks.formats().numbers()).isEqualTo(Map.of("p", ","));
    assertThat(features().formats().columns()).isEmpty();
  }

  @Test
  void theyAreInTheEffectiveConfiguration() {
    assertThat(load("input.features.dates=[a]").effective())
        .containsPattern("\"dates\" : \\[\\s*\"a\"");
    assertThat(load("input.features.numbers={p=\",\"}").effective()).contains("\"p\" : \",\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "input.features.dates={a=\"HH\"} | must be iso or a pattern such as dd.MM.yyyy",
        "input.features.numbers={a=\";\"} | must be the decimal mark of each column",
        "input.features.dates=7 | input.features.dates",
        "input.features.numbers=[sku] | input.features.id",
        "input.features={dates=[a], numbers=[a]} | both name a",
        "input.features={dates=[a], vector=v} | are columns of their own",
        "input.constraints={format=csv,path=c,words={same=[a],different=[A]}} | both have a",
      })
  void mistakesAreNamed(String set, String message) {
    assertThatThrownBy(() -> load(set)).hasMessageContaining(message);
  }

  @Test
  void wordsOfTheUsersAreKinds() {
    PairWords words =
        Objects.requireNonNull(
                load("input.constraints={format=csv,path=c,words={same=[Match],different=[no]}}")
                    .input()
                    .constraints())
            .words();
    assertThat(words.kind(" match ")).isEqualTo("must-link");
    assertThat(words.kind("NO")).isEqualTo("cannot-link");
    assertThat(words.kind("unsure")).isEqualTo("unsure");
  }

  @Test
  void theIdOfTheFeaturesIsThatOfLabelsAndTruthUnlessGiven() {
    ConcordConfig config =
        load("input.labels={format=csv,path=l}", "input.truth={format=csv,path=t,id=key}");
    assertThat(Objects.requireNonNull(config.input().labels()).ids()).containsExactly("sku", "id");
    assertThat(Objects.requireNonNull(config.input().truth()).ids()).containsExactly("key");
    assertThat(config.effective()).contains("\"id\" : \"key\"");
  }
}
