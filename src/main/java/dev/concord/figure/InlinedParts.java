package dev.concord.figure;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * Reads records with {@link Inline} components: each such component gets the whole object, of which
 * it takes its own keys. Jackson's own unwrapping, which writes them, reads no records before 2.19,
 * and Spark 3.5 brings 2.15.
 */
final class InlinedParts extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription type, JsonDeserializer<?> whole) {
    if (!type.getBeanClass().isRecord()) {
      return whole;
    }
    List<String> parts =
        Arrays.stream(type.getBeanClass().getRecordComponents())
            .filter(component -> component.getAccessor().isAnnotationPresent(Inline.class))
            .map(RecordComponent::getName)
            .toList();
    return parts.isEmpty() ? whole : new Reader(whole, parts);
  }

  private static final class Reader extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a list of List.of is serializable
    private final List<String> parts;

    Reader(JsonDeserializer<?> whole, List<String> parts) {
      super(whole);
      this.parts = parts;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> whole) {
      return new Reader(whole, parts);
    }

    @Override
    public Object deserialize(JsonParser text, DeserializationContext context) throws IOException {
      JsonNode read = context.readTree(text);
      JsonNode given = read;
      if (read instanceof ObjectNode object) {
        ObjectNode named = object.objectNode().setAll(object);
        parts.forEach(part -> named.set(part, object));
        given = named;
      }
      try (JsonParser tree = given.traverse(text.getCodec())) {
        tree.nextToken();
        return super.deserialize(tree, context);
      }
    }
  }
}
