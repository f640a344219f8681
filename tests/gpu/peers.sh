#!/bin/sh
# peers.sh BUILD FOLDER: gpubench beside other GPU benchmarks, on one GPU and in the same minutes. They run by turns, ROUNDS
# times (3); the best of each side counts. Prints a table in Markdown. FOLDER has their programs by their own names, built
# for the GPU at hand; those that are not there are left out. How to get them, each with a CUDA Toolkit:
#
#   cuda-stream    https://github.com/UoB-HPC/BabelStream      cmake -B build -DMODEL=cuda -DCUDA_ARCH=sm_90 \
#                  -DCMAKE_CUDA_COMPILER=nvcc && cmake --build build
#   nvbandwidth    https://github.com/NVIDIA/nvbandwidth       cmake -B build && cmake --build build
#   gpu-stream     https://github.com/te42kyfo/gpu-benches     nvcc -O3 -arch=native -o gpu-stream gpu-stream/main.cu
#   gpu-cache, gpu-l2-cache                                    the same, and -lcupti -lcuda
#   mixbench-cuda  https://github.com/ekondis/mixbench         cmake -B build mixbench-cuda && cmake --build build
#   clpeak         https://github.com/krrishnarraj/clpeak (2)  cmake -B build && cmake --build build
#
# Exit status: 0 fine; 1 ours is below LEAST (0.98) of a peer's, or a figure is missing; 77 nothing to compare. Within 150 s.
set -u
export LC_ALL=C CUDA_VISIBLE_DEVICES="${CUDA_VISIBLE_DEVICES:-0}"
build=$1 folder=${2:?the folder of the programs, PEERS= of make peers-gpu}
rounds=${ROUNDS:-3} least=${LEAST:-0.98} here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Our benchmark|our roof, or else benchmark.value|unit|peer|what it calls it|what both count. Behind a ~: not judged.
cat >"$work/lines" <<'END'
dram|dram.copy|B/s|cuda-stream|Copy|bytes read and written, 2n
dram|dram.scale|B/s|cuda-stream|Mul|bytes read and written, 2n
dram|dram.add|B/s|cuda-stream|Add|two arrays read, one written, 3n
dram|dram.triad|B/s|cuda-stream|Triad|two arrays read, one written, 3n
dram|dram.read|B/s|cuda-stream|Dot|bytes read; its time has the last sum, on the host
dram|dram.driver_copy|B/s|nvbandwidth|device_local_copy|cuMemcpyAsync, bytes read and written: twice what it prints
dram|dram.write|B/s|gpu-stream|init|bytes written
dram|dram.read|B/s|gpu-stream|read|bytes read
dram|dram.scale|B/s|gpu-stream|scale|bytes read and written, 2n
dram|dram.triad|B/s|gpu-stream|triad|two arrays read, one written, 3n
ffma|fp32|FLOP/s|mixbench-cuda|single|an FMA is two; the largest of its sweep
ffma|fp64|FLOP/s|mixbench-cuda|double|an FMA is two; the largest of its sweep
ffma|fp16|FLOP/s|mixbench-cuda|half|an FMA is two, in pairs; the largest of its sweep
ffma|int32|OP/s|mixbench-cuda|integer|a multiply-add is two; the largest of its sweep
ffma|fp32|FLOP/s|clpeak|single|an FMA is two
ffma|fp64|FLOP/s|clpeak|double|an FMA is two
ffma|fp16|FLOP/s|clpeak|half|an FMA is two; its better one of half and half2
ffma|int32|OP/s|clpeak|integer|a multiply-add is two
dram|dram.read|B/s|clpeak|global memory|bytes read, of 512 MB or 8 L2s over and over; its best width
cache|l1.read|B/s|gpu-cache|Eff. bw|bytes loaded, all SMs; the best data set inside L1
cache|~l2.read|B/s|gpu-l2-cache|Eff. bw|not judged: of its 16 to 40 MB SMs share lines, here each has its own
END

