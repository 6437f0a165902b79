#!/usr/bin/env bash
#
# Builds and tests Concord on each Spark and Scala: scripts/matrix.sh [--quick] [COMBINATION]...
#
# A combination is spark_scala, such as 3.5_2.12; default: all. Each is built in a copy of the sources in a folder of its
# own, so target/ stays as it is. Without --quick all tests run (mvn verify), half an hour each on two cores. With --quick:
# the tests that depend on Spark most, among them the checksums of clusters and edges of digits and wine, and a run of the
# jar. Then every jar is started on every other Spark, where it must give the same clusters or end with code 2.
# Prints a table; exit code 0 when everything passed.
#
# Environment: MATRIX_FOLDER, where the copies and logs are (default: a temporary folder); MNIST_DIR, the folder with the
# files of MNIST, whose edges are then compared, too; MAVEN_OPTS.

set -uo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
all=(4.1_2.13 4.0_2.13 3.5_2.13 3.5_2.12)
quick_tests=SampleLabelsTest,SparkMatchTest,VersionTest,ConstrainedSpectralClusteringTest,EstimatorParametersTest,CsvTablesTest,CsvEncodingsTest
quick_tests+=,DistributedOperatorTest,SparkCommandTest,PanelTaskTest,RefusedFeaturesTest,LocalAndDistributedTest
quick_tests+=,FigureJsonTest,ResumedJobTest
quick=
if [[ ${1:-} == --quick ]]; then quick=1 && shift; fi
if (($# > 0)); then combinations=("$@"); else combinations=("${all[@]}"); fi
folder=${MATRIX_FOLDER:-$(mktemp -d)}
failed=0

profiles() {
  case $1 in
    4.1_2.13) printf '' ;;
    4.0_2.13) printf -- '-Pspark-4.0' ;;
    3.5_2.13) printf -- '-Pspark-3.5' ;;
    3.5_2.12) printf -- '-Pspark-3.5,scala-2.12' ;;
    *)
      printf 'matrix.sh: there is no combination %s; the combinations are %s\n' "$1" "${all[*]}" >&2
      exit 2
      ;;
  esac
}

# Clusters of digits by the jar of $1 on the Spark of $2: a checksum, or "refused" for exit code 2.
digits() {
  local from=$folder/$1 out=$folder/out-$1-on-$2 log=$folder/$1-on-$2.log code=0
  CONCORD_HOME=$from "${JAVA_HOME:+$JAVA_HOME/bin/}java" @"$from/scripts/jvm.options" \
    "-Dlog4j2.configurationFile=$from/conf/log4j2.properties" \
    -cp "$from/target/concord.jar:$(<"$folder/$2/target/spark-classpath.txt")" dev.concord.cli.Concord \
    cluster --config "$from/conf/digits.conf" --set "output.path=$out" >"$log" 2>&1 || code=$?
  case $code in
    0) tail -q -n +2 "$out"/clusters/part-* | sort | sha256sum | cut -c 1-12 ;;
    2) printf 'refused\n' ;;
    *) printf 'exit %s\n' "$code" ;;
  esac
}

for combination in "${combinations[@]}"; do profiles "$combination" >/dev/null || exit 2; done
printf 'Copies and logs: %s\n' "$folder"
if [[ -z ${MNIST_DIR:-} ]]; then printf 'MNIST_DIR is not set: the edges of MNIST are not compared\n'; fi
printf '\n'
printf '%-12s %-10s %-8s %-8s %s\n' combination build tests failed seconds
# All copies are made first, so that each combination has the same sources whatever is edited meanwhile.
for combination in "${combinations[@]}"; do
  mkdir -p -- "$folder/$combination"
  (cd -- "$home" && tar -cf - --exclude=./target --exclude=./out .) | tar -xf - -C "$folder/$combination"
done
for combination in "${combinations[@]}"; do
  copy=$folder/$combination log=$folder/$combination.log start=$SECONDS built=ok
  # A failed test must not keep the jar from being built.
  read -r -a arguments <<<"-B -Dmaven.test.failure.ignore=true $(profiles "$combination")"
  if [[ -n $quick ]]; then
    arguments+=(package "-Dtest=$quick_tests" -Dsurefire.failIfNoSpecifiedTests=false)
  else
    arguments+=(verify)
  fi
  (cd -- "$copy" && mvn "${arguments[@]}") </dev/null >"$log" 2>&1 || built=failed
  read -r tests bad < <(sed -n 's/.*Tests run: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\), Skipped: [0-9]*$/\1 \2 \3/p' \
    "$log" | awk '{ t += $1; f += $2 + $3 } END { print t + 0, f + 0 }')
  if [[ $built != ok || $bad != 0 || $tests == 0 ]]; then failed=1; fi
  printf '%-12s %-10s %-8s %-8s %s\n' "$combination" "$built" "$tests" "$bad" $((SECONDS - start))
done

printf '\nClusters of digits, by the jar of the row on the Spark of the column\n%-12s' ''
printf ' %-14s' "${combinations[@]}"
printf '\n'
expected=
for jar in "${combinations[@]}"; do
  printf '%-12s' "$jar"
  for spark in "${combinations[@]}"; do
    result=$(digits "$jar" "$spark")
    printf ' %-14s' "$result"
    allowed=$result
    if [[ $result != refused ]]; then expected=${expected:-$result} allowed=$expected; fi
    if [[ $jar == "$spark" ]]; then allowed=$expected; fi
    if [[ $result != "$allowed" || $result == exit* ]]; then failed=1; fi
  done
  printf '\n'
done
exit "$failed"
