/** What sets each cluster apart in the columns of the input, and those columns of single points. */
package dev.concord.spark.profile;
