/** Images as tables of pixels. */
package dev.concord.spark.input.image;
