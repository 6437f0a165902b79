package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.read.KeyList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The help of the commands, and the list of the keys. */
class CommandHelpTest {
  private static final Pattern COMMAND = Pattern.compile("^  ([a-z]+) ", Pattern.MULTILINE);

  private static String run(int code, String... args) {
    Captured captured = new Captured();
    assertThat(Concord.run(args, captured.console().out(), captured.console().err()))
        .as(captured.err())
        .isEqualTo(code);
    return captured.out() + captured.err();
  }

  static Set<String> commands() {
    Matcher names = COMMAND.matcher(run(0, "--help").replaceFirst("(?s).*Commands:", ""));
    Set<String> found = new TreeSet<>();
    while (names.find()) {
      found.add(names.group(1));
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void itSaysWhatIsReadAndWrittenWithKeysAnExampleAndExitCodes(String command) {
    String help = run(0, command, "--help");
    assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(help)
        .contains("Reads:   ", "Writes:  ", "Example: concord " + command)
        .contains("6 more points", "129 terminal closed");
    long keys = help.lines().filter(line -> line.matches("  [a-z-]+[.][a-z.-]+( = .*)?")).count();
    assertThat(keys).isIn(0L, 10L);
    boolean bare = List.of("init", "methods", "config").contains(command);
    assertThat(keys == 0).isEqualTo(bare);
  }

  @Test
  void keysUnderAPrefixArePrintedWithDefaultAndMeaning() {
    String text = run(0, "config", "input.constraints");
    assertThat(text)
        .contains("# Judged pairs of points: must-links and cannot-links.")
        .contains("input.constraints.first = first", "input.constraints.options = {}")
        .doesNotContain("input.labels");
    assertThat(run(0, "config", "clusters.count"))
        .contains("clusters.count = null")
        .contains("auto");
    String all = run(0, "config");
    assertThat(all).contains("method.ccskl.diagonal = all", "plan.keep-after = 5");
    assertThat(all.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(KeyList.of("").stream().map(KeyList.Key::name)).doesNotHaveDuplicates();
  }

  @Test
  void aPrefixOfNoKeyIsMetWithTheNearest() {
    assertThat(run(2, "config", "clusters.cuont"))
        .contains("no key begins with clusters.cuont; did you mean clusters.count?");
  }
}
