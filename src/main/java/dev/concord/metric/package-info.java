/** Agreement, matching, violations and evidence of a partition. */
package dev.concord.metric;
