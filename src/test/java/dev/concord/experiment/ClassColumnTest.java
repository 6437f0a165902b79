package dev.concord.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.FeaturesConfig;
import dev.concord.spark.input.InputFiles;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class ClassColumnTest {
  @TempDir Path folder;

  private FeaturesConfig leftOut(String id, String text) {
    FeaturesConfig features =
        InputFiles.features("csv", id, InputFiles.write(folder, "points.csv", text));
    return ClassColumn.leftOut(SparkTest.session(), features, "class");
  }

  @Test
  void idsAndUnnamedColumnsAreNoFeaturesEither() {
    String ids = "id,x,class\n1,1,a\n2,3,b\n";
    assertThatThrownBy(() -> leftOut(null, ids)).hasMessageContaining("set input.features.id = id");
    assertThatThrownBy(() -> leftOut(null, ",x,class\n1,1,a\n2,3,b\n"))
        .hasMessageContaining("column 1 has no name");
    assertThat(leftOut("id", ids).columns()).containsExactly("x");
  }
}
