/** The moments of pairs that ccskl and ccsr minimize over. */
package dev.concord.constraint.moments;
