package dev.concord.ml;

import dev.concord.error.ConcordException;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.error.UnsatisfiableException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of the job in the words of the estimator: parameters by their names, and other keys of
 * the configuration as what {@code settings} takes.
 */
final class ParamWords {
  private static final Map<String, String> PARAM_OF = params();

  /** A key, not as a part of a longer name. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?<![\\w./-])(?:assign|clusters|graph|input|method|output|plan)(?:\\.[a-z][\\w-]*)+");

  /** Where a value comes from: the estimator hands all over as overrides. */
  private static final Pattern PLACE = Pattern.compile(" \\(--set ([\\w.-]+)\\)");

  private static final String SET = "--set ";

  private ParamWords() {}

  private static Map<String, String> params() {
    Map<String, String> all = new HashMap<>(ParamDefinitions.paramsOfKeys());
    all.put("clusters.count", "k");
    all.put("clusters.sizes.min", "minClusterSize");
    all.put("clusters.sizes.max", "maxClusterSize");
    all.put("clusters.sizes", "minClusterSize and maxClusterSize");
    all.put("clusters.weight", "weightCol");
    all.put("clusters.outliers", "outliers");
    all.put("input.exclusive", "exclusiveCol");
    all.put("input.quarantine", "handleInvalid");
    all.put("input.features", "the data");
    all.put("input.features.categories", "categoricalCols");
    all.put("input.features.id", "idCol");
    all.put("input.features.vector", "featuresCol");
    all.put("input.constraints", "constraints");
    return all;
  }

  /**
   * The failure in these words, of the same kind, with those that were found with it.
   *
   * @param settings of the user
   */
  static ConcordException of(ConcordException failure, String[] settings) {
    ConcordException said = reworded(failure, text(String.valueOf(failure.getMessage()), settings));
    if (said != failure) {
      for (Throwable other : failure.getSuppressed()) {
        said.addSuppressed(other instanceof ConcordException one ? of(one, settings) : other);
      }
    }
    return said;
  }

  private static ConcordException reworded(ConcordException failure, String text) {
    if (text.equals(failure.getMessage())) {
      return failure;
    }
    if (failure instanceof UnsatisfiableException) {
      return new UnsatisfiableException(text, failure);
    }
    if (failure instanceof ConvergenceException) {
      return new ConvergenceException(text, failure);
    }
    return failure instanceof MemoryException
        ? new MemoryException(text, failure)
        : new InputException(text, failure);
  }

  /** A message in these words; one about the user's own settings keeps their keys. */
  private static String text(String message, String[] settings) {
    Matcher place = PLACE.matcher(message);
    boolean own =
        place.find()
            ? Arrays.stream(settings).anyMatch(set -> set.startsWith(place.group(1) + "="))
            : message.contains(SET);
    String text = place.replaceAll(own ? " (settings)" : "");
    if (own) {
      return text.replace("write for instance " + SET, "write for instance ")
          .replace(SET, "settings: ");
    }
    return KEY.matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    PARAM_OF.getOrDefault(found.group(), "settings " + found.group())));
  }
}
