/** The refinement of neighbour lists by neighbours of neighbours (NN-Descent). */
package dev.concord.graph.nndescent;
