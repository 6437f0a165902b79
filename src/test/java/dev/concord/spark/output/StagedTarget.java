package dev.concord.spark.output;

import dev.concord.spark.store.OutputMarks;
import dev.concord.spark.store.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A target in a folder of its own, and a plain output to publish there. */
public abstract class StagedTarget {
  public @TempDir Path parent;
  public FileSystem fs;
  public Path target;

  @BeforeEach
  public void startWithAnEmptyFolder() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    target = parent.resolve("out");
  }

  public Staging staging(boolean overwrite) {
    return staging(fs, overwrite);
  }

  public Staging staging(FileSystem on, boolean overwrite) {
    return new Staging(on, new org.apache.hadoop.fs.Path(target.toString()), overwrite);
  }

  public void fill(Staging staging, String content) throws IOException {
    for (String name : List.of("data.txt", "run.json", "clusters/part-0", "model/points/part-0")) {
      staging.write(new org.apache.hadoop.fs.Path(staging.folder(), name), content);
    }
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), OutputMarks.RESULT), "{}");
  }

  public void publish(String content) throws IOException {
    Staging staging = staging(true);
    staging.open();
    fill(staging, content);
    staging.publish();
  }

  /** Path below the target and content of every file. */
  public Map<String, String> standing() throws IOException {
    return standing(target);
  }

  public static Map<String, String> standing(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return all;
  }

  public List<String> siblings() throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }

  public String published() throws IOException {
    return Files.readString(target.resolve("data.txt"));
  }
}
