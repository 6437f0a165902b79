package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of answers whose file other programs change, and one on a full disk. */
class ChangedTableTest {
  private static final LabelNames NAMES = new LabelNames("first", "second", "kind", "weight");
  private static final Instant WHEN = Instant.parse("2026-03-04T05:06:07Z");
  private static final String HEAD = "first,second,kind,who,when\n";
  private static final String TIME = ",2026-03-04T05:06:07Z\n";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("pairs.csv");
  }

  private LabelTable open() {
    return LabelTable.open(file(), NAMES);
  }

  private static LabelRow same(LabelTable table, String first, String second) {
    return table.append(first, second, AnswerKind.SAME, "Ann", WHEN);
  }

  private static String line(String first, String second) {
    return first + "," + second + ",must-link,Ann" + TIME;
  }

  /** As editors save: a new file takes the place of the old one. */
  private void save(Path target, String text) throws IOException {
    Path draft = Files.writeString(folder.resolve("draft"), text);
    Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void rowsOfAnEditorStayAndSoDoAnswersSinceItsReading() throws IOException {
    Files.writeString(file(), HEAD + line("x", "y"));
    try (LabelTable table = open()) {
      LabelRow first = same(table, "a", "b");
      String read = Files.readString(file());
      same(table, "c", "d");
      save(file(), read.replace(line("x", "y"), "x,y,cannot-link,Ann" + TIME) + "e,f,ML,Bo,\n");
      LabelRow last = same(table, "g", "h");
      String all =
          HEAD
              + "x,y,cannot-link,Ann"
              + TIME
              + line("a", "b")
              + "e,f,ML,Bo,\n"
              + line("c", "d")
              + line("g", "h");
      assertThat(Files.readString(file())).isEqualTo(all);
      assertThat(table.rows())
          .extracting(LabelRow::second)
          .containsExactly("y", "b", "f", "d", "h");

      // The rows are still those that were given: they can be taken back.
      table.remove(List.of(first, last));
      assertThat(Files.readString(file()))
          .isEqualTo(all.replace(line("a", "b"), "").replace(line("g", "h"), ""));
    }
  }

  @Test
  void whatAnEditorRemovedOrCorrectedStaysSo() throws IOException {
    try (LabelTable table = open()) {
      same(table, "a", "b");
      same(table, "c", "d");
      LabelRow last = same(table, "e", "f");
      String text = HEAD + "c,d,cannot-link,Ann" + TIME + line("e", "f");
      save(file(), text);
      same(table, "g", "h");
      assertThat(Files.readString(file())).isEqualTo(text + line("g", "h"));

      // An editor that still has an answer which was taken back does not bring it again.
      table.remove(List.of(last));
      save(file(), text);
      assertThat(table.refresh()).isTrue();
      assertThat(table.rows()).extracting(LabelRow::second).containsExactly("d", "h");
      assertThat(Files.readString(file())).doesNotContain("e,f");
    }
  }

  @Test
  void anAnswerIsNeverGluedToARowWithoutEnd() throws IOException {
    try (LabelTable table = open()) {
      same(table, "a", "b");
      Files.writeString(file(), "c,d,ML", StandardOpenOption.APPEND);
      same(table, "e", "f");
    }
    assertThat(Files.readString(file()))
        .isEqualTo(HEAD + line("a", "b") + "c,d,ML\n" + line("e", "f"));
    try (LabelTable table = open()) {
      assertThat(table.rows()).hasSize(3);
    }
  }

  @Test
  void anEditOfTheSameLengthAndTimeIsSeen() throws IOException {
    try (LabelTable table = open()) {
      same(table, "a", "b");
      FileTime time = Files.getLastModifiedTime(file());
      Files.writeString(file(), HEAD + line("a", "c"));
      Files.setLastModifiedTime(file(), time);
      assertThat(table.refresh()).isTrue();
      assertThat(table.rows()).extracting(LabelRow::second).containsExactly("c", "b");
      assertThat(table.refresh()).isFalse();
    }
  }

  @Test
  void columnsThatAnEditorAddsOrMovesAreFilled() throws IOException {
    Files.writeString(file(), HEAD);
    try (LabelTable table = open()) {
      same(table, "a", "b");
      String read = "note,kind,second,first,who,when\nn,ML,y,x,Bo,\n";
      save(file(), read);
      table.disagree("x", "y", AnswerKind.DIFFERENT, "Ann", WHEN);
      assertThat(Files.readString(file()))
          .isEqualTo(
              """
              note,kind,second,first,who,when,said
              n,unsure,y,x,Bo,,must-link
              ,must-link,b,a,Ann,2026-03-04T05:06:07Z,
              ,unsure,y,x,Ann,2026-03-04T05:06:07Z,cannot-link
              """
                  .replace("Z,\n", "Z\n"));
      // Who still has the table from before the disagreement saves it: it is one again.
      save(file(), read + ",ML,b,a,Ann,2026-03-04T05:06:07Z\n");
      table.refresh();
      assertThat(Disagreement.in(table.rows())).hasSize(1);
    }
  }

  @Test
  void aTableAtFaultGetsNoAnswerUntilItIsCorrected() throws IOException {
    try (LabelTable table = open()) {
      same(table, "a", "b");
      String text = HEAD + line("a", "b") + "c,d,perhaps";
      save(file(), text);
      assertThatThrownBy(() -> same(table, "e", "f"))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("row 2 is no judged pair on one line: 'c,d,perhaps'");
      assertThatThrownBy(() -> table.remove(table.rows())).isInstanceOf(InputException.class);
      assertThat(Files.readString(file())).isEqualTo(text);
      assertThat(table.rows()).hasSize(1);
      save(file(), text.replace("perhaps", "unsure"));
      same(table, "e", "f");
    }
    assertThat(Files.readString(file()))
        .isEqualTo(HEAD + line("a", "b") + "c,d,unsure\n" + line("e", "f"));
  }

  @Test
  void aTableThatIsGoneIsPutBack() throws IOException {
    try (LabelTable table = open()) {
      same(table, "a", "b");
      Files.delete(file());
      same(table, "c", "d");
    }
    assertThat(Files.readString(file())).isEqualTo(HEAD + line("a", "b") + line("c", "d"));
  }

  @Test
  void aLinkStaysALinkAndMayLeadElsewhere() throws IOException {
    Path one = folder.resolve("one.csv");
    Path other = Files.writeString(folder.resolve("other.csv"), HEAD + line("x", "y"));
    Files.createSymbolicLink(file(), Path.of("one.csv"));
    try (LabelTable table = open()) {
      LabelRow wrong = same(table, "a", "b");
      same(table, "c", "d");
      table.remove(List.of(wrong));
      assertThat(Files.readString(one)).isEqualTo(HEAD + line("c", "d"));
      assertThat(Files.isSymbolicLink(file())).isTrue();

      Files.delete(file());
      Files.createSymbolicLink(file(), other);
      same(table, "e", "f");
      assertThat(Files.readString(other)).contains(line("x", "y")).endsWith(line("e", "f"));
      // The file that the link has left is free for others.
      LabelTable.open(one, NAMES).close();
      assertThatThrownBy(() -> LabelTable.open(other, NAMES))
          .hasMessageContaining("another label works on this table");
    }
  }

  @Test
  void aSecondLabelIsRefusedThroughEveryNameOfTheFile() throws IOException {
    Files.createDirectory(folder.resolve("sub"));
    Path link = folder.resolve("sub").resolve("link.csv");
    Path hard = folder.resolve("sub").resolve("hard.csv");
    try (LabelTable table = open()) {
      Files.createSymbolicLink(link, file());
      Files.createLink(hard, file());
      for (Path name : List.of(link, hard, folder.resolve("sub/../pairs.csv"))) {
        assertThatThrownBy(() -> LabelTable.open(name, NAMES))
            .as(name.toString())
            .isInstanceOf(InputException.class)
            .hasMessageContaining("another label works on this table");
      }
      LabelRow row = same(table, "a", "b");
      assertThat(Files.readString(hard)).isEqualTo(HEAD + line("a", "b"));
      assertThatThrownBy(() -> table.remove(List.of(row)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("the file has 2 names (hard links)");
      assertThat(table.rows()).hasSize(1);
      Files.delete(hard);
      table.remove(List.of(row));

      // The lock follows the file that took the place of the first one.
      Files.createLink(hard, file());
      assertThatThrownBy(() -> LabelTable.open(hard, NAMES))
          .hasMessageContaining("another label works on this table");
    }
    LabelTable.open(hard, NAMES).close();
  }

  @Test
  void aTableWrittenAnewKeepsItsPermissions() throws IOException {
    try (LabelTable table = open()) {
      LabelRow row = same(table, "a", "b");
      Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw----"));
      table.remove(List.of(row));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-rw----");
  }

  @Test
  void onAFullDiskTheFileStaysAsItIs() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk small = SmallDisk.at(disk)) {
      Path path = disk.resolve("answers.csv");
      // The next answer crosses the end of a block, so that a part of it has room.
      String unsure = "7,8,unsure,,2026-11-27T00:00:00Z\n";
      String text = HEAD + unsure.repeat(4094 / unsure.length() - 2);
      text += unsure.replace(",,", "," + "z".repeat(4094 - text.length() - unsure.length()) + ",");
      Files.writeString(path, text);
      try (LabelTable table = LabelTable.open(path, NAMES)) {
        small.fill();
        assertThatThrownBy(() -> same(table, "12", "34"))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("answers cannot be written there")
            .hasMessageContaining("No space left on device");
        assertThat(Files.readString(path)).isEqualTo(text);
        List<LabelRow> rows = table.rows();
        assertThatThrownBy(() -> table.remove(rows.subList(0, 1)))
            .isInstanceOf(InputException.class);
        assertThatThrownBy(() -> table.disagree("7", "8", AnswerKind.SAME, "Bo", WHEN))
            .isInstanceOf(InputException.class);
        assertThat(Files.readString(path)).isEqualTo(text);
        assertThat(table.rows()).isEqualTo(rows);
        assertThat(disk.resolve(".answers.csv.new")).doesNotExist();
        small.free();
        same(table, "12", "34");
      }
      assertThat(Files.readString(path)).isEqualTo(text + line("12", "34"));
    }
  }
}
