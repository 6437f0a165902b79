/** What people know about pairs of points: closure, conflicts, implied pairs. */
package dev.concord.constraint;
