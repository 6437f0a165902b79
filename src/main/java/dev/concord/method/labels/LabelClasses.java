package dev.concord.method.labels;

import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.method.KnownLabels;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import java.util.Arrays;
import java.util.List;

/**
 * The classes of the known labels, one a cluster, and how they become columns and clusters. Two
 * classes make one column, the smaller label +1 and the other −1; more make one column each.
 */
final class LabelClasses {
  private final int[] labels;
  private final List<String> names;
  private final int known;
  private final int largest;
  private final boolean[] reached;
  private final int unreached;

  private LabelClasses(int[] labels, List<String> names, int[] sizes, Components components) {
    this.labels = labels;
    this.names = names;
    this.known = Arrays.stream(sizes).sum();
    int most = 0;
    for (int c = 1; c < sizes.length; c++) {
      most = sizes[c] > sizes[most] ? c : most;
    }
    this.largest = most;
    boolean[] labelled = new boolean[components.count()];
    for (int i = 0; i < labels.length; i++) {
      labelled[components.componentOf()[i]] |= labels[i] >= 0;
    }
    this.reached = new boolean[labels.length];
    int without = 0;
    for (int i = 0; i < labels.length; i++) {
      reached[i] = labelled[components.componentOf()[i]];
      without += reached[i] ? 0 : 1;
    }
    this.unreached = without;
  }

  /**
   * The classes of the problem's labels.
   *
   * @param method the method's name, for messages
   * @throws InputException when there are no labels, labels of one class only, or the classes
   *     differ in number from the clusters
   */
  static LabelClasses of(Problem problem, String method) {
    KnownLabels given = problem.labels();
    if (given == null || given.known() == 0) {
      throw new InputException(
          ("method %s spreads known labels over the graph, but %s; name a table with the labels of"
                  + " some points of every class, or choose another clusters.method.")
              .formatted(
                  method,
                  given == null ? "input.labels is not given" : "input.labels holds no label"));
    }
    int[] number = new int[given.names().length];
    for (int label : given.labels()) {
      if (label >= 0) {
        number[label]++;
      }
    }
    int classes = 0;
    String[] names = new String[number.length];
    int[] sizes = new int[number.length];
    for (int c = 0; c < number.length; c++) {
      if (number[c] > 0) {
        names[classes] = given.names()[c];
        sizes[classes] = number[c];
        number[c] = classes++;
      }
    }
    List<String> present = List.of(Arrays.copyOf(names, classes));
    if (classes == 1) {
      throw new InputException(
          ("input.labels holds labels of one class only, %s; method %s needs known labels of every"
                  + " class, two at least. Add labels of the other classes.")
              .formatted(present.get(0), method));
    }
    if (classes != problem.clusters()) {
      throw new InputException(
          ("clusters.count is %s, but input.labels holds %s classes (%s%s); method %s makes one"
                  + " cluster of each class. Set clusters.count = %s, or correct the labels.")
              .formatted(
                  problem.clusters(),
                  classes,
                  String.join(", ", present.subList(0, Math.min(10, classes))),
                  classes > 10 ? ", ..." : "",
                  method,
                  classes));
    }
    int[] labels = new int[problem.size()];
    for (int i = 0; i < labels.length; i++) {
      int label = given.labels()[i];
      labels[i] = label >= 0 ? number[label] : -1;
    }
    return new LabelClasses(labels, present, Arrays.copyOf(sizes, classes), problem.components());
  }

  int count() {
    return names.size();
  }

  /** The labels of the classes, ascending. */
  List<String> names() {
    return names;
  }

  /** Number of points with a known label. */
  int known() {
    return known;
  }

  /** The class of a point, -1 when it is not known. */
  int of(int point) {
    return labels[point];
  }

  /** Whether the point's component holds a known label. */
  boolean reached(int point) {
    return reached[point];
  }

  /** Number of points in components without any known label. */
  int unreached() {
    return unreached;
  }

  /** Columns of {@link #indicator}. */
  static int columns(int classes) {
    return classes == 2 ? 1 : classes;
  }

  /** The known labels as columns: ±1 in one column, or 0/1 in one a class; 0 where unknown. */
  double[] indicator() {
    int n = labels.length;
    double[] y = new double[Math.multiplyExact(n, columns(count()))];
    for (int i = 0; i < n; i++) {
      if (labels[i] >= 0) {
        if (count() == 2) {
          y[i] = labels[i] == 0 ? 1.0 : -1.0;
        } else {
          y[labels[i] * n + i] = 1.0;
        }
      }
    }
    return y;
  }

  /**
   * A cluster for each point: the class of its largest column, by sign when there is one column;
   * ties to the smaller label. Points that no label reaches join the class with most known labels
   * (ties to the smaller label).
   */
  int[] assign(double[] f) {
    int n = labels.length;
    int columns = columns(count());
    int[] out = new int[n];
    for (int i = 0; i < n; i++) {
      if (!reached[i]) {
        out[i] = largest;
      } else if (columns == 1) {
        out[i] = f[i] >= 0.0 ? 0 : 1;
      } else {
        int best = 0;
        for (int c = 1; c < columns; c++) {
          best = f[c * n + i] > f[best * n + i] ? c : best;
        }
        out[i] = best;
      }
    }
    return out;
  }

  /** Warns about points in components without labels. */
  void warnOfUnreached(Services services, String where) {
    if (unreached > 0) {
      services.warn(
          ("%s points lie in components of the graph that hold no known label, so no label reaches"
                  + " them: their f is 0%s. Label a point of each component, or raise"
                  + " graph.neighbors.")
              .formatted(unreached, where));
    }
  }

  /** The class that points without any label in reach join. */
  String fallback() {
    return names.get(largest);
  }
}
