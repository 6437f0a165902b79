package dev.concord.figure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The keys of this component, a record or a map, stand among those of the record that it is part
 * of. A map is written, and not read back. It is never null: a part that may be missing has
 * components that may be null, all of them. Its name is no key of its own, or it could not be read
 * back.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface Inline {}
