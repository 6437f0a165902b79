#!/usr/bin/env bash
#
# Measures Concord on this machine and writes the tables of docs/PERFORMANCE.md:
#
#   scripts/benchmark.sh [--quick] [--only NAME]... [--runs N] [--document FILE]
#
# Needs a JDK 17 or newer and Maven: builds the jar and the benchmarks first. All arguments go to
# dev.concord.benchmark.Benchmark (src/jmh/java), which explains them. Output of the runs: target/benchmark.

set -euo pipefail

CONCORD_HOME=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
export CONCORD_HOME
command -v mvn >/dev/null || {
  printf 'benchmark: no mvn on the PATH: install Maven 3.8 or newer\n' >&2
  exit 2
}
printf 'benchmark: building\n' >&2
(cd -- "$CONCORD_HOME" && mvn -B -q -Pjmh package) </dev/null >&2

target=$CONCORD_HOME/target
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
exec "$java" -cp "$target/test-classes:$target/classes:$(<"$target/jmh-classpath.txt")" \
  dev.concord.benchmark.Benchmark "$@"
