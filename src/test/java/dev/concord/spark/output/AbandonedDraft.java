package dev.concord.spark.output;

import dev.concord.spark.store.Staging;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A program that writes half of an output and then stands still until it is killed. */
final class AbandonedDraft {
  private AbandonedDraft() {}

  public static void main(String[] arguments) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    Staging staging =
        new Staging(fs, new org.apache.hadoop.fs.Path(Path.of(arguments[0]).toString()), true);
    staging.open();
    staging.claim();
    staging.write(
        new org.apache.hadoop.fs.Path(staging.folder(), "model/features/part-0"),
        "secret features".getBytes(StandardCharsets.UTF_8));
    System.out.println("written");
    Thread.sleep(600_000);
  }
}
