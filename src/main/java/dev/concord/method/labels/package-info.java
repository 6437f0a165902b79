/** Label propagation: gfhf, llgc and csc-gfhf. */
package dev.concord.method.labels;
