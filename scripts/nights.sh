#!/usr/bin/env bash
#
# Nightly runs, each from the output of the night before, beside a full run of the same tables:
#
#   scripts/nights.sh NIGHTS [KEY=VALUE...]
#
# NIGHTS is a folder that scripts/make-nights wrote (night-00, night-01, ...). The outputs go to
# NIGHTS/out: step-NN (from the night before, clusters.base) and full-NN (without). Prints a row a night:
# seconds of the whole process and processor seconds of the step and of the full run, the step's share
# of the full run by each, majority error of both in per cent, recall of the step's graph, points that
# moved, pairs that hold in the step, and why the step made a full run, if it did. Runs whose output is there already
# are not repeated; their times are kept beside the output. KEY=VALUE are settings of both runs.
#
# Environment:
#   CONCORD_COMMAND   what is run, default scripts/concord
#   CONCORD_FULL      nights with a full run, default all: a list such as "01 05 10"

set -euo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
command=${CONCORD_COMMAND:-$home/scripts/concord}
[[ $# -ge 1 && -d $1/night-00 ]] || { printf 'usage: nights.sh NIGHTS [KEY=VALUE...]\n' >&2; exit 2; }
nights=$(cd -- "$1" && pwd)
shift
settings=()
for setting in "$@"; do settings+=(--set "$setting"); done
mkdir -p "$nights/out"

# One run: NAME NIGHT SETTINGS... Its three times go to NAME.time: real, user and system seconds.
run() {
  local name=$1 night=$2 out=$nights/out/$1
  shift 2
  grep -qs "\"status\" : \"ok\"" "$out/_RESULT.json" && [[ -f $out.time ]] && return
  cat >"$out.conf" <<END
input {
  features { format = parquet, path = "$nights/night-$night/features", id = id, vector = features }
  constraints { format = csv, path = "$nights/night-$night/pairs.csv" }
  truth { format = csv, path = "$nights/night-$night/truth.csv" }
}
output.path = "$out"
END
  TIMEFORMAT='%R %U %S'
  { time "$command" cluster --config "$out.conf" "${settings[@]}" "$@" >"$out.log" 2>&1; } 2>"$out.time" ||
    { cat "$out.log" >&2; return 1; }
}

error() { sed -n 's/^Truth.*matched, \([0-9.]*\) % by majority.*/\1/p' "$nights/out/$1.log"; }
figure() { sed -n "s/^ *\"$1\" : \"*\\([^\",]*\\)\"*,*\$/\\1/p" "$nights/out/$2/metrics.json" | head -n 1; }

printf '| night | step s | cpu s | full s | cpu s | share | of cpu | step error %% | full error %% | recall | moved | pairs held | full run because |\n'
printf '|---|---|---|---|---|---|---|---|---|---|---|---|---|\n'
run step-00 00 --set output.base=true
before=step-00
for folder in "$nights"/night-[0-9]*; do
  night=${folder##*-}
  [[ $night == 00 ]] && continue
  run "step-$night" "$night" --set output.base=true --set "clusters.base=$nights/out/$before"
  before=step-$night
  full=step-$night
  if [[ " ${CONCORD_FULL:-$night} " == *" $night "* ]]; then
    full=full-$night
    run "$full" "$night"
  fi
  read -r real user system <"$nights/out/step-$night.time"
  read -r freal fuser fsystem <"$nights/out/$full.time"
  awk -v n="$night" -v r="$real" -v c="$user $system" -v fr="$freal" -v fc="$fuser $fsystem" \
    -v e="$(error "step-$night")" -v fe="$(error "$full")" -v recall="$(figure recallEstimate "step-$night")" \
    -v moved="$(figure moved "step-$night")" -v why="$(figure full "step-$night")" -v same="$([[ $full == step* ]] && echo 1)" \
    -v held="$(sed -n 's/^Constraints  *//p' "$nights/out/step-$night.log")" '
    BEGIN {
      split(c, a, " "); split(fc, b, " "); c = a[1] + a[2]; fc = b[1] + b[2]
      if (same) printf "| %s | %.1f | %.1f | - | - | - | - | %s | - |", n, r, c, e
      else printf "| %s | %.1f | %.1f | %.1f | %.1f | %.3f | %.3f | %s | %s |", n, r, c, fr, fc, r / fr, c / fc, e, fe
      printf " %s | %s | %s | %s |\n", recall == "" ? "-" : recall, moved, held, why
    }'
done
