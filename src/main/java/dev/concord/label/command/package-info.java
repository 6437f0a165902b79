/** The command label: its configuration, and rounds of questions from runs of the job. */
@NullMarked
package dev.concord.label.command;

import org.jspecify.annotations.NullMarked;
