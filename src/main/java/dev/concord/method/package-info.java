/** One class per published method, and the catalogue that lists them. */
package dev.concord.method;
