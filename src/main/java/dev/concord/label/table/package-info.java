/** The table of answers on disk: its rows, columns and file, and what people disagree about. */
package dev.concord.label.table;
