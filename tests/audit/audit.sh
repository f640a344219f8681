#!/usr/bin/env bash
# audit.sh [--show] BUILD [FOLDER]: compares the machine code of every kernel in BUILD that goes into the program or a
# plug-in with its benchmark's expectations, FOLDER/<name>/<name>.audit (FOLDER: bench) and harness/measure/stamp.audit.
# docs/machine-code.md describes the format. --show prints what each kernel has instead: for writing expectations.
# Exit status: 0 as expected, 1 not, 77 nothing could be examined.
set -uo pipefail
here=$(dirname "$0")
show=0
if [ "${1:-}" = --show ]; then
	show=1
	shift
fi
build=${1:-} folder=${2:-bench}
if [ ! -d "$build" ]; then
	echo "audit: no such build folder: '$build'" >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/images"
: >"$work/cubins"
: >"$work/found"

failed() {
	printf 'failed\t%s\n' "$*" >>"$work/found"
}

# images BENCH TABLE EXPECT: writes a line of $work/images for each fatbin that this generated table of variants embeds.
# What else lies in the build folder may be old.
images() {
	[ ! -f "$2" ] || sed -n "s|.*\\.incbin \\\\\"\\([^\"]*\\)\\\\\".*|$3 $1 \\1|p" "$2" >>"$work/images"
}

# all_images: of each plug-in and the harness's own.
all_images() {
	local so name
	for so in "$build"/plugins/*.so; do
		name=$(basename "$so" .so)
		images "$name" "$build/obj/plugins/$name/${name}_variants.c" "$folder/$name/$name.audit"
	done
	images stamp "$build/obj/harness/measure/stamp_variants.c" harness/measure/stamp.audit
}

# extract EXPECT BENCH FATBIN: writes a line of $work/cubins for each cubin, as cubin.sh takes it.
extract() {
	local expect=$1 bench=$2 fatbin=$3 variant at from cubin arch
	if [ ! -f "$expect" ] && [ $show -eq 0 ]; then
		failed "$bench: no expectations: $expect is missing"
		return
	fi
	variant=$(basename "$fatbin" .fatbin)
	at=$work/$bench/$variant
	mkdir -p "$at"
	from=$(realpath "$fatbin")
	if ! (cd "$at" && "$extractor/cuobjdump" -xelf all "$from") >"$at/log" 2>&1; then
		failed "$bench $variant: $fatbin: $(tail -n 1 "$at/log")"
		return
	fi
	for cubin in "$at"/*.sm_*.cubin; do
		if [ ! -f "$cubin" ]; then
			failed "$bench $variant: $fatbin: no machine code in it"
			return
		fi
		arch=${cubin##*.sm_}
		echo "$expect $bench $variant ${arch%.cubin} $cubin" >>"$work/cubins"
	done
}

# choose_tools: cubins with the folder of the disassembler for their architecture before each.
choose_tools() {
	local arch tools
	while read -r arch; do
		tools=$("$here/disasm.sh" "$arch" </dev/null) || return
		awk -v arch="$arch" -v tools="$tools" -v show="$show" '$4 "" == arch "" { print tools, $0, show }' \
			"$work/cubins"
	done < <(awk '{ print $4 }' "$work/cubins" | sort -u)
}

# Each block of expectations that could name a kernel must name one somewhere, or it checks nothing.
unused() {
	awk -F '\t' '$1 == "used" { used[$2] } $1 == "applies" { could[$2] }
		END { for (at in could) if (!(at in used)) print "failed\t" at ": names no kernel" }' "$work/found"
}

all_images
if [ ! -s "$work/images" ]; then
	echo "audit: $build has no machine code: built without a CUDA Toolkit" >&2
	exit 77
fi
extractor=$("$here/disasm.sh" 80) || exit 77
while read -r expect bench fatbin; do
	extract "$expect" "$bench" "$fatbin"
done <"$work/images"

choose_tools >"$work/any" || exit 77
# The largest first, so that all processors are busy to the end.
while read -r job; do
	read -r _ _ _ _ _ cubin _ <<<"$job"
	echo "$(stat -c %s "$cubin") $job"
done <"$work/any" | sort -rn | cut -d ' ' -f 2- >"$work/jobs"
xargs -r -a "$work/jobs" -P "$(nproc)" -L 1 "$here/cubin.sh"
while read -r _ _ bench variant arch cubin _; do
	# cubin.sh ends with this line, whatever it found.
	[ "$(tail -n 1 "$cubin.found" 2>&1)" = examined ] || failed "$bench $variant sm_$arch: not examined"
	[ ! -f "$cubin.found" ] || cat "$cubin.found" >>"$work/found"
done <"$work/jobs"
unused >>"$work/found"
sed -n 's/^failed\t//p' "$work/found" | sort -uV >"$work/failed"
failures=$(wc -l <"$work/failed")
if [ $show -eq 1 ]; then
	sed -n 's/^show\t//p' "$work/found" | sort -V
	cat "$work/failed" >&2
else
	cat "$work/failed"
	kernels=$(grep -c ^kernel "$work/found")
	archs=$(grep ^kernel "$work/found" | sort -u | wc -l)
	echo "$kernels kernels of $archs architectures checked, $failures failed"
fi
[ "$failures" -eq 0 ]
