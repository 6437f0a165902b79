"""Clusters the 1,797 handwritten digits of data-samples/digits, of which some pairs are judged.

Run in the project's folder, with pyspark and concord-spark installed:
python python/examples/digits.py
"""

from pathlib import Path

from pyspark.ml import Pipeline
from pyspark.ml.feature import VectorAssembler
from pyspark.sql import SparkSession

import concord_spark

DIGITS = Path(__file__).resolve().parents[2] / "data-samples" / "digits"


def main() -> None:
    builder = SparkSession.builder.master("local[*]").appName("digits")
    spark = concord_spark.configure(builder).getOrCreate()

    def table(name):
        return spark.read.csv(str(DIGITS / f"{name}.csv"), header=True, inferSchema=True)

    pixels = table("features")
    columns = [name for name in pixels.columns if name != "id"]
    estimator = concord_spark.ConstrainedSpectralClustering(
        k=10, idCol="id", constraints=table("constraints")
    )
    assembler = VectorAssembler(inputCols=columns, outputCol="features")
    model = Pipeline(stages=[assembler, estimator]).fit(pixels)
    clusters = model.transform(pixels).select("id", "prediction")

    clusters.join(table("truth"), "id").groupBy("prediction").pivot("label").count().show()
    summary = model.stages[1].summary
    print(f"normalized cut {summary.ncut:.4f}, violated constraints {summary.violations}")
    spark.stop()


if __name__ == "__main__":
    main()
