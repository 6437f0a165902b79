package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of answers on disk. */
class LabelTableTest {
  private static final LabelNames NAMES = new LabelNames("first", "second", "kind", "weight");
  private static final Instant WHEN = Instant.parse("2026-03-04T05:06:07.89Z");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("pairs.csv");
  }

  private LabelTable open() {
    return LabelTable.open(file(), NAMES);
  }

  @Test
  void anAnswerStandsInTheFileWhenItWasGiven() throws IOException {
    try (LabelTable table = open()) {
      assertThat(Files.readString(file())).isEqualTo("first,second,kind,who,when\n");
      table.append("a", "b, c", AnswerKind.SAME, "Ann, \"A\"\n", WHEN);
      assertThat(Files.readString(file()))
          .isEqualTo(
              "first,second,kind,who,when\na,\"b, c\",must-link,Ann A,2026-03-04T05:06:07Z\n");
      table.append("a", "d\"e", AnswerKind.UNSURE, "", WHEN);
    }
    try (LabelTable again = open()) {
      assertThat(again.rows()).extracting(LabelRow::second).containsExactly("b, c", "d\"e");
      assertThat(again.rows())
          .extracting(LabelRow::kind)
          .containsExactly(AnswerKind.SAME, AnswerKind.UNSURE);
    }
  }

  /** Whatever part of a line a killed process leaves, the answers before it stay. */
  @Test
  void aTornLastLineIsCutOff() throws IOException {
    String head = "first,second,kind,who,when\n";
    String one = "a,b,must-link,Ann,2026-03-04T05:06:07Z\n";
    String torn = "c,d,cannot-link,Ann,2026-03-04T05:06:08Z";
    for (int cut = 0; cut < torn.length(); cut++) {
      Files.writeString(file(), head + one + torn.substring(0, cut));
      try (LabelTable table = open()) {
        // A row that ends with its kind is one that a person wrote: it stays.
        boolean whole = torn.substring(0, cut).endsWith("cannot-link");
        assertThat(table.rows()).as(torn.substring(0, cut)).hasSize(whole ? 2 : 1);
        table.append("e", "f", AnswerKind.DIFFERENT, "Bo", WHEN);
        String kept = whole ? "c,d,cannot-link\n" : "";
        assertThat(Files.readString(file()))
            .isEqualTo(head + one + kept + "e,f,cannot-link,Bo,2026-03-04T05:06:07Z\n");
      }
    }
    Files.writeString(file(), head + one + torn);
    try (LabelTable table = open()) {
      assertThat(table.rows()).hasSize(2);
    }
    assertThat(Files.readString(file())).isEqualTo(head + one + torn + "\n");
    for (int cut = 0; cut < head.length(); cut++) {
      Files.writeString(file(), head.substring(0, cut));
      open().close();
      assertThat(Files.readString(file())).isEqualTo(head);
    }
  }

  @Test
  void aTableOfOtherColumnsKeepsThem() throws IOException {
    Files.writeString(file(), "note,kind,second,first,weight\r\nx,CL,b,a,0.5\r\ny,ML,c,a");
    try (LabelTable table = open()) {
      // The last row has no weight and no end: what is left of a torn line.
      assertThat(table.rows()).hasSize(1);
      assertThat(table.rows().get(0).hard()).isFalse();
      table.append("a", "c", AnswerKind.SAME, "Ann", WHEN);
      assertThat(Files.readString(file()))
          .isEqualTo("note,kind,second,first,weight\r\nx,CL,b,a,0.5\r\n,must-link,c,a,\n");
      assertThat(table.rows().get(1).hard()).isTrue();
    }
  }

  @Test
  void whatIsTakenBackIsGoneAndTheNextAnswerFollows() throws IOException {
    try (LabelTable table = open()) {
      table.append("a", "b", AnswerKind.SAME, "", WHEN);
      LabelRow wrong = table.append("a", "c", AnswerKind.SAME, "", WHEN);
      table.append("a", "d", AnswerKind.SAME, "", WHEN);
      table.remove(List.of(wrong));
      table.append("a", "e", AnswerKind.DIFFERENT, "", WHEN);
    }
    assertThat(Files.readAllLines(file()))
        .hasSize(4)
        .noneMatch(line -> line.startsWith("a,c"))
        .last()
        .asString()
        .startsWith("a,e,cannot-link");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one,two,kind\n",
        "first,second,weight\na,b,1\n",
        "first,second,kind\na,b,perhaps\n",
        "first,second,kind\na,,must-link\n",
        "first,second,kind\n\"a\nb\",c,must-link\n"
      })
  void aTableAtFaultIsRefusedAndLeftAlone(String text) throws IOException {
    Files.writeString(file(), text);
    assertThatThrownBy(this::open)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.constraints (" + file() + ")");
    assertThat(Files.readString(file())).isEqualTo(text);
  }

  @Test
  void whatARowOfATableReplacesCountsAsUnsure() throws IOException {
    String text =
        """
        first,second,kind,replaces
        b,a,must-link,
        a,b,cannot-link,must-link
        c,d,unsure,cannot-link
        c,d,cannot-link,
        e,f,must-link,must-link
        """;
    Files.writeString(file(), text);
    try (LabelTable table = open()) {
      assertThat(table.rows())
          .extracting(LabelRow::kind)
          .containsExactly(
              AnswerKind.UNSURE,
              AnswerKind.DIFFERENT,
              AnswerKind.UNSURE,
              AnswerKind.UNSURE,
              AnswerKind.SAME);
      assertThat(Disagreement.in(table.rows())).isEmpty();
      table.append("g", "h", AnswerKind.SAME, "Ann", WHEN);
    }
    assertThat(Files.readString(file())).isEqualTo(text + "g,h,must-link,\n");
  }

  @Test
  void aFolderAndAFileWithoutFolderAreRefused() {
    assertThatThrownBy(() -> LabelTable.open(folder, NAMES))
        .hasMessageContaining("this is a folder; name a file");
    assertThatThrownBy(() -> LabelTable.open(folder.resolve("no").resolve("x.csv"), NAMES))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("check that the folder exists");
  }

  @Test
  void oneProgramAtATimeWorksOnATable() {
    try (LabelTable table = open()) {
      assertThat(table.rows()).isEmpty();
      assertThatThrownBy(this::open)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("another label works on this table");
    }
    open().close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "a\rb"})
  void someIdsCannotStandInALine(String id) {
    assertThat(LabelTable.isWritable(id)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          =1+1|1+1
          @SUM(A1)|SUM(A1)
          +-=@ Ann|Ann
          -5|5
          \uFF1D1+1|1+1
          Ann; "B\"|Ann B
          """)
  void aNameIsNoFormulaAndNoLine(String who, String name) {
    assertThat(LabelTable.name(who)).isEqualTo(name);
    assertThat(LabelTable.name(LabelTable.name(who))).isEqualTo(name);
  }

  @Test
  void aNameIsOnOneLineAndHasALength() {
    assertThat(LabelTable.name("a\u2028b\u0085c\nd")).isEqualTo("a b c d");
    assertThat(LabelTable.name("x".repeat(4000))).isEqualTo("x".repeat(64));
    assertThat(LabelTable.name("\uD83D\uDE00".repeat(4000))).isEqualTo("\uD83D\uDE00".repeat(64));
  }

  @Test
  void aQuestionWithoutAnAnswerIsNone() throws IOException {
    String text =
        "first,second,kind,replaces\na,b,,must-link\nb,a,ML,\nc,d,+1,\ne,f,\u22121.0,\ng,h,,";
    Files.writeString(file(), text);
    try (LabelTable table = open()) {
      assertThat(table.rows())
          .extracting(row -> row.first() + row.kind().word())
          .containsExactly("bsame", "csame", "edifferent");
      table.remove(table.rows().subList(0, 1));
      assertThat(Files.readString(file())).isEqualTo(text.replace("b,a,ML,\n", "") + "\n");
    }
  }

  @Test
  void aTableThatIsNotInUtf8IsRefused() throws IOException {
    byte[] text = "first,second,kind\nM\u00FCller,b,ML\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(file(), text);
    assertThatThrownBy(this::open)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the file is not in UTF-8");
    assertThat(Files.readAllBytes(file())).isEqualTo(text);
  }
}
