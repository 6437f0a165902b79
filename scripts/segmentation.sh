#!/usr/bin/env bash
#
# Segments two images as in section 7.1 of Wang, Qian and Davidson and writes what came out as a
# section of docs/RESULTS.md:
#
#   BSDS=images scripts/segmentation.sh OUTPUT
#
# BSDS is the folder with 296059.jpg and 189080.jpg of the Berkeley Segmentation Dataset. OUTPUT gets a
# folder for each run, results.md and segments.svg. The drawing shows segments and blocks only: the
# photographs are not ours to pass on. See conf/elephants.conf.

set -euo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
: "${BSDS:?set BSDS to the folder with the Berkeley images}"
out=${1:?give the folder for the results}
began=$SECONDS
mkdir -p -- "$out"
blocks=$home/data-samples/bsds

# name | title | image | width | height | position | method | blocks
runs() {
  cat <<'END_RUNS'
plain|Elephants, no blocks|296059|48|32|0.15|ncut|elephants
background|Elephants from sky and ground|296059|48|32|0.15|csp|elephants
apart|One elephant from the other|296059|48|32|0.6|csp|elephants-apart
face-plain|Face, no blocks|189080|32|48|0.3|ncut|face
face|Face from the background|189080|32|48|0.3|csp|face
hat|Hat from the face|189080|32|48|0.6|csp|hat
END_RUNS
}

cluster() {
  local name=$1 image=$2 width=$3 height=$4 position=$5 method=$6 labels=$7
  [[ -f $out/$name/metrics.json ]] && return
  "$home/scripts/concord" cluster --config "$home/conf/elephants.conf" \
    --set "input.features.path=$BSDS/$image.jpg" \
    --set "input.features.options.width=$width" --set "input.features.options.height=$height" \
    --set "input.features.options.position=$position" \
    --set "input.labels.path=$blocks/$labels.csv" --set "clusters.method=$method" \
    --set "output.path=$out/$name" >&2
}

# A number of a run's metrics.json by its key.
figure() {
  sed -n "s/^ *\"$2\" : *\([-0-9.eE]*\),*\$/\1/p" "$out/$1/metrics.json" | head -n 1
}

# Lines "pixel cluster" of a run.
clusters() {
  cat -- "$out/$1"/clusters/*.csv | awk -F, '$1 ~ /^[0-9]+$/ { print $1, $2 }'
}

# A panel of the drawing at (x, y): runs of equal pixels as bars, blocks as frames.
panel() {
  local name=$1 width=$2 labels=$3 x=$4 y=$5 title=$6
  printf '<g transform="translate(%d %d)"><text y="-6">%s</text>\n' "$x" "$y" "$title"
  clusters "$name" | sort -n | awk -v width="$width" '
    function flush() {
      if (run > 0) printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"5\" class=\"c%d\"/>\n", from * 5, row * 5, run * 5, cluster
      run = 0
    }
    { c = $1 % width; r = int($1 / width)
      if (run > 0 && (r != row || $2 != cluster)) flush()
      if (run == 0) { from = c; row = r; cluster = $2 }
      run++ }
    END { flush() }'
  awk -F, 'NR > 1 {
      if (!($5 in kind)) kind[$5] = count++
      printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"b%d\"/>\n", $1 * 5, $2 * 5, $3 * 5, $4 * 5, kind[$5] }' \
    "$blocks/$labels.csv"
  printf '</g>\n'
}

# How many labelled pixels lie in the cluster in which most of their label do: "kept of all".
kept() {
  local name=$1 width=$2 labels=$3
  { awk -F, -v width="$width" 'NR > 1 {
      for (y = $2; y < $2 + $4; y++) for (x = $1; x < $1 + $3; x++) print "label", y * width + x, $5 }' \
      "$blocks/$labels.csv"
    clusters "$name" | sed 's/^/cluster /'
  } | awk '$1 == "label" { label[$2] = $3; all++ }
    $1 == "cluster" && ($2 in label) { seen[label[$2] SUBSEP $3]++; names[label[$2]] = 1; ids[$3] = 1 }
    END { # Two labels go to two clusters, the better way round.
      n = 0; for (a in names) name[n++] = a
      m = 0; for (c in ids) id[m++] = c
      best = 0
      for (i = 0; i < m; i++) for (j = 0; j < m; j++) {
        if (n == 2 && i == j) continue
        sum = seen[name[0] SUBSEP id[i]] + (n == 2 ? seen[name[1] SUBSEP id[j]] : 0)
        if (sum > best) best = sum
      }
      if (m == 1) for (i = 0; i < n; i++) if (seen[name[i] SUBSEP id[0]] > best) best = seen[name[i] SUBSEP id[0]]
      printf "%d of %d", best, all }'
}

while IFS='|' read -r name _ image width height position method labels; do
  cluster "$name" "$image" "$width" "$height" "$position" "$method" "$labels" </dev/null
done < <(runs)

{
  printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 490" font-family="sans-serif" font-size="13" shape-rendering="crispEdges">\n'
  printf '<style>.c0{fill:#e69f00}.c1{fill:#56b4e9}.b0,.b1{fill:none;stroke:#000;stroke-width:2}.b1{stroke:#fff}</style>\n'
  printf '<rect width="780" height="490" fill="#fff"/>\n'
  i=0
  while IFS='|' read -r name title _ width _ _ _ labels; do
    if [[ $i -lt 3 ]]; then x=$((10 + 255 * i)) y=30; else x=$((10 + 255 * (i - 3))) y=230; fi
    panel "$name" "$width" "$labels" "$x" "$y" "$title"
    i=$((i + 1))
  done < <(runs)
  printf '</svg>\n'
} >"$out/segments.svg"

{
  cat <<'END_TEXT'
## Image segmentation by labelled blocks (CSP)

Do a few labelled blocks make csp cut an image where a person wants it cut? Two images of the Berkeley Segmentation Dataset, shrunk to
48 x 32 and 32 x 48 pixels, two segments, `beta = eq19`. The drawing shows segments in two colours and blocks as frames, black and
white for the two labels; the photographs themselves are not shown, their licence is for research and education.

**The paper.** Figs. 5 and 6 of Wang, Qian and Davidson: without constraints the sky is cut off; blocks on sky, ground and both
heads isolate the two elephants, and a block on each elephant tells one from the other. Two background blocks of one label
isolate the face with its hat, which the cut alone does not; a block on the hat and one on the face isolate the hat.

END_TEXT
  printf '**Ours.** Six runs of `conf/elephants.conf` with other images, blocks and weights of the place; Time: %d s.\n\n' "$((SECONDS - began))"
  printf '```\nBSDS=/data/bsds scripts/segmentation.sh out/experiments/segmentation\n```\n\n'
  printf '| run | weight of the place | pixels of the segments | normalized cut | labelled pixels on their side |\n|---|--:|--:|--:|--:|\n'
  while IFS='|' read -r name title _ width _ position method labels; do
    sizes=$(clusters "$name" | awk '{ n[$2]++ } END { printf "%d, %d", n[0], n[1] }')
    printf '| %s (`%s`) | %s | %s | %.4f | %s |\n' "$title" "$method" "$position" "$sizes" \
      "$(figure "$name" ncut)" "$(kept "$name" "$width" "$labels")"
  done < <(runs)
} >"$out/results.md"
