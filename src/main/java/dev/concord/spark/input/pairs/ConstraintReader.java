package dev.concord.spark.input.pairs;

import dev.concord.config.ConstraintsConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.Refusals;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowCheck;
import dev.concord.spark.input.RuleFaults;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import dev.concord.spark.input.TextValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table of judged pairs. Ids are looked up where the rows are; the driver receives packed
 * arrays, so ten million pairs cost it some 80 MB before they are put in order.
 */
public record ConstraintReader(SparkSession spark, Quarantine quarantine) {
  /** The column of an answer before, which the row replaces; as suggest writes it. */
  private static final String REPLACES = "replaces";

  /** Refuses rows that cannot be used. */
  public ConstraintReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  /**
   * Reads and checks the table. A kind is must-link (same, ML, 1, true), cannot-link (different,
   * CL, -1, false) or one of the words of the configuration, in any case, or unsure, which an empty
   * kind is too. The weight column need not exist. Without a kind column the signed weight
   * determines the constraint: above 0 a must-link, below 0 a cannot-link, its magnitude the
   * weight, 0 or empty unsure. As long as no magnitude exceeds 1 they are degrees of belief.
   *
   * <p>A judged row, unsure ones too, whose column {@code replaces} has a kind other than its own
   * cancels the rows of that kind about its pair, in whatever order they stand.
   *
   * @param ids the points that the table may name
   * @throws dev.concord.error.InputException if the table cannot be read, or names unknown points,
   *     other kinds, or weights that are no degree of belief in (0, 1], or no finite number without
   *     a kind
   */
  public ReadConstraints read(ConstraintsConfig config, IdTable ids) {
    return read(config, PointIds.of(ids));
  }

  /** As {@link #read(ConstraintsConfig, IdTable)}; pairs with a row left out are only counted. */
  public ReadConstraints read(ConstraintsConfig config, PointIds ids) {
    return ReadFailures.guard(config.table(), () -> readTable(config, ids));
  }

  private ReadConstraints readTable(ConstraintsConfig config, PointIds ids) {
    SourceTable table =
        SourceTable.open(spark, config.table(), List.of(config.first(), config.second()));
    Refusals refusals = new Refusals();
    List<Column> columns = new ArrayList<>();
    PairColumns pairs = selected(table, config, columns, refusals);
    Broadcast<PointIds> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    List<PairChunk> chunks;
    try {
      Dataset<Row> rows = table.select(columns);
      RowCheck check = () -> row -> PairChunk.fault(row, pairs, shared.value());
      quarantine.raise(refusals, table, rows, check);
      chunks =
          quarantine
              .sift(table, rows, check)
              .mapPartitions(part -> List.of(PairChunk.of(part, pairs, shared.value())).iterator())
              .collect();
    } finally {
      shared.destroy();
    }
    return gather(
        table,
        config,
        chunks,
        pairs.most(),
        ids.points(),
        wanted -> PairPlaces.of(spark, table, columns, pairs, wanted));
  }

