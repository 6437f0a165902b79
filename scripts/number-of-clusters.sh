#!/usr/bin/env bash
#
# The number of clusters that clusters.count = auto chooses, on data with known classes, without pairs
# and with 100 random ones:
#
#   CONCORD_DATA=/data scripts/number-of-clusters.sh [NAME...]
#
# NAME is iris, wine, wdbc, segment, soybean-small, glass, balance-scale, digits, usps, mnist, moons
# or groups-K-SEED (scripts/make-groups: K groups of about 120 points); default: those of
# docs/PERFORMANCE.md. Prints a row a data set: classes, the number chosen and the runner-up
# without pairs, the same with pairs, seconds of the choice.
#
# Environment:
#   CONCORD_DATA      the folder with NAME.csv or NAME.csv.gz (label in the last column), mnist/
#   CONCORD_SEED      the seed of pairs, default 1
#   CONCORD_WORK      where tables and outputs go, default out/number in the project
#   CONCORD_COMMAND   what is run, default scripts/concord

set -euo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
work=${CONCORD_WORK:-$home/out/number}
seed=${CONCORD_SEED:-1}
command=${CONCORD_COMMAND:-$home/scripts/concord}
names=("$@")
[[ ${#names[@]} -gt 0 ]] || names=(iris wine wdbc segment soybean-small moons digits usps
  groups-5-9001 groups-20-9002 groups-50-9003 mnist)
mkdir -p "$work"

# The labels of a data set as a table of id and label.
labels() { awk -F, 'BEGIN { print "id,label" } NR > 1 { print NR - 2 "," $NF }'; }

# The settings of a data set in $work/NAME.conf, its labels for make-pairs in the array truth.
prepare() {
  local name=$1 file=${CONCORD_DATA:-}/$1.csv table=$work/$1.labels drop=
  case $name in
    mnist)
      truth=("$CONCORD_DATA/mnist/train-labels-idx1-ubyte.gz" "$CONCORD_DATA/mnist/t10k-labels-idx1-ubyte.gz")
      printf 'input.features { format = idx, path = ["%s", "%s"] }\ninput.truth { format = idx, path = ["%s", "%s"] }\n' \
        "$CONCORD_DATA/mnist/train-images-idx3-ubyte.gz" "$CONCORD_DATA/mnist/t10k-images-idx3-ubyte.gz" \
        "${truth[@]}" >"$work/$name.conf"
      return
      ;;
    moons)
      file=$home/data-samples/moons/features.csv
      cp "$home/data-samples/moons/truth.csv" "$table"
      drop=id
      ;;
    groups-*)
      local k=${name#groups-}
      file=$work/$name.csv
      "$home/scripts/make-groups" $((120 * ${k%-*})) "${k%-*}" "${k#*-}" "$file"
      mv "$file.labels" "$table"
      ;;
    *)
      [[ -f $file ]] || file=$file.gz
      case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac | labels >"$table"
      drop=label
      ;;
  esac
  local columns
  columns=$(case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac | sed -n 1p | tr -d '"\r' | tr , '\n' |
    grep -vx "$drop" | sed 's/.*/"&"/' | paste -sd,)
  printf 'input.features { format = csv, path = "%s", columns = [%s] }\ninput.truth { format = csv, path = "%s" }\n' \
    "$file" "$columns" "$table" >"$work/$name.conf"
  truth=("$table")
}

# What metrics.json says, in one field each: chosen, runner-up, seconds.
outcome() {
  sed -n -e 's/.*"chosen" *: *\([0-9]*\).*/\1/p' -e 's/.*"runnerUp" *: *\([0-9]*\).*/\1/p' \
    -e 's/.*"number" *: *\([0-9.]*\),\{0,1\}$/\1/p' "$1/metrics.json" | paste -sd' '
}

printf '%-16s %8s %8s  %s\n' data points classes 'chosen runner-up seconds: without pairs | with 100'
for name in "${names[@]}"; do
  truth=()
  prepare "$name"
  "$home/scripts/make-pairs" 100 "$seed" "${truth[@]}" >"$work/$name.pairs.csv"
  cat >>"$work/$name.conf" <<END
clusters { count = auto, method = ncut, refine = none }
output { path = "$work/$name", overwrite = true, model = false }
END
  "$command" cluster --config "$work/$name.conf" >"$work/$name.log" 2>&1 ||
    { cat "$work/$name.log" >&2; continue; }
  plain=$(outcome "$work/$name")
  "$command" cluster --config "$work/$name.conf" --set output.path="$work/$name-pairs" \
    --set input.constraints.format=csv --set input.constraints.path="$work/$name.pairs.csv" \
    >"$work/$name-pairs.log" 2>&1 || { cat "$work/$name-pairs.log" >&2; continue; }
  points=$(sed -n 's/^ *"n" *: *\([0-9]*\).*/\1/p' "$work/$name/metrics.json" | head -1)
  classes=$(case $name in mnist) echo 10 ;; *) tail -n +2 "$work/$name.labels" | cut -d, -f2 | sort -u | wc -l ;; esac)
  printf '%-16s %8s %8s  %s | %s\n' "$name" "$points" "$classes" "$plain" "$(outcome "$work/$name-pairs")"
done
