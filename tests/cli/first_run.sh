#!/bin/bash
# first_run.sh BUILD: tests what `make run` shows a visitor, on a screen of 80 x 24 and slightly more: for a noisy host
# without a GPU whose processor has a long name, and for a run with failed rows.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# tree FOLDER: makes a separate tree, because the results go into it, without a build.
tree() {
	tree=$1
	mkdir -p "$tree/results/h200-sxm" "$tree/tools/toolchain" "$tree/build"
	cp "$tests/../results/measure.sh" "$tree/results"
	cp "$tests/../results/h200-sxm/all.csv" "$tree/results/h200-sxm"
	ln -s "$(realpath "$tests/../plots")" "$tree/plots"
}

# gpu_is_here STATUS: sets the result of tools/toolchain/gpu-here.sh.
gpu_is_here() {
	printf '#!/bin/sh\nexit %s\n' "$1" >"$tree/tools/toolchain/gpu-here.sh"
	chmod +x "$tree/tools/toolchain/gpu-here.sh"
}

# look COMMAND: run it on an 80-column terminal; $out has the lines that remain visible.
look() {
	PATH="$work/cores:$PATH" run script -qec "stty cols 80 rows 24; $1" "$work/terminal"
	sed '/^Script \(started\|done\) on/d; s/\r*$//; s/.*\r//; s/\x1b\[K//g' "$work/terminal" |
		sed '${/^$/d}' >"$out"
}

# ---- a host ----------------------------------------------------------------------------------------------------------

# besides FROM TO NAME: fills TO with links to everything in FROM except NAME, which becomes a separate folder.
besides() {
	mkdir -p "$2/$3"
	find "$1" -mindepth 1 -maxdepth 1 ! -name "$3" -exec ln -s -t "$2" {} +
}

# The caches as hwloc reads them, none larger than 4 MiB: memory is measured far beyond all caches, and some hosts have
# a gigabyte of cache.
small_caches() {
	local cache
	besides /sys "$work/root/sys" devices
	besides /sys/devices "$work/root/sys/devices" system
	besides /sys/devices/system "$work/root/sys/devices/system" cpu
	cp -r /sys/devices/system/cpu/. "$work/root/sys/devices/system/cpu" 2>/dev/null # some files cannot be read
	for cache in "$work"/root/sys/devices/system/cpu/cpu*/cache/index*/; do
		[ ! -f "${cache}size" ] || [ "$(tr -dc 0-9 <"${cache}size")" -le 4096 ] ||
			{ rm -f "${cache}size" && echo 4096K >"${cache}size"; }
	done
}

# The processor as hwloc reads it, with a name too long for a line; other kinds of processors have none there and
# keep theirs.
processor="Intel(R) Xeon(R) Platinum 8592+ Processor (Emerald Rapids) of a Long Name, 2.60 GHz"
long_name() {
	mkdir -p "$work/root/proc"
	small_caches
	for file in devices meminfo mounts self; do
		ln -s "/proc/$file" "$work/root/proc"
	done
	sed "s/^\(model name.*: \).*/\1$processor/" /proc/cpuinfo >"$work/root/proc/cpuinfo"
	export HWLOC_FSROOT="$work/root" HWLOC_THISSYSTEM=1 HWLOC_COMPONENTS=-pci,-x86
}

# Hosts are noisier than this noise limit allows, so roofs have doubts. A search of few shapes prints the same lines,
# and with this patience no point counts as hung, however loaded the machine is.
noisy_host() {
	cat >"$tree/build/gpubench" <<-END
		#!/bin/bash
		noisy=()
		for word; do
			[ "\$word" != --all ] || noisy=(--quick --max-noise 0.000001 --timeout 0.001 --patience 280
				-a vec=32 -a unroll=8 -a streams=1 -a skew=0 -a chains=8 -a set=8192,262144,4194304)
		done
		exec taskset -c $(first_core) "$real" "\$@" "\${noisy[@]}"
	END
	chmod +x "$tree/build/gpubench"
}

named_in_full() {
	tr -s ' \n' ' ' <"$out" | grep -qF "measuring the host, $processor, "
}

# cores NUMBER: sets the result of nproc. The more cores, the less busy the machine appears.
cores() {
	mkdir -p "$work/cores"
	printf '#!/bin/sh\necho %s\n' "$1" >"$work/cores/nproc"
	chmod +x "$work/cores/nproc"
}

