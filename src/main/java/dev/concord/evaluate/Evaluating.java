package dev.concord.evaluate;

import dev.concord.capability.Capability;
import dev.concord.cli.CommandHelp;
import dev.concord.cli.CommandPart;
import java.util.List;

/** The judging of an assignment as a capability: a command. */
public final class Evaluating implements Capability {
  private static final CommandHelp HELP =
      new CommandHelp(
          "A table of points and clusters; truth, pairs and edges that judge it.",
          "Nothing; the figures are printed.",
          List.of(
              "input.truth.path",
              "input.truth.id",
              "input.truth.label",
              "input.constraints.path",
              "input.constraints.first",
              "input.constraints.second",
              "input.constraints.kind",
              "input.edges.path",
              "input.features.path",
              "input.features.id"),
          "concord evaluate --config my.conf --assignment out/mine");

  @Override
  public List<Object> parts() {
    return List.of(new CommandPart(EvaluateCommand.class, EvaluateCommand::new, HELP));
  }
}
