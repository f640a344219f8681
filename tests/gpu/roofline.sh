#!/usr/bin/env bash
# roofline.sh BUILD [RESULTS.csv]: measures this GPU (or takes its RESULTS.csv), exports the roofs for Nsight Compute,
# and lets it place known kernels under them. Needs ncu, nvcc and the right to read counters; NVCC= selects another
# nvcc. Exit status: 0 all checks passed, 1 one failed, 77 cannot be done here. The last line has the totals.
# shellcheck source=tests/gpu/ncu.bash
. "$(dirname "$0")/ncu.bash"
log=$work/ncu.txt

# percent KERNEL LABEL: Nsight Compute's percentage for the kernel.
percent() {
	awk -v kernel="$1" -v label="$2" '
		/^  [a-z0-9_]+ *\(/ { split($1, name, "("); here = name[1] == kernel }
		here && index($0, label ", of measured") { print $NF; exit }' "$log"
}

# between KERNEL LABEL LOW HIGH
between() {
	local found
	found=$(percent "$1" "$2")
	echo "  $1: $2 ${found:-is not there} %, expected $3 ... $4"
	awk -v v="${found:-x}" -v low="$3" -v high="$4" 'BEGIN { exit !(v + 0 == v && v >= low && v <= high) }'
}

# counted KERNEL FLOP: FLOP/s by the section's own expression, times the duration, equal the kernel's work to 0.5 %.
counted() {
	awk -v kernel="$1" -v flop="$2" '
		/^  [a-z0-9_]+ *\(/ { split($1, name, "("); here = name[1] == kernel }
		here { gsub(/,/, "") }
		here && /derived__gpubench_fp32_flop/ && !rate { rate = $NF }
		here && /gpu__time_duration.sum/ { nanoseconds = $NF }
		END {
			printf "  %s: %.5g FLOP counted, %.5g done\n", kernel, rate * nanoseconds * 1e-9, flop
			exit !(rate * nanoseconds * 1e-9 > 0.995 * flop && rate * nanoseconds * 1e-9 < 1.005 * flop)
		}' "$log"
}

measure 'dram|ffma' || exit 1
mkdir "$work/sections"
"$build/gpubench" roofs --export ncu "$results" -o "$work/sections/gpubench.section" || exit 1
"$nvcc" -O3 -arch=native -o "$work/kernels" "$here/roofline/kernels.cu" || exit 1

ncu --section-folder "$work/sections" --list-sections >"$log" 2>&1
check "the section is listed" grep -q 'GpubenchRoofline.*Measured Roofline (gpubench)' "$log"
ncu --section-folder "$work/sections" --section GpubenchRoofline --metrics gpu__time_duration.sum --clock-control none \
	--print-details all --print-units base "$work/kernels" >"$log" 2>&1
grep -q ERR_NVGPUCTRPERM "$log" && skip "this user may not read counters"
check "it is collected without a warning about a metric" test -z "$(grep -iE 'no data|failed to find' "$log")"
check "saxpy is under the roof of its mix" between saxpy "DRAM triad" 40 100.5
check "wider accesses reach it" between saxpy4 "DRAM triad" 95 100.5
check "saxpy does little arithmetic" between saxpy FP32 0.3 3
check "chains of FMAs come near theirs" between chains FP32 80 100.5
check "FLOP of saxpy" counted saxpy 536870912
check "FLOP of chains" counted chains 35433480192
check "and need little memory" between chains "DRAM read" 0 2
totals
