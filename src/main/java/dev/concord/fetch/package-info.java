/** The jars of Spark that the launcher of a bundle fetches on its first start. */
package dev.concord.fetch;
