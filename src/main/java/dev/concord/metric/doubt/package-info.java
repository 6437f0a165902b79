/** How sure the cluster of each point is: confidence, runner-up, outlier score, calibration. */
package dev.concord.metric.doubt;
