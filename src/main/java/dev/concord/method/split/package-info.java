/** Some clusters of an earlier partition clustered anew, while all other points keep theirs. */
package dev.concord.method.split;