# rates.awk: what a peer printed, as "what it calls it|value" in SI units, the best of each.
cat >"$work/rates.awk" <<'AWK'
function found(name, scale, text) {
	gsub(/[ \t]/, "", text)
	if (text ~ /^[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?$/ && scale * text > best[name])
		best[name] = scale * text
}
function prefix(unit) {
	return unit ~ /^G/ ? 1e9 : unit ~ /^T/ ? 1e12 : 1
}
peer == "cuda-stream" && split($0, f, ",") == 8 && f[1] ~ /^(Copy|Mul|Add|Triad|Dot)$/ { found(f[1], 1e6, f[5]) }
# Its matrix has a row and a column for each GPU; there is one.
peer == "nvbandwidth" && /^memcpy local .*\(GB\/s\)/ { title = NR }
peer == "nvbandwidth" && title && NR == title + 2 { found("device_local_copy", 2e9, $2) }
peer == "gpu-stream" && sub(/.*GB\/s:/, "") {
	found("init", 1e9, $1)
	found("read", 1e9, $2)
	found("scale", 1e9, $3)
	found("triad", 1e9, $4)
}
peer == "mixbench-cuda" && /^ *[0-9]+,/ && split($0, f, ",") == 17 {
	found("single", 1e9, f[4])
	found("double", 1e9, f[8])
	found("half", 1e9, f[12])
	found("integer", 1e9, f[16])
}
peer == "gpu-cache" && $2 == "kB" && $6 == "GB/s" { found("Eff. bw", 1e9, $5) }
peer == "gpu-l2-cache" && $4 == "kB" && $8 == "GB/s" && $3 >= 16384 && $3 <= 40960 { found("Eff. bw", 1e9, $7) }
# "Single-precision compute (GFLOPS)", and below it "float    : 65000.00" or, with a unit of its own, "float    : 65.00 TFLOPS".
peer == "clpeak" && /\([^()]*\) *$/ {
	test = /Single-precision/ ? "single" : /Double-precision/ ? "double" : /Half-precision/ ? "half" : ""
	test = /Integer compute/ ? "integer" : /Global memory bandwidth/ ? "global memory" : test
	unit = $0
	sub(/.*\(/, "", unit)
}
peer == "clpeak" && test != "" && / : +[0-9]/ {
	sub(/.* : +/, "")
	found(test, prefix($2 != "" ? $2 : unit), $1)
}
END {
	for (name in best)
		printf "%s|%.9g\n", name, best[name]
}
AWK

# rows.awk: the same of our CSV: the roof, or the benchmark and the first value of the point.
cat >"$work/rows.awk" <<'AWK'
NR == 1 { columns($0, at); next }
{ cells($0, row) }
row[at["status"]] ~ /^(ok|suspect)$/ && row[at["metric"]] ~ /^(bandwidth|flop_rate|op_rate)$/ {
	value = row[at["point"]]
	gsub(/^[a-z]+=|,.*/, "", value)
	printf "%s|%.9g\n", row[at["roof"]] != "" ? row[at["roof"]] : row[at["benchmark"]] "." value, row[at["value"]]
}
AWK
rates() { awk -v peer="$1" -f "$work/rates.awk"; }
rows() { awk -f "$here/csv.awk" -f "$work/rows.awk"; }

# keep WHO READER SECONDS COMMAND...: its figures go to $work/figures, what goes wrong to $work/wrong. Who is at it when the
# time is over is stopped: those go on to sizes that are not asked for.
keep() {
	who=$1 reader=$2 seconds=$3
	shift 3
	echo "round $round: $who" >&2
	timeout "$seconds" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	$reader <"$work/out" | sed "s/^/$who|/" >"$work/read"
	cat "$work/read" >>"$work/figures"
	if [ "$status" != 0 ] && [ "$status" != 124 ]; then
		echo "$who|exit status $status: $(tail -n 1 "$work/err" | tr '|' '/')"
	elif grep -q '^Validation failed' "$work/err"; then
		echo "$who|$(grep -m 1 '^Validation failed' "$work/err")"
	elif ! [ -s "$work/read" ]; then
		echo "$who|nothing that can be read"
	fi >>"$work/wrong"
}

peer() {
	name=$1
	shift
	[ ! -x "$folder/$name" ] || keep "$name" "rates $name" "$@"
}

ours() {
	keep "gpubench $1" rows 60 "$build/gpubench" -d 0 -b "$@"
}

present=
for name in $(cut -d '|' -f 4 "$work/lines" | uniq); do
	if [ -x "$folder/$name" ]; then
		present="$present $name"
	else
		echo "SKIPPED: $name is not in $folder; $0 says how to get it" >&2
	fi
done
if [ -z "$present" ]; then
	echo "SKIPPED: no peer at all: nothing was compared" >&2
	exit 77
fi
if ! "$build/gpubench" --list-devices >/dev/null 2>&1; then
	echo "SKIPPED: no GPU: nothing was compared" >&2
	exit 77
fi

: >"$work/figures"
: >"$work/wrong"
for round in $(seq "$rounds"); do
	# Arrays of 1 GiB, and of 4 GiB as ours.
	peer cuda-stream 30 "$folder/cuda-stream" --csv -n 100 -s 134217728
	ours dram -a op=read,write,copy,scale,add,triad,driver_copy
	peer nvbandwidth 30 "$folder/nvbandwidth" -t device_local_copy -b 4096 -i 5
	peer gpu-stream 30 "$folder/gpu-stream"
	peer mixbench-cuda 30 "$folder/mixbench-cuda"
	ours ffma -a type=fp32,fp64,fp16,int32
	peer clpeak 30 "$folder/clpeak" --cuda --max-time 300 --single-precision-compute --double-precision-compute \
		--half-precision-compute --integer-compute --global-memory-bandwidth
	peer gpu-cache 6 "$folder/gpu-cache"
	ours cache -a walk=l1,l2
	peer gpu-l2-cache 6 "$folder/gpu-l2-cache"
done

awk -F '|' -v least="$least" -v rounds="$rounds" -v present="$present " '
	# The figure of a side, and whether it went wrong.
	function cell(who, name, unit,   text) {
		text = (who, name) in best ? sprintf("%.4g T%s", best[who, name] / 1e12, unit) : "no figure"
		if (who in wrong)
			text = text sprintf(" (%d of %d runs went wrong)", times[who], rounds)
		bad = bad || who in wrong || text == "no figure"
		return text
	}
	FILENAME ~ /figures$/ {
		if ($3 > best[$1, $2] + 0)
			best[$1, $2] = $3
		next
	}
	FILENAME ~ /wrong$/ {
		wrong[$1] = $2
		times[$1]++
		next
	}
	FNR == 1 {
		print "| quantity | peer | its figure | gpubench | gpubench / peer | both count |"
		print "| --- | --- | --- | --- | --- | --- |"
	}
	index(present, " " $4 " ") {
		judged = !sub(/^~/, "", $2)
		mine = cell("gpubench " $1, $2, $3)
		its = cell($4, $5, $3)
		ratio = ""
		if (mine ~ /^[0-9]/ && its ~ /^[0-9]/) {
			ratio = best["gpubench " $1, $2] / best[$4, $5]
			low = judged && ratio < least
			bad = bad || low
			ratio = sprintf(low ? "**%.3f, below %s**" : "%.3f", ratio, least)
		}
		printf "| %s | %s, %s | %s | %s | %s | %s |\n", $2, $4, $5, its, mine, ratio, $6
	}
	END {
		for (who in wrong)
			printf "\n%s, %d of %d runs went wrong: %s\n", who, times[who], rounds, wrong[who]
		exit bad
	}' "$work/figures" "$work/wrong" "$work/lines"
