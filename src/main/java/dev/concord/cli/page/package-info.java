/** Converts the outcome of a run to the values of its report, section by section. */
package dev.concord.cli.page;
