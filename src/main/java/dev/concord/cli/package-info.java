/** The commands and what they print at the end. */
package dev.concord.cli;
