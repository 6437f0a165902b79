/** Methods that write pairs into the affinities: spectral-learning, kkm, random-walk-csc. */
package dev.concord.method.affinity;
