#!/usr/bin/env bash
#
# Runs studies of conf/experiments and writes what came out to docs/RESULTS.md:
#
#   CONCORD_DATA=/data scripts/results.sh [--small | --all | --write-only | STUDY...]
#
#   --small       (default) the studies that take minutes, 20 in all on two cores; those without
#                 their data are left out
#   --all         all studies of the papers and the peers, some 3 h 40 min on two cores; not
#                 questions, about what to ask, which takes two hours by itself
#   --write-only  runs nothing, writes the document from results that are there
#   STUDY         a name such as csp-uci
#
# A study whose results are there already, with the same settings, is not run again; one that was
# killed goes on with the trials that are missing. The programs of src/jmh are built by Maven before
# the first of their studies. docs/results gets a picture and the table of means of each study.
# Sections of studies that have no results here stay as they are in the document; their parts on single
# data sets leave it where docs/results has their table. conf/experiments/STUDY.md holds
# what we make of the results of a study, in words; it goes into its section. verdicts.md is the first
# page: what comes out of what the papers state; doubt.md, records.md and single-runs.md are the last sections.
#
# Environment (all optional):
#   CONCORD_DATA      the folder with the data; see docs/EXPERIMENTS.md
#   CONCORD_RESULTS   where outputs go; default out/experiments in the project
#   those of scripts/concord

set -euo pipefail

home=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
out=${CONCORD_RESULTS:-$home/out/experiments}
document=$home/docs/RESULTS.md
small=(samples wrong-pairs segmentation moons xor csp-beta csp-uci csp-uci-dense labels labels-sparse local-proximity ccskl transfer)
large=(cosc ccskl-images cosc-digits cosc-large cosc-ext)
# Studies that the command experiment cannot express: programs of src/jmh, dev.concord.study.
programs=(csp-threshold ccskl-paper ccskl-images-paper cosc-starts peers questions)
everything=("${small[@]}" "${programs[@]}" "${large[@]}")

fail() {
  printf 'results: %s\n' "$1" >&2
  exit 2
}

is_program() { [[ " ${programs[*]} " == *" $1 "* ]]; }

# Starts a program of src/jmh: its class in dev.concord.study, then Java options, --, arguments.
study() {
  local class=$1 options=() target=$home/target
  shift
  while [[ $1 != -- ]]; do options+=("$1") && shift; done
  shift
  if [[ -z ${built:-} ]]; then
    printf 'results: building\n' >&2
    (cd -- "$home" && mvn -B -q -Pjmh -DskipTests package) </dev/null >&2
    built=1
  fi
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" "@$home/scripts/jvm.options" "-Dhome=$home" \
    "-Dlog4j2.configurationFile=$home/conf/log4j2.properties" ${options[@]+"${options[@]}"} \
    -cp "$target/test-classes:$target/classes:$(<"$target/jmh-classpath.txt")" \
    "dev.concord.study.$class" "$@"
}

# The methods of the paper's figure on images.
images() {
  study CcsklStudy -Ddraws=10 -Dmethods=ccskl,ccsr,spectral-learning,sskk,ncut "$@"
}

# Seeds, strategies, output, data sets. MNIST takes some gigabytes.
questions() {
  local seeds=$1 strategies=$2 to=$3
  shift 3
  study ask.Questions -Xmx8g "-Dseeds=$seeds" "-Dstrategies=$strategies" -- "$CONCORD_DATA" "$to" "$@"
}

