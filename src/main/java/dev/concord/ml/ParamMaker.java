package dev.concord.ml;

import java.util.List;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** Makes the parameters of the kinds that there are. */
final class ParamMaker {
  private ParamMaker() {}

  static Param<String> text(Params owner, String name, String doc) {
    return new Param<>(owner, name, doc);
  }

  static Param<String> choice(Params owner, String name, String doc, List<String> legal) {
    return new Param<>(
        owner, name, doc + ": " + String.join(", ", legal), new AllowedWords(name, legal));
  }

  static DoubleParam size(Params owner, String name, String doc) {
    return new DoubleParam(owner, name, doc, ParamValidators.gtEq(0.0));
  }

  static Function1<Object, Object> atLeast(int least) {
    return ParamValidators.gtEq(least);
  }
}
