/**
 * The answers of people about pairs: their table, contradictions, rounds and questions, and the
 * page on which they are given.
 */
package dev.concord.label;