  /**
   * Where a chain of must-links and the cannot-link between its ends stand in the table, for a
   * message: " (row 4, row 7 of pairs.csv; rows are counted from 0)"; empty where they cannot be
   * found. Two Spark jobs.
   *
   * @param chain ids of points, each of which a must-link joins to the next
   */
  public String places(ConstraintsConfig config, List<String> chain) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          SourceTable table =
              SourceTable.open(spark, config.table(), List.of(config.first(), config.second()));
          List<Column> columns = new ArrayList<>();
          PairColumns columnsOf = selected(table, config, columns, new Refusals());
          List<String> pairs = new ArrayList<>();
          for (int i = 0; i + 1 < chain.size(); i++) {
            pairs.add(PairPlaces.pair(chain.get(i), chain.get(i + 1), true));
          }
          pairs.add(PairPlaces.pair(chain.get(0), chain.get(chain.size() - 1), false));
          return PairPlaces.of(spark, table, columns, columnsOf, new HashSet<>(pairs))
              .list(pairs, String.join(", ", config.table().paths()));
        });
  }

  /**
   * Adds what a row has to {@code columns}: ids, kind as text, the weight if there is one, and what
   * it replaces. A column of kinds or weights that is refused is left out.
   *
   * @throws dev.concord.error.InputException if the ids cannot be read
   */
  private static PairColumns selected(
      SourceTable table, ConstraintsConfig config, List<Column> columns, Refusals refusals) {
    IdColumn first = refusals.attempt(() -> IdColumn.of(table, "first", config.first()));
    IdColumn second = refusals.attempt(() -> IdColumn.of(table, "second", config.second()));
    Optional<StructField> weights =
        refusals.attempt(
            () ->
                Optional.ofNullable(
                    weight(table, config.weight(), config.named().contains("weight"))));
    boolean given = weights == null || weights.isPresent();
    boolean real = given && !config.named().contains("kind") && table.find(config.kind()) == null;
    StructField kind = real ? null : refusals.attempt(() -> table.field("kind", config.kind()));
    if (first == null || second == null) {
      refusals.raise();
    }
    columns.add(Objects.requireNonNull(first).select(table));
    columns.add(Objects.requireNonNull(second).select(table));
    StructField weight = weights == null ? null : weights.orElse(null);
    if (weight != null && real) {
      Column belief = table.column(weight).cast(DataTypes.DoubleType);
      columns.add(functions.when(belief.gt(0.0), "must-link").when(belief.lt(0.0), "cannot-link"));
      columns.add(functions.abs(belief));
    } else {
      columns.add(
          kind == null
              ? functions.lit("must-link")
              : table.column(kind).cast(DataTypes.StringType));
      if (weight != null) {
        columns.add(table.column(weight).cast(DataTypes.DoubleType));
      }
    }
    StructField replaces = real ? null : table.find(REPLACES);
    if (replaces != null) {
      if (weight == null) {
        columns.add(functions.lit(1.0).as("weight"));
      }
      columns.add(table.column(replaces).cast(DataTypes.StringType));
    }
    return new PairColumns(
        first, second, weight != null, real ? Double.MAX_VALUE : 1.0, config.words());
  }

  /** The ids of both columns, of those that hold ids; null is none. */
  public IdTable ids(ConstraintsConfig config) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          List<String> names = List.of(config.first(), config.second());
          SourceTable table = SourceTable.open(spark, config.table(), names);
          Refusals passed = new Refusals();
          List<IdColumn> columns =
              Stream.of(
                      passed.attempt(() -> IdColumn.of(table, "first", config.first())),
                      passed.attempt(() -> IdColumn.of(table, "second", config.second())))
                  .filter(Objects::nonNull)
                  .toList();
          return columns.isEmpty() ? IdTable.none() : IdTables.named(table, columns);
        });
  }

  /**
   * The weight column, refused unless numeric; null when the table has none and {@code named} does
   * not require it.
   */
  public static @Nullable StructField weight(SourceTable table, String name, boolean named) {
    StructField weight = named ? table.field("weight", name) : table.find(name);
    if (weight != null
        && !(weight.dataType() instanceof NumericType)
        && !weight.dataType().equals(DataTypes.NullType)
        && !isEmptyText(table, weight)) {
      throw table.refuse(
          ("column %s (%s.weight) has type %s%s; weights are numbers, so correct or cast the"
                  + " column, or name another one")
              .formatted(
                  weight.name(),
                  table.config().key(),
                  weight.dataType().simpleString(),
                  TextValues.described(table, null, weight)));
    }
    return weight;
  }

  /** CSV takes a column that is empty throughout for text. */
  private static boolean isEmptyText(SourceTable table, StructField field) {
    return table.untypedIds()
        && field.dataType().equals(DataTypes.StringType)
        && table.rows().filter(table.column(field).isNotNull()).isEmpty();
  }

  private static ReadConstraints gather(
      SourceTable table,
      ConstraintsConfig config,
      List<PairChunk> chunks,
      double most,
      IdTable ids,
      Function<Set<String>, PairPlaces> places) {
    RuleFaults<PairChunk.Rule> faults = RuleFaults.of(PairChunk.Rule.class);
    TableFaults dropped = new TableFaults();
    long pairs = 0;
    long rows = 0;
    long unsure = 0;
    for (PairChunk chunk : chunks) {
      faults.merge(chunk.faults());
      dropped.merge(chunk.dropped());
      pairs += chunk.pairs().length;
      rows += chunk.rows();
      unsure += chunk.unsure();
    }
    PairChunk.refuseFaults(faults, table, config, most, places);
    long[] replaced =
        chunks.stream()
            .flatMapToLong(c -> Arrays.stream(c.replaced()))
            .sorted()
            .distinct()
            .toArray();
    int size = IdTables.checkedSize(table, pairs);
    int[] first = new int[size];
    int[] second = new int[size];
    boolean[] mustLink = new boolean[size];
    double[] weight = new double[size];
    int kept = 0;
    for (PairChunk chunk : chunks) {
      for (int p = 0; p < chunk.pairs().length; p++) {
        long pair = chunk.pairs()[p];
        if (Arrays.binarySearch(replaced, pair) < 0) {
          first[kept] = DeclinedPairs.first(pair);
          second[kept] = DeclinedPairs.second(pair);
          mustLink[kept] = DeclinedPairs.must(pair);
          weight[kept++] = chunk.weight() == null ? 1.0 : chunk.weight()[p];
        }
      }
    }
    int[] a = Arrays.copyOf(first, kept);
    int[] b = Arrays.copyOf(second, kept);
    boolean[] kind = Arrays.copyOf(mustLink, kept);
    double[] belief = Arrays.copyOf(weight, kept);
    LongStream declined = chunks.stream().flatMapToLong(c -> Arrays.stream(c.declined()));
    return new ReadConstraints(
        most > 1.0
            ? PairConstraints.ofReals(ids.size(), a, b, kind, belief, ids)
            : PairConstraints.of(ids.size(), a, b, kind, belief, ids),
        unsure,
        rows,
        DeclinedPairs.of(LongStream.concat(declined, Arrays.stream(replaced)).toArray()),
        dropped);
  }
}
