/** The papers' studies at the papers' size, where the command experiment cannot express them. */
package dev.concord.study;
