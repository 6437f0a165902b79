package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/**
 * Searches a table of new points for missing features and for codes that are no level of their
 * column. Each method is one pass.
 *
 * @param drops whether rows with a missing feature are left out
 */
record MissingPoints(
    JavaRDD<Row> rows, NewPointIds ids, FeatureColumns columns, boolean drops, String place) {
  private static final int NAMED = 3;

  /** The smallest ids of a partition. */
  @DefaultSerializer(JavaSerializer.class)
  private record Part(long rows, ArrayList<Object> first, ArrayList<TableFaults> unseen)
      implements Serializable {}

  /** How many there are, with the first ids. */
  MissingFeatures count() {
    NewPointIds names = ids;
    FeatureColumns features = columns;
    String table = place;
    boolean leaves = drops;
    List<TableFaults> unseen = fresh(columns.categories().size());
    long total = 0;
    TreeSet<Object> first = new TreeSet<>();
    for (Part part :
        rows.mapPartitions(p -> List.of(part(p, names, features, leaves, table)).iterator())
            .collect()) {
      total += part.rows();
      first.addAll(part.first());
      for (int c = 0; c < unseen.size(); c++) {
        unseen.get(c).merge(part.unseen().get(c));
      }
    }
    return new MissingFeatures(
        total, first.stream().limit(NAMED).map(Object::toString).toList(), unseen);
  }

  private static ArrayList<TableFaults> fresh(int columns) {
    ArrayList<TableFaults> faults = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      faults.add(new TableFaults());
    }
    return faults;
  }

  /** Those of these ids that name such a row. */
  IdTable among(Broadcast<IdTable> wanted) {
    NewPointIds names = ids;
    FeatureColumns features = columns;
    String table = place;
    BitSet found = new BitSet();
    for (int[] part :
        rows.mapPartitions(
                p -> List.of(positions(p, names, features, table, wanted.value())).iterator())
            .collect()) {
      Arrays.stream(part).forEach(found::set);
    }
    return wanted.value().subset(found.stream().toArray());
  }

  private static Part part(
      Iterator<Row> rows, NewPointIds ids, FeatureColumns columns, boolean drops, String place) {
    ToIntFunction<Row> numbers = ids.numbers();
    TreeSet<Object> first = new TreeSet<>();
    ArrayList<TableFaults> unseen = fresh(columns.categories().size());
    long count = 0;
    while (rows.hasNext()) {
      Row row = rows.next();
      long number = numbers == null ? 0 : numbers.applyAsInt(row);
      if (!drops || !columns.hasMissing(row, ids.columns())) {
        for (int c = 0; c < unseen.size(); c++) {
          if (columns.isUnseen(row, ids.columns(), c)) {
            String code = columns.code(row, ids.columns(), c);
            unseen.get(c).add(code.isEmpty() ? "a missing value" : code);
          }
        }
      } else {
        count++;
        first.add(numbers == null ? ids.id(row, place) : (Object) number);
        if (first.size() > NAMED) {
          first.pollLast();
        }
      }
    }
    return new Part(count, new ArrayList<>(first), unseen);
  }

  private static int[] positions(
      Iterator<Row> rows, NewPointIds ids, FeatureColumns columns, String place, IdTable wanted) {
    BitSet found = new BitSet();
    while (rows.hasNext()) {
      Row row = rows.next();
      int at = wanted.find(ids.id(row, place));
      if (at >= 0 && columns.hasMissing(row, ids.columns())) {
        found.set(at);
      }
    }
    return found.stream().toArray();
  }
}
