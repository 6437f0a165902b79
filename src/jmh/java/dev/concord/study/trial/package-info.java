/** Files of trials that a study goes on with. */
@org.jspecify.annotations.NullMarked
package dev.concord.study.trial;