run_program() {
  local to=$out/$1 uci=(iris sonar wdbc)
  if [[ -f $CONCORD_DATA/protein.csv || -f $CONCORD_DATA/protein.csv.gz ]]; then uci+=(protein); fi
  mkdir -p -- "$to"
  case $1 in
    csp-threshold) study CspThreshold -- "$CONCORD_DATA" "$to" ;;
    peers) study Peers -- "$CONCORD_DATA" "$to" ;;
    cosc-starts) study CoscStarts -- "$CONCORD_DATA" "$to" ;;
    questions)
      questions 1-10 suggest,random,explore,npu,cobra,cobras,suggest-5 "$to" digits segment iris wine sonar
      questions 1-10 once-5 "$to" digits
      questions 1-10 suggest,random,npu,cobra,cobras,suggest-5 "$to" usps
      questions 1-10 suggest,random "$to" mnist
      questions 1-3 npu,cobra,cobras,suggest-5 "$to" mnist
      ;;
    ccskl-paper)
      study CcsklStudy -- "$CONCORD_DATA" "$to" "${uci[@]}"
      study CcsklStudy -Dfile=few -Ddraws=5 -Dothers=0 -Damounts=10,20,30,40,50,60,70,80,90,100 \
        -- "$CONCORD_DATA" "$to" iris sonar
      study CcsklStudy -Dfile=scaled -Ddraws=5 -Dothers=0 -Dscaling=standard \
        -- "$CONCORD_DATA" "$to" iris sonar
      study CcsklReport -- "$to"
      ;;
    ccskl-images-paper)
      images -Damounts=500,1000,1500,2000,2500,3000,3500,4000,4500,5000 \
        -- "$CONCORD_DATA" "$to" mnist-0-4 scene8-gist
      images -Damounts=2000,3000,4000,5000,6000,7000,8000,9000,10000,11000 \
        -- "$CONCORD_DATA" "$to" usps
      study CcsklTimes -- "$CONCORD_DATA" "$to" 5000 mnist-0-4 scene8-gist usps
      study CcsklDistances -- "$CONCORD_DATA" "$to" mnist-0-4 scene8-gist usps
      study CcsklImages -- "$to"
      ;;
  esac
}

# The images of section 7.1 are clusterings to look at, not trials; they have a script of their own.
needs_data() { [[ $1 == segmentation ]] || is_program "$1" || grep -q 'CONCORD_DATA}' "$home/conf/experiments/$1.conf"; }

run() {
  local study=$1 began=$SECONDS
  if needs_data "$study" && [[ -z ${CONCORD_DATA:-} ]]; then
    printf 'results: %s is left out: set CONCORD_DATA to the folder with its data\n' "$study" >&2
    return
  fi
  printf 'results: %s\n' "$study" >&2
  if [[ $study == segmentation ]]; then
    if [[ -f $CONCORD_DATA/bsds/296059.jpg ]]; then
      BSDS=$CONCORD_DATA/bsds "$home/scripts/segmentation.sh" "$out/$study"
    else
      printf 'results: segmentation is left out: there is no %s/bsds/296059.jpg\n' "$CONCORD_DATA" >&2
    fi
    return
  fi
  if [[ $study == cosc-ext && ! -f $CONCORD_DATA/mnist-ext/images-idx3-ubyte ]]; then
    printf 'results: cosc-ext is left out: make its data by scripts/make-mnist-ext %s/mnist %s/mnist-ext\n' "$CONCORD_DATA" "$CONCORD_DATA" >&2
    return
  fi
  if is_program "$study"; then
    run_program "$study"
    printf 'results: %s took %d s\n' "$study" $((SECONDS - began)) >&2
    return
  fi
  "$home/scripts/concord" experiment --config "$home/conf/experiments/$study.conf" \
    --set "output.path=$out/$study"
  printf 'results: %s took %d s\n' "$study" $((SECONDS - began)) >&2
}

# The section of a study in the document, without its marks; nothing when there is none.
section() {
  [[ -f $document ]] || return 0
  awk -v begin="<!-- study: $1 -->" -v end="<!-- end: $1 -->" \
    '$0 == end { inside = 0 } inside { print } $0 == begin { inside = 1 }' "$document"
}

