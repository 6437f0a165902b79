/** From HOCON text to checked settings. */
package dev.concord.config.read;
