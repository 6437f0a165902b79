package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a Parquet table of thousands of columns, read by Parquet's own reader of records. Spark
 * compiles an expression for each column, which takes longer than the rows.
 */
final class WideParquet {
  private static final Set<DataType> PLAIN =
      Set.of(
          DataTypes.BooleanType,
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType,
          DataTypes.StringType);

  private WideParquet() {}

  /** A part of a file: its rows are those of the row groups whose middle lies in it. */
  @DefaultSerializer(JavaSerializer.class)
  private record Split(String file, long from, long to) implements Serializable {}

  /** Whether columns of these types are read so. */
  static boolean takes(List<StructField> fields) {
    return fields.stream().allMatch(field -> PLAIN.contains(field.dataType()));
  }

  /** The rows of {@code files}, as Spark names them; whole numbers are longs. */
  static JavaRDD<Row> rows(SparkSession spark, String[] files, List<StructField> fields) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    long most = spark.sessionState().conf().filesMaxPartitionBytes();
    List<Split> splits = new ArrayList<>();
    try {
      for (String file : files) {
        Path path = InputText.path(file);
        long length = path.getFileSystem(hadoop).getFileStatus(path).getLen();
        for (long from = 0; from < length; from += most) {
          splits.add(new Split(file, from, Math.min(length, from + most)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> shared =
        context.broadcast(new SerializableConfiguration(hadoop));
    List<StructField> asked = new ArrayList<>(fields);
    return context
        .parallelize(splits, Math.max(1, splits.size()))
        .flatMap(split -> rows(split, shared.value().value(), asked));
  }

  private static Iterator<Row> rows(Split split, Configuration hadoop, List<StructField> fields)
      throws IOException {
    HadoopInputFile file = HadoopInputFile.fromPath(InputText.path(split.file()), hadoop);
    ParquetReader<Group> reader =
        new Builder(file, fields).withConf(hadoop).withFileRange(split.from(), split.to()).build();
    return Stream.iterate(next(reader), Optional::isPresent, last -> next(reader))
        .map(group -> row(group.orElseThrow(), fields))
        .iterator();
  }

  /** The next record; closes the file behind the last one. */
  private static Optional<Group> next(ParquetReader<Group> reader) {
    try {
      Group next = reader.read();
      if (next == null) {
        reader.close();
      }
      return Optional.ofNullable(next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Type column(GroupType all, String name, String file) {
    if (all.containsField(name)) {
      return all.getType(name);
    }
    return all.getFields().stream()
        .filter(type -> type.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "file %s has no column %s; all files of a table need the same columns, so correct it or leave it out"
                        .formatted(file, name)));
  }

  private static Row row(Group group, List<StructField> fields) {
    @Nullable Object[] values = new Object[fields.size()];
    GroupType types = group.getType();
    for (int c = 0; c < values.length; c++) {
      if (group.getFieldRepetitionCount(c) == 0) {
        continue;
      }
      boolean wide = fields.get(c).dataType().equals(DataTypes.LongType);
      values[c] =
          switch (types.getType(c).asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> (Object) group.getBoolean(c, 0);
            case FLOAT -> group.getFloat(c, 0);
            case DOUBLE -> group.getDouble(c, 0);
            case INT64 -> group.getLong(c, 0);
            case INT32 ->
                wide
                    ? Integer.toUnsignedLong(group.getInteger(c, 0))
                    : (long) group.getInteger(c, 0);
            default -> group.getString(c, 0);
          };
    }
    return RowFactory.create(values);
  }

  private static final class Builder extends ParquetReader.Builder<Group> {
    private final List<StructField> fields;
    private final String path;

    Builder(HadoopInputFile file, List<StructField> fields) {
      super(file);
      this.path = file.getPath().toString();
      this.fields = fields;
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport() {
        @Override
        public ReadContext init(InitContext file) {
          MessageType all = file.getFileSchema();
          List<Type> asked = fields.stream().map(field -> column(all, field.name(), path)).toList();
          return new ReadContext(new MessageType(all.getName(), asked));
        }
      };
    }
  }
}
