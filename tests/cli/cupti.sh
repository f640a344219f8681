#!/bin/bash
# cupti.sh BUILD: compares harness/profiling/inject/cupti.h with the headers of CUPTI, and sanitizer.h with those of
# Compute Sanitizer, for each toolkit found here.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$0")/../..")

# newest NAME: the last of NAME, NAME2, ..., NAME10 that $headers contain.
newest() {
	cat "$headers"/cupti_activity*.h | grep -oE "\b$1[0-9]*\b" | sort -Vu | tail -1
}
agrees() {
	"${CC:-cc}" -std=c11 -fsyntax-only -isystem "$headers" \
		-iquote "$root/harness" -iquote "$root/harness/profiling" \
		-DLAYOUT_KERNEL="$(newest CUpti_ActivityKernel)" \
		-DLAYOUT_COPY="$(newest CUpti_ActivityMemcpy)" -DLAYOUT_PEER="$(newest CUpti_ActivityMemcpyPtoP)" \
		-DLAYOUT_FILL="$(newest CUpti_ActivityMemset)" -DLAYOUT_DEVICE="$(newest CUpti_ActivityDevice)" "$@" \
		"$root/tests/cupti/layout/layout.c"
}

differs() {
	! agrees "$@" 2>/dev/null
}

found=0
for headers in ${CUDA_HOME:+"$CUDA_HOME/include"} /usr/local/cuda-*/include; do
	[ -e "$headers/cupti_activity.h" ] || continue
	found=1
	check "layout of $headers" agrees
	# A record that is too short for the used fields, substituted for another.
	check "what differs is found in $headers" differs -ULAYOUT_COPY -DLAYOUT_COPY=CUpti_ActivityMemset
done
[ "$found" -eq 1 ] || skip "there are no headers of CUPTI"

found=0
for headers in ${CUDA_HOME:+"$CUDA_HOME/compute-sanitizer/include"} /usr/local/cuda-*/compute-sanitizer/include; do
	[ -e "$headers/sanitizer.h" ] || continue
	found=1
	bulk=$(grep -qs BULK_REDUCTION_SHARED_TO_GLOBAL "$headers/sanitizer_patching.h" && echo -DLAYOUT_BULK)
	check "layout of $headers" "${CC:-cc}" -std=c11 -fsyntax-only ${bulk:+"$bulk"} -isystem "$headers" \
		-isystem "$headers/../../include" \
		-iquote "$root/harness" -iquote "$root/harness/profiling" "$root/tests/cupti/layout/sanitizer.c"
done
[ "$found" -eq 1 ] || skip "there are no headers of Compute Sanitizer"
totals
