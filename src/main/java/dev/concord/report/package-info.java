/** The report of a run or an experiment: records, drawings and templates. */
package dev.concord.report;
