package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Commands on the sample configurations, and what they write, below one folder. */
record SampleRuns(Path folder) {

  /** Runs a command with CSV tables as output, and expects an exit code. */
  Captured run(int code, String command, String config, String to, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--config",
                Path.of("conf", config + ".conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + folder.resolve(to),
                "--set",
                "output.format=csv"));
    for (String set : sets) {
      if (!set.startsWith("--")) {
        arguments.add("--set");
      }
      arguments.add(set);
    }
    Captured captured = new Captured();
    int ended =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(ended).as(captured.err()).isEqualTo(code);
    return captured;
  }

  /** The rows of table clusters: the fields after the id, by id; the header under the id "id". */
  Map<String, String[]> clusters(String output) throws IOException {
    Map<String, String[]> rows = new TreeMap<>();
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve("clusters"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        for (String row : Files.readAllLines(part)) {
          String[] fields = row.split(",", -1);
          rows.put(fields[0], java.util.Arrays.copyOfRange(fields, 1, fields.length));
        }
      }
    }
    return rows;
  }

  /** The cluster of each point, by id. */
  Map<String, Integer> numbers(String output) throws IOException {
    Map<String, Integer> numbers = new TreeMap<>();
    clusters(output)
        .forEach(
            (id, fields) -> {
              if (!id.equals("id")) {
                numbers.put(id, Integer.valueOf(fields[0]));
              }
            });
    return numbers;
  }

  JsonNode metrics(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output).resolve("metrics.json").toFile());
  }
}
