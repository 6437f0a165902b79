package dev.concord.metric;

import java.util.Arrays;

/** The figures by their plainest definitions, for small inputs. */
final class DenseAgreement {
  private DenseAgreement() {}

  /** Hubert and Arabie: (index - expected) / (maximum - expected) over unordered pairs. */
  static double ari(int[] truth, int[] clusters) {
    double together = 0.0;
    double sameClass = 0.0;
    double sameCluster = 0.0;
    double all = 0.0;
    for (int i = 0; i < truth.length; i++) {
      for (int j = 0; j < i; j++) {
        boolean inClass = truth[i] == truth[j];
        boolean inCluster = clusters[i] == clusters[j];
        all += 1.0;
        sameClass += inClass ? 1.0 : 0.0;
        sameCluster += inCluster ? 1.0 : 0.0;
        together += inClass && inCluster ? 1.0 : 0.0;
      }
    }
    double expected = sameClass * sameCluster / all;
    double maximum = (sameClass + sameCluster) / 2.0;
    return maximum == expected ? 1.0 : (together - expected) / (maximum - expected);
  }

  static double nmi(int[] truth, int[] clusters) {
    double[][] table = table(truth, clusters);
    double n = truth.length;
    double joint = 0.0;
    double ofClasses = 0.0;
    double ofClusters = 0.0;
    for (double[] row : table) {
      ofClasses += term(Arrays.stream(row).sum() / n);
      for (double count : row) {
        joint += term(count / n);
      }
    }
    for (int c = 0; c < table[0].length; c++) {
      double total = 0.0;
      for (double[] row : table) {
        total += row[c];
      }
      ofClusters += term(total / n);
    }
    double mean = (ofClasses + ofClusters) / 2.0;
    return mean == 0.0 ? 1.0 : (ofClasses + ofClusters - joint) / mean;
  }

  private static double term(double p) {
    return p == 0.0 ? 0.0 : -p * Math.log(p);
  }

  /** Tries every assignment of clusters to distinct classes or to none. */
  static double errorMatched(int[] truth, int[] clusters) {
    double[][] table = table(truth, clusters);
    return 1.0 - best(table, 0, new boolean[table.length]) / truth.length;
  }

  private static double best(double[][] table, int cluster, boolean[] taken) {
    if (cluster == table[0].length) {
      return 0.0;
    }
    double best = best(table, cluster + 1, taken);
    for (int t = 0; t < table.length; t++) {
      if (!taken[t]) {
        taken[t] = true;
        best = Math.max(best, table[t][cluster] + best(table, cluster + 1, taken));
        taken[t] = false;
      }
    }
    return best;
  }

  static double errorMajority(int[] truth, int[] clusters) {
    double[][] table = table(truth, clusters);
    double agreeing = 0.0;
    for (int c = 0; c < table[0].length; c++) {
      double most = 0.0;
      for (double[] row : table) {
        most = Math.max(most, row[c]);
      }
      agreeing += most;
    }
    return 1.0 - agreeing / truth.length;
  }

  private static double[][] table(int[] truth, int[] clusters) {
    int classes = Arrays.stream(truth).max().orElseThrow() + 1;
    int k = Arrays.stream(clusters).max().orElseThrow() + 1;
    double[][] table = new double[classes][k];
    for (int i = 0; i < truth.length; i++) {
      table[truth[i]][clusters[i]] += 1.0;
    }
    return table;
  }
}