# Puts conf/experiments/STUDY.md, what we make of the results, before the first part of a section.
remarked() {
  local remarks=$home/conf/experiments/$1.md
  if [[ ! -f $remarks ]]; then
    cat
    return
  fi
  awk -v remarks="$remarks" '
    function tell() { while ((getline line < remarks) > 0) print line; print ""; told = 1 }
    /^\*\*What we make of it/ { stale = 1 }
    /^(### |Trials without a result)/ { stale = 0; if (!told) tell() }
    !stale { print; blank = $0 == "" }
    END { if (!told) { if (!blank) print ""; tell() } }'
}

# The section from new results: the text with its first plot below the heading.
fresh() {
  local study=$1 plot='' image
  for image in "$out/$study"/*.png; do
    if is_program "$study" && [[ -f $image ]]; then
      mkdir -p -- "$home/docs/results"
      cp -- "$image" "$home/docs/results/$study-${image##*/}"
      chmod 644 -- "$home/docs/results/$study-${image##*/}"
    fi
  done
  if [[ $study == segmentation ]]; then
    mkdir -p -- "$home/docs/results"
    cp -- "$out/$study/segments.svg" "$home/docs/results/$study.svg"
    awk -v image="![$study](results/$study.svg)" \
      'NR == 1 { print; print ""; print image; next } { print }' "$out/$study/results.md"
    return
  fi
  if is_program "$study"; then
    plot=error
  else
    plot=$(sed -n 's/^ *"plots" : \[ *"\([a-z-]*\)".*/\1/p' "$out/$study/run.json" | head -n 1)
  fi
  if [[ -n $plot && -f $out/$study/plots/$plot.svg ]]; then
    mkdir -p -- "$home/docs/results"
    cp -- "$out/$study/plots/$plot.svg" "$home/docs/results/$study.svg"
    awk -v image="![$study](results/$study.svg)" \
      'NR == 1 { print; print ""; print image; next } { print }' "$out/$study/results.md"
  else
    cat -- "$out/$study/results.md"
  fi
}

