package dev.concord.spark.input;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/**
 * A Spark source without files: rows (4, 0.5) and (3, 1.5) of columns id and x. With option {@code
 * restless} the second row has another id at every scan.
 */
public final class TwoRowSource implements RelationProvider {
  @Override
  public BaseRelation createRelation(SQLContext context, Map<String, String> parameters) {
    return new Relation(context, parameters.contains("restless"));
  }

  private static final class Relation extends BaseRelation implements TableScan {
    private final SQLContext context;
    private final boolean restless;
    private long scans;

    Relation(SQLContext context, boolean restless) {
      this.context = context;
      this.restless = restless;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return new StructType().add("id", DataTypes.LongType).add("x", DataTypes.DoubleType);
    }

    @Override
    public RDD<Row> buildScan() {
      long id = restless ? 10 + scans++ : 3L;
      return JavaSparkContext.fromSparkContext(context.sparkContext())
          .parallelize(List.of(RowFactory.create(4L, 0.5), RowFactory.create(id, 1.5)))
          .rdd();
    }
  }
}
