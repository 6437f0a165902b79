/**
 * One class per published method, and the catalogue that lists them. A method uses operators and
 * services, never Spark.
 */
package dev.concord.method;
