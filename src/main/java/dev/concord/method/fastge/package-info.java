/** FAST-GE: generalized eigenvectors of two graphs (Cucuringu et al. 2016). */
package dev.concord.method.fastge;