# The table of a study in one CSV file: means of each cell, of the small programs all trials.
table() {
  local study=$1 file
  # Without it the study is not finished.
  [[ -f $out/$study/results.md ]] || return 0
  for file in "$out/$study/means.csv" "$out/$study/trials.csv" "$out/$study/summary"/*.csv; do
    if [[ -f $file ]]; then
      mkdir -p -- "$home/docs/results"
      cp -- "$file" "$home/docs/results/$study.csv"
      chmod 644 -- "$home/docs/results/$study.csv"
      return
    fi
  done
}

# One screen of a section: where the table of a study is beside the document, the parts on its single
# data sets leave, and a small table from it takes their place. Of a study that plots an error, it has
# all methods, by data set, or by amount where there is one set; of one with an own method, that by amount;
# of another, whose sets have the same amounts, the ARI of all methods by amount.
screen() {
  local study=$1 csv=$home/docs/results/$1.csv conf=$home/conf/experiments/$1.conf own plots
  if [[ ! -f $csv || ! -f $conf ]] || ! head -n 1 -- "$csv" | grep -q '^dataset,method,told,noise,'; then
    cat
    return
  fi
  own=$(sed -n 's/^ *subject *= *\([a-z0-9-]*\).*/\1/p' "$conf")
  plots=$(sed -n 's/^ *plots *= *\[\(.*\)\].*/\1/p' "$conf")
  awk -v csv="$csv" -v own="$own" -v plots="$plots" '
    # The column of the mean of a measure.
    function column(measure,  part, i, n, name) {
      n = split(measure, part, "-")
      name = part[1]
      for (i = 2; i <= n; i++) name = name toupper(substr(part[i], 1, 1)) substr(part[i], 2)
      return at[name "Mean"]
    }
    function shown(measure, value) {
      if (measure ~ /^(error|satisfied)/) return sprintf("%.1f %%", 100 * value)
      return sprintf(measure == "violations" ? "%.1f" : "%.3f", value)
    }
    # Counts what is told to each method of each data set, and adds up the measures.
    function read_table(  line, cell, i, n, m, amount) {
      getline line < csv
      n = split(line, cell, ",")
      for (i = 1; i <= n; i++) at[cell[i]] = i
      while ((getline line < csv) > 0) {
        split(line, cell, ",")
        if (!((1, cell[1]) in seen)) { seen[1, cell[1]] = 1; sets[++count] = cell[1] }
        if (!((2, cell[2]) in seen)) { seen[2, cell[2]] = 1; methods[++tried] = cell[2] }
        amount = cell[3] (cell[4] > 0 ? sprintf(", %.0f %% wrong", 100 * cell[4]) : "")
        if (!((3, cell[1], amount) in seen)) { seen[3, cell[1], amount] = 1; amounts[cell[1], ++told[cell[1]]] = amount }
        tries[cell[1], cell[2]] = 1
        # Where every trial failed there is no mean.
        if (cell[at["ariMean"]] == "") continue
        rows[cell[1], cell[2]]++
        for (m = 1; m <= measures; m++) {
          sum[cell[1], cell[2], m] += cell[column(measure[m])]
          one[cell[1], cell[2], amount, m] = cell[column(measure[m])]
        }
      }
    }
    # The measures of one cell of the table.
    function cells(set, method, amount,  m, text) {
      if (!((set, method) in tries)) return ""
      if (!((set, method) in rows) || (amount && !((set, method, amount, 1) in one))) return "–"
      for (m = 1; m <= measures; m++)
        text = text (m > 1 ? ", " : "") shown(measure[m], amount ? one[set, method, amount, m] : sum[set, method, m] / rows[set, method])
      return text
    }
    function title_of(i) { return titles == count ? title[i] : sets[i] }
    function rule(columns,  text) { while (columns-- > 0) text = text "--:|"; return "|---|" text }
    # Six amounts at most, from the least to the most.
    function curve(set,  i, n, a, text) {
      n = told[set] < 6 ? told[set] : 6
      for (i = 0; i < n; i++) {
        a = amounts[set, n == 1 ? 1 : 1 + int(i * (told[set] - 1) / (n - 1) + 0.5)]
        text = text (i ? ", " : "") ((set, own, a, 1) in one ? sprintf("%.3f (%s)", one[set, own, a, 1], a) : "– (" a ")")
      }
      return text
    }
    # The ARI of all methods, for each amount.
    function write_all(  i, j, a, text) {
      text = "| means by number given: ARI for "
      for (a = 1; a <= told[sets[1]]; a++) text = text (a > 1 ? "; " : "") amounts[sets[1], a]
      for (j = 1; j <= count; j++) text = text " | " title_of(j)
      print text " |"
      print rule(count)
      for (i = 1; i <= tried; i++) {
        text = "| " methods[i]
        for (j = 1; j <= count; j++) {
          text = text " | "
          for (a = 1; a <= told[sets[1]]; a++) text = text (a > 1 ? ", " : "") cells(sets[j], methods[i], amounts[sets[1], a])
        }
        print text " |"
      }
      print ""
    }
    function write_table(  i, j, text, single) {
      if (measure[1] ~ /^error/) {
        single = count == 1 && told[sets[1]] > 1
        text = "| means " (single ? "by number given" : "over all amounts") ": " plots
        gsub(/-/, " ", text)
        for (j = 1; j <= (single ? told[sets[1]] : count); j++) text = text " | " (single ? amounts[sets[1], j] : title_of(j))
        print text " |"
        print rule(j - 1)
        for (i = 1; i <= tried; i++) {
          text = "| " methods[i]
          for (j = 1; j <= (single ? told[sets[1]] : count); j++)
            text = text " | " (single ? cells(sets[1], methods[i], amounts[sets[1], j]) : cells(sets[j], methods[i]))
          print text " |"
        }
      } else {
        print "| `" own "` | ARI (number given) | satisfied | error majority |"
        print "|---|---|--:|--:|"
        for (i = 1; i <= count; i++)
          if ((sets[i], own) in rows)
            print "| " title_of(i) " | " curve(sets[i]) " | " shown(measure[2], sum[sets[i], own, 2] / rows[sets[i], own]) \
              " | " shown(measure[3], sum[sets[i], own, 3] / rows[sets[i], own]) " |"
      }
      print ""
    }
    function replace() {
      if (written) return
      written = 1
      # The first table has the ARI.
      sub(/, *ari$/, "", plots)
      if (own == "" && plots !~ /^error/) {
        measures = split("ari", measure, ", *")
        read_table()
        write_all()
        return
      }
      measures = split(plots ~ /^error/ ? plots : "ari, satisfied, error-majority", measure, ", *")
      read_table()
      # Without pairs or labels the first table has it all.
      if (told[sets[1]] == 1 && amounts[sets[1], 1] == "0") return
      write_table()
    }
    /^\| data set \|/ { overview = 1 }
    overview && /^\| / && !/^\| (data set|\*mean\*) \|/ { split($0, part, " [|] "); title[++titles] = substr(part[1], 3) }
    overview && /^$/ { overview = 0 }
    # What an earlier run of this put here.
    /^\| (`[a-z0-9-]*` \| ARI \(number given|means (by number given|over all amounts): )/ { old = 1; replace() }
    /^### / { gone = 1 }
    /^Trials without a result/ { gone = 0 }
    /^(\*\*What we make of it|### )/ { replace() }
    old { if (/^$/) old = 0; next }
    !gone { print }' | cat -s
}

# A page of conf/experiments that is written by hand, when there is one.
append() {
  local page=$home/conf/experiments/$1.md
  [[ -f $page ]] || return 0
  printf '\n'
  cat -- "$page"
}

write() {
  local next study
  next=$(mktemp)
  cat >"$next" <<'END'
# Results

Generated by `scripts/results.sh`; not edited by hand. The first page says which statements of the papers come out. Each section after it but the
last three is a study of `conf/experiments`: the result of a paper, the result here, also where the study's own method loses, and the
command that repeats it; where the figures of all cells are in a table beside this document, the section has means. The last sections have the calibration of doubt, records of one thing, and single runs.
[EXPERIMENTS.md](EXPERIMENTS.md) describes how trials are made. ARI is the adjusted Rand index, ± a standard error of the mean;
*error matched* is that of the best one-to-one matching of clusters and classes, *error majority* that of the most frequent
class in each cluster; *outside* is over the points of no given pair or label. Times are those of one run, of all trials
together.
END
  append verdicts >>"$next"
  for study in "${everything[@]}"; do
    local text
    if [[ -f $out/$study/results.md ]]; then text=$(fresh "$study"); else text=$(section "$study"); fi
    [[ -n $text ]] || continue
    text=$(remarked "$study" <<<"$text")
    table "$study"
    text=$(screen "$study" <<<"$text")
    text=$(grep -v '^The figures of all cells: ' <<<"$text")
    if [[ -f $home/docs/results/$study.csv ]]; then
      text+=$'\n\n'"The figures of all cells: [$study.csv](results/$study.csv)."
    fi
    printf '\n<!-- study: %s -->\n%s\n<!-- end: %s -->\n' "$study" "$text" "$study" >>"$next"
  done
  # Written by hand: METHODS.md refers to them.
  append doubt >>"$next"
  append records >>"$next"
  append single-runs >>"$next"
  mv -- "$next" "$document"
  chmod 644 -- "$document"
  printf 'results: wrote %s\n' "$document" >&2
}

studies=()
case ${1:---small} in
  --small) studies=("${small[@]}" csp-threshold peers) ;;
  --all)
    for study in "${everything[@]}"; do
      [[ $study == questions ]] || studies+=("$study")
    done
    ;;
  --write-only) ;;
  -*) fail "there is no option $1; see the head of scripts/results.sh" ;;
  *)
    for study in "$@"; do
      [[ $study == segmentation || -f $home/conf/experiments/$study.conf ]] ||
        is_program "$study" || fail "there is no conf/experiments/$study.conf"
      studies+=("$study")
    done
    ;;
esac
for study in ${studies[@]+"${studies[@]}"}; do run "$study"; done
if ((${#studies[@]} > 1)); then printf 'results: all of it took %d min\n' $((SECONDS / 60)) >&2; fi
write
