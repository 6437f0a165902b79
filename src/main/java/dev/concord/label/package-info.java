/** The answers of people about pairs: their table on disk, contradictions, and the questions. */
package dev.concord.label;
