/** The pairs worth asking a person about next. */
package dev.concord.suggest;
