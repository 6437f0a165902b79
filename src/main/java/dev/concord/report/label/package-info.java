/** The page on which a person answers questions about pairs: its template, style and script. */
package dev.concord.report.label;
