package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {
  @TempDir java.nio.file.Path output;

  private FileSystem fs;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    fs = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    root = new Path(output.toUri());
  }

  private void file(String name, String text) throws IOException {
    java.nio.file.Path place = output.resolve(name);
    Files.createDirectories(place.getParent());
    Files.writeString(place, text);
  }

  private void list(String name, Set<String> tables) throws IOException {
    String json = FileList.of(fs, root, tables, "delta").json();
    Files.writeString(output.resolve(name), json);
  }

  /** A table of CSV that a run replaces by one of Delta, which is the moment both lists stand. */
  private void csvAboutToBecomeDelta() throws IOException {
    file("clusters/part-0.csv", "id,cluster\n1,0\n");
    file("clusters/_SUCCESS", "");
    list(FileList.NAME, Set.of());
    file(
        FileList.nameFor("00000000000000aa"),
        new FileList(new TreeMap<>(), Map.of("clusters", "delta")).json());
  }

  @Test
  void aTableThatAnotherFormatReplacesIsRemovedByTheListOfTheRunThatWroteIt() throws IOException {
    csvAboutToBecomeDelta();

    for (String format : List.of("delta", "")) {
      assertThat(Contents.of(fs, root, format).foreignFiles()).as(format).isEmpty();
    }
    Contents.of(fs, root, "delta").remove(name -> name.startsWith("clusters/"));

    assertThat(output.resolve("clusters")).doesNotExist();
  }

  @Test
  void aFileOfSomebodyElseInSuchATableStays() throws IOException {
    csvAboutToBecomeDelta();
    file("clusters/mine.csv", "mine");
    file("clusters/part-0.csv", "id,cluster\n1,1\n");

    assertThat(Contents.of(fs, root, "").foreignFiles())
        .contains("clusters/mine.csv", "clusters/part-0.csv");
    Contents.of(fs, root, "delta").remove(name -> name.startsWith("clusters/"));

    assertThat(output.resolve("clusters/mine.csv")).hasContent("mine");
    assertThat(output.resolve("clusters/part-0.csv")).exists();
    assertThat(output.resolve("clusters/_SUCCESS")).doesNotExist();
  }
}
