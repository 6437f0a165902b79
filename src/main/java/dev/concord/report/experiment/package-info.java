/** The page and the Markdown text of an experiment. */
package dev.concord.report.experiment;
