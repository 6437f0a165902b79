/** New points into the clusters of a finished run. */
package dev.concord.method.assign;
