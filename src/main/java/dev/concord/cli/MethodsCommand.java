package dev.concord.cli;

import dev.concord.method.MethodInfo;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** Lists the methods: what each needs, what it guarantees, up to which size. */
@Command(
    name = "methods",
    description = "Lists the methods: paper, needs, guarantees, size.",
    mixinStandardHelpOptions = true)
final class MethodsCommand implements Callable<Integer> {
  private final Console console;
  private final List<MethodInfo> methods;

  MethodsCommand(Console console, List<MethodInfo> methods) {
    this.console = console;
    this.methods = methods;
  }

  @Override
  public Integer call() {
    console.out().print(table());
    return 0;
  }

  /** One row a method in at most 100 columns; long texts go on below. */
  private String table() {
    TextTable table =
        TextTable.forColumns(
            Help.defaultColorScheme(Ansi.OFF),
            new Column(19, 0, Overflow.WRAP),
            new Column(27, 1, Overflow.WRAP),
            new Column(19, 1, Overflow.WRAP),
            new Column(21, 1, Overflow.WRAP),
            new Column(14, 1, Overflow.WRAP));
    table.addRowValues("METHOD", "WHAT IT IS (PAPER)", "NEEDS", "GUARANTEES", "SIZE");
    for (MethodInfo method : methods) {
      table.addRowValues(
          method.name(),
          method.title() + " (" + method.paper() + ")",
          method.needs(),
          method.guarantees(),
          method.size());
    }
    return table.toString();
  }
}
