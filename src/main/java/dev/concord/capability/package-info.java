/** What the program can do beside its core: the list of capabilities, and what they add to it. */
@NullMarked
package dev.concord.capability;

import org.jspecify.annotations.NullMarked;
