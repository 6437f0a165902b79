/**
 * The failures a user can meet, each with the exit code it ends a command with. Uses nothing;
 * everything may use it.
 */
package dev.concord.error;
