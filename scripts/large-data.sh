#!/usr/bin/env bash
#
# The default method on large tables with known classes: error, ARI and seconds of every draw of pairs.
#
#   CONCORD_DATA=/data scripts/large-data.sh [NAME:PAIRS:SEEDS...]
#
# NAME is mnist, mnist-ext, usps, shuttle or another table NAME.csv or NAME.csv.gz with the label in
# the last column. PAIRS is a number of random pairs (scripts/make-pairs); SEEDS are separated by
# commas, and seed the pairs or, without pairs, the run. mnist-ext is made of mnist where it is not
# there yet (494 MB). Prints a row a run: data, pairs, seed, majority error in per cent, ARI, pairs
# that do not hold, seconds by the program's clock, those of product-cut and of cosc. Runs whose
# output is there already are not repeated.
#
# Environment:
#   CONCORD_DATA      the folder with mnist/ (its four files) and the tables
#   CONCORD_WORK      where tables and outputs go, default out/large in the project
#   CONCORD_COMMAND   what is run, default scripts/concord

set -euo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
work=${CONCORD_WORK:-$home/out/large}
command=${CONCORD_COMMAND:-$home/scripts/concord}
rows=("$@")
[[ ${#rows[@]} -gt 0 ]] || rows=(mnist:0:1,2,3,4,5 mnist:500:1,2,3,4,5 mnist:5000:1,2,3,4,5
  usps:0:1,2,3,4,5 usps:500:1,2,3,4,5 usps:1000:1,2,3,4,5 usps:4000:1,2,3,4,5 shuttle:1000:1,2,3
  mnist-ext:0:1,2 mnist-ext:3200:1,2,3,4,5)
: "${CONCORD_DATA:?set CONCORD_DATA to the folder of the data}"
mkdir -p "$work"

# The settings of a data set in $work/NAME.conf, its labels for make-pairs in the array truth.
prepare() {
  local name=$1 file=$CONCORD_DATA/$1.csv table=$work/$1.labels clusters=10 columns
  local mnist=$CONCORD_DATA/mnist
  case $name in
    mnist)
      truth=("$mnist/train-labels-idx1-ubyte.gz" "$mnist/t10k-labels-idx1-ubyte.gz")
      printf 'input.features { format = idx, path = ["%s", "%s"] }\ninput.truth { format = idx, path = ["%s", "%s"] }\n' \
        "$mnist/train-images-idx3-ubyte.gz" "$mnist/t10k-images-idx3-ubyte.gz" "${truth[@]}" >"$work/$name.conf"
      ;;
    mnist-ext)
      [[ -f $work/ext/labels-idx1-ubyte ]] || "$home/scripts/make-mnist-ext" "$mnist" "$work/ext" >&2
      truth=("$work/ext/labels-idx1-ubyte")
      printf 'input.features { format = idx, path = "%s" }\ninput.truth { format = idx, path = "%s" }\ngraph { search = approximate, recall = 0.98 }\n' \
        "$work/ext/images-idx3-ubyte" "${truth[0]}" >"$work/$name.conf"
      ;;
    *)
      [[ -f $file ]] || file=$file.gz
      case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac \
        | awk -F, 'BEGIN { print "id,label" } NR > 1 { print NR - 2 "," $NF }' >"$table"
      truth=("$table")
      clusters=$(awk -F, 'NR > 1 && !($2 in seen) { seen[$2]; count++ } END { print count }' "$table")
      columns=$(case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac | sed -n 1p | tr -d '"\r' | tr , '\n' |
        sed -e '$d' -e 's/.*/"&"/' | paste -sd,)
      printf 'input.features { format = csv, path = "%s", columns = [%s] }\ninput.truth { format = csv, path = "%s" }\n' \
        "$file" "$columns" "$table" >"$work/$name.conf"
      ;;
  esac
  printf 'clusters.count = %s\n' "$clusters" >>"$work/$name.conf"
}

# A figure of metrics.json by its key; the first one of that name.
figure() { sed -n "s/^ *\"$1\" : \\([-0-9.E]*\\),*\$/\\1/p" "$2" | awk 'NR == 1 { printf "%.1f", $1 }'; }

# One run, and its row.
run() {
  local name=$1 pairs=$2 seed=$3 out=$work/out/$1-$2-$3 given=()
  if [[ ! -f $out/metrics.json ]]; then
    if [[ $pairs == 0 ]]; then
      given=(--set "clusters.seed=$seed")
    else
      "$home/scripts/make-pairs" "$pairs" "$seed" "${truth[@]}" >"$work/$name-$pairs-$seed.csv"
      given=(--set "input.constraints={format=csv,path=\"$work/$name-$pairs-$seed.csv\"}")
    fi
    "$command" cluster --config "$work/$name.conf" --set "output.path=$out" "${given[@]}" \
      >"$work/$name-$pairs-$seed.log" 2>&1 || { cat "$work/$name-$pairs-$seed.log" >&2; return 1; }
  fi
  row "$name" "$pairs" "$seed" "$out/metrics.json" "$work/$name-$pairs-$seed.log"
}

row() {
  local time error held
  time=$(sed -n 's/^Time  *\([0-9.]*\) s.*/\1/p' "$5")
  error=$(sed -n 's/^Truth.*matched, \([0-9.]*\) % by majority.*/\1/p' "$5")
  held=$(sed -n 's/^Constraints  *//p' "$5")
  printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$1" "$2" "$3" "$error" \
    "$(sed -n 's/^Truth  *ARI \([-0-9.]*\),.*/\1/p' "$5")" "${held:--}" "$time" \
    "$(figure product-cut "$4")" "$(figure cosc "$4")"
}

printf '| data | pairs | seed | error %% | ARI | pairs held | seconds | product-cut | cosc |\n|---|---|---|---|---|---|---|---|---|\n'
for row in "${rows[@]}"; do
  IFS=: read -r name pairs seeds <<<"$row"
  prepare "$name"
  IFS=, read -ra list <<<"$seeds"
  for seed in "${list[@]}"; do run "$name" "$pairs" "$seed"; done
done
