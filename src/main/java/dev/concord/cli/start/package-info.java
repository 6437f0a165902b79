/** How a command starts and ends: session, messages, logs, exit codes. */
package dev.concord.cli.start;
