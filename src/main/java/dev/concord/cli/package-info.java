/**
 * The command line: one small class a command, around the same code that the Java API uses. Nothing
 * uses this package.
 */
package dev.concord.cli;
