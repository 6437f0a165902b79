package dev.concord.spark.store;

import dev.concord.config.AssignConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a run beside that of its output.
 *
 * @param tables what it reads
 * @param model the model it reads, or null
 * @param quarantine the folder for rows that cannot be used, or null
 */
public record RunPaths(
    List<TableConfig> tables, @Nullable String model, @Nullable String quarantine) {

  /** The paths of cluster, suggest, graph and validate. */
  public static RunPaths of(ConcordConfig config) {
    List<TableConfig> tables = tables(config.input());
    LabelsConfig previous = config.clusters().previous();
    if (previous != null) {
      tables.add(previous.table());
    }
    return new RunPaths(tables, null, config.input().quarantine());
  }

  /** The paths of assign, which makes no quarantine. */
  public static RunPaths of(AssignConfig config) {
    return new RunPaths(tables(config.input()), config.modelPath(), null);
  }

  /** The paths of a run that reads several inputs. */
  public static RunPaths of(List<InputConfig> inputs) {
    return new RunPaths(
        inputs.stream().flatMap(input -> tables(input).stream()).toList(), null, null);
  }

  /**
   * The tables whose files can be missed before anything else is at fault: not those of a base,
   * which is named by its folder, and none beside a quarantine, whose place is checked first.
   */
  public List<TableConfig> readFirst() {
    return quarantine != null
        ? List.of()
        : tables.stream().filter(table -> !table.key().equals("clusters.base")).toList();
  }

  private static List<TableConfig> tables(InputConfig input) {
    List<TableConfig> tables = new ArrayList<>(input.tables().values());
    // The name of a table in a catalogue is no path.
    tables.removeIf(table -> table.format().equalsIgnoreCase("table"));
    return tables;
  }
}
