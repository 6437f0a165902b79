package dev.concord.experiment.trial;

import java.util.Optional;

/** The measures of a trial of an experiment. */
public enum Measure {
  ARI("ari", "Adjusted Rand index"),
  NMI("nmi", "Mutual information"),
  ERROR_MATCHED("error-matched", "Error, best matching"),
  ERROR_MAJORITY("error-majority", "Error, majority vote"),
  ARI_OUTSIDE("ari-outside", "Adjusted Rand index, points not given"),
  NMI_OUTSIDE("nmi-outside", "Mutual information, points not given"),
  ERROR_MATCHED_OUTSIDE("error-matched-outside", "Error, matching, points not given"),
  ERROR_MAJORITY_OUTSIDE("error-majority-outside", "Error, majority, points not given"),
  SATISFIED("satisfied", "Share of the pairs satisfied"),
  NCUT("ncut", "Normalized cut"),
  VIOLATIONS("violations", "Pairs violated"),
  CLUSTERS("clusters", "Number of clusters"),
  OUTLIERS("outliers", "Share of the points set aside"),
  CALIBRATION("calibration", "Calibration error of the confidences"),
  DOUBTFUL("doubtful", "Errors among the 5 % least confident"),
  SECONDS("seconds", "Seconds a trial");

  private final String key;
  private final String title;

  Measure(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Its name in configurations. */
  public String key() {
    return key;
  }

  /** Its name as a column of a table: camel case. */
  public String column() {
    StringBuilder name = new StringBuilder();
    for (String part : key.split("-", -1)) {
      name.append(
          name.length() == 0 ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
    }
    return name.toString();
  }

  /** The name in plots. */
  public String title() {
    return title;
  }

  /** Its place among all measures, from 0. */
  @SuppressWarnings("EnumOrdinal") // The place in arrays of figures; never stored.
  public int place() {
    return ordinal();
  }

  /** The measure of that name in configurations. */
  public static Optional<Measure> of(String key) {
    for (Measure measure : values()) {
      if (measure.key.equals(key)) {
        return Optional.of(measure);
      }
    }
    return Optional.empty();
  }
}
