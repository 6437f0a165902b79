/** Strategies that choose pairs to ask about, those of other papers beside Concord's own. */
@org.jspecify.annotations.NullMarked
package dev.concord.study.ask;
