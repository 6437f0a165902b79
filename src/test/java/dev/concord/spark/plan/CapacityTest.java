package dev.concord.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many executors a plan counts on. */
class CapacityTest {

  @ParameterizedTest(name = "{0} running, {1} asked, dynamic {2}, first {3}, most {4}")
  @CsvSource({
    "0, , false, , , 1",
    "3, , false, , , 3",
    "1, 8, false, , , 8",
    "1, , false, 5, 20, 1",
    "1, , true, , , 1",
    "1, , true, 5, , 5",
    "1, , true, 5, 20, 20",
    "4, 2, true, , 3, 4",
  })
  void executorsAreCounted(
      int running, Integer asked, boolean dynamic, Integer first, Integer most, int expected) {
    SparkConf conf = new SparkConf(false);
    set(conf, "spark.executor.instances", asked);
    conf.set("spark.dynamicAllocation.enabled", Boolean.toString(dynamic));
    set(conf, "spark.dynamicAllocation.initialExecutors", first);
    set(conf, "spark.dynamicAllocation.maxExecutors", most);

    assertThat(Capacity.executors(conf, running)).isEqualTo(expected);
  }

  private static void set(SparkConf conf, String key, Integer value) {
    if (value != null) {
      conf.set(key, value.toString());
    }
  }
}
