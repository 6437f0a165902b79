package dev.concord.ml;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import scala.Function1;
import scala.Option;

/** Makes the parameters of the kinds that there are, and explains them. */
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

  static DoubleParam share(Params owner, String name, String doc) {
    return new DoubleParam(owner, name, doc, ParamValidators.inRange(0.0, 1.0, true, false));
  }

  static Function1<Object, Object> atLeast(int least) {
    return ParamValidators.gtEq(least);
  }

  /** Spark's explanation, with a list for the address of an array. */
  static String explained(Params owner, Param<?> param, String explanation) {
    String text = explanation;
    List<Option<?>> values = List.of(owner.getDefault(param), owner.get(param));
    for (Option<?> value : values) {
      if (value.isDefined() && value.get() instanceof Object[] array) {
        text = text.replace(String.valueOf(value.get()), Arrays.toString(array));
      }
    }
    return text;
  }
}
