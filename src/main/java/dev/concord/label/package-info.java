/** The answers of people about pairs: contradictions among them, rounds, and their questions. */
package dev.concord.label;