busy_host() {
	tree "$work/busy"
	gpu_is_here 1
	noisy_host
	cores 0
	look "cd '$tree' && results/measure.sh build"
	check "make run on a busy host" ends 0
	check "leaves out what takes minutes" test "$(grep -cE '^host_(cache|latency|dram|fma) ' "$out")" -eq 3
	# make prints two lines before these.
	check "at most 22 lines" test "$(wc -l <"$out")" -le 22
	next
}

host() {
	tree "$work/host"
	gpu_is_here 1
	noisy_host
	long_name
	began=$SECONDS
	cores 100000
	look "cd '$tree' && results/measure.sh build"
	check "make run on a noisy host" ends 0
	line='^host_(cache|latency|dram|fma) +[0-9]+ points in [0-9.]+ s  '
	check "each benchmark has its line" test "$(grep -cE "$line" "$out")" -eq 4
	# Visits to benchmarks alternate.
	spent=$(grep -E "$line" "$out" | awk '{ s += $5 } END { printf "%d", s }')
	check "with its own time: no second is counted twice" test "$spent" -le "$((SECONDS - began + 1))"
	check "its doubts are summed up, all of them, and noise is explained once" \
		python3 "$tests/cli/doubts.py" "$out" "$tree"/results/*.csv
	check "none is told by itself" test "$(grep -cE '^gpubench: |: suspect' "$out")" -eq 0
	check "the roofs are there" grep -qE '^  dram.read +[0-9.]+ GB/s .* suspect' "$out"
	check "the files are named" test "$(grep -c "results/$(uname -n)-" "$out")" -ge 1
	! grep -q '^model name' /proc/cpuinfo || check "the name of the processor is there in full" named_in_full
	# On a bare machine, six lines about installed and built parts come before these.
	check "at most 34 lines" test "$(wc -l <"$out")" -le 34
	check "no line is wider than the screen" test "$(grep -v '^  \./gpubench ' "$out" | wc -L)" -le 80
	next
	check "no control character is left" sh -c "! LC_ALL=C grep -q '[[:cntrl:]]' '$out'"
}

# next: the last lines are two commands that work when copied.
next() {
	check "the last lines are the next commands" \
		test "$(tail -n 3 "$out" | sed 's/ .*results/ results/' | head -n 1)" = "Next:"
	tail -n 2 "$out" >"$work/next"
	while read -r line; do
		run sh -c "cd '$tree' && $line"
		check "$line" ends 0
	done <"$work/next"
	check "they make a page" test -s "$(echo "$tree"/results/*.html)"
}

# ---- failed rows -----------------------------------------------------------------------------------------------------

# failing SETTINGS: make run on the fake GPU.
failing() {
	rm -f "$tree"/results/*.csv
	GPUBENCH_FAKE=$1 run "$tree/results/measure.sh" build
	all_rows=$(cat "$tree"/results/*.csv 2>/dev/null | fields status | wc -l)
	failed_rows=$(cat "$tree"/results/*.csv 2>/dev/null | fields status | grep -c failed)
}

# The last lines are the explanation. WORDS follow the numbers.
explained() {
	[ "$failed_rows" -gt 0 ] && grep -v '^Next:$\|^  \./gpubench ' "$out" | tail -n 3 | tr '\n' ' ' |
		grep -qE "(^| )$failed_rows of $all_rows rows failed$1: [a-z_]+ [a-z=0-9,]+: \
cuLaunchKernel: .* is in results/$(uname -n)-[-0-9]*\.csv $"
}

gpu() {
	tree "$work/gpu"
	gpu_is_here 0
	cp -r "$work"/bin/* "$tree/build"
	mv "$tree/build/gpubench-fake" "$tree/build/gpubench"
	failing fail=launch:40
	check "a failed row is no error of make run" ends 0
	check "but explained in its last lines" explained ""
	failing fail=launch:1+
	check "it is one where all have failed" ends 2
	check "explained, too" explained ", first"
	failing fail=describe:1
	check "a GPU that cannot be used is one as well" ends 2 "cudaGetDeviceProperties"
	check "make run leaves a link" test -L "$tree/gpubench"
	cp "$tests/../Makefile" "$tree" && ln -s "$(realpath "$tests/../harness")" "$tree/harness"
	run make -C "$tree" clean
	check "make clean removes it" test ! -L "$tree/gpubench" -a ! -e "$tree/build"
}

if command -v script >/dev/null; then
	host
else
	skip "there is no 'script' to make a terminal"
fi
unset HWLOC_FSROOT HWLOC_THISSYSTEM HWLOC_COMPONENTS
! command -v script >/dev/null || busy_host
gpu
totals
