/** Principal components that stand for many features. */
@org.jspecify.annotations.NullMarked
package dev.concord.graph.projection;
