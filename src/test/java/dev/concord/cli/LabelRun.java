package dev.concord.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command label on the iris flowers, in a thread of its own. */
public final class LabelRun {
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+\\?token=\\w+");

  private final Captured captured = new Captured();
  private final CompletableFuture<Integer> code;

  public LabelRun(Path table, String... sets) {
    List<String> all = arguments("label", table, sets);
    code =
        CompletableFuture.supplyAsync(
            () ->
                Concord.run(
                    all.toArray(String[]::new),
                    captured.console().out(),
                    captured.console().err()));
  }

  public static List<String> arguments(String command, Path table, String... sets) {
    List<String> all = new ArrayList<>(List.of(command));
    for (String set :
        List.of(
            "input.features.format=csv",
            "input.features.id=id",
            "input.features.path=data-samples/iris/features.csv",
            "input.constraints.format=csv",
            "input.constraints.path=" + table,
            "clusters.count=3",
            "output.format=csv",
            "output.path=" + table.resolveSibling("out"))) {
      all.addAll(List.of("--set", set));
    }
    for (String set : sets) {
      all.addAll(List.of("--set", set));
    }
    return all;
  }

  /** The address of the page, as soon as it was printed. */
  public String address() throws InterruptedException, IOException {
    for (int wait = 0; wait < 1200; wait++) {
      Matcher address = ADDRESS.matcher(captured.out());
      if (address.find()) {
        return address.group();
      }
      if (code.isDone()) {
        break;
      }
      Thread.sleep(100);
    }
    throw new IOException("no address: " + captured.out() + captured.err());
  }

  /** Waits for the end of the command. */
  public int code() throws Exception {
    return code.get(120, TimeUnit.SECONDS);
  }

  public String out() {
    return captured.out();
  }

  public String err() {
    return captured.err();
  }
}
