/** What became of an earlier partition: points that changed, clusters that split and merged. */
package dev.concord.metric.drift;
