/** All faults of all inputs at once, for the command validate. */
package dev.concord.spark.validation;
