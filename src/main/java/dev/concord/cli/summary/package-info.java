/** The closing lines of a run and run.json. */
package dev.concord.cli.summary;
