/** The program of scripts/benchmark.sh: measures, and writes the tables of docs/PERFORMANCE.md. */
package dev.concord.benchmark;
