#!/usr/bin/env bash
# run.sh: audit.sh finds what is wrong with the kernels of sample/, each broken in its own way, and with expectations
# that are wrong themselves. Exit status 77 without nvcc or a disassembler.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
audit=tests/audit/audit.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

export MAKEFLAGS=
nvcc=$(make -s print-gb_nvcc)
[ -n "$(make -s print-NVCC)" ] || { echo "no CUDA Toolkit: skipped" >&2; exit 77; }
tests/audit/disasm.sh 80 >/dev/null || exit 77

# compile BUILD VARIANT ARCHS FLAG...: adds a variant of sample.cu to a build folder laid out as make's.
compile() {
	local out=$work/$1/obj/plugins/sample variant=$2 archs=$3 arch
	local -a flags=("${@:4}")
	mkdir -p "$out" "${out%/obj/*}/plugins"
	touch "${out%/obj/*}/plugins/sample.so"
	for arch in $archs; do
		flags+=(-gencode "arch=compute_$arch,code=sm_$arch")
	done
	$nvcc "${flags[@]}" -o "$out/$variant.fatbin" tests/audit/sample/sample.cu || exit 1
	printf '__asm__(".balign 16\\nx: .incbin \\"%s\\"\\n");\n' "$out/$variant.fatbin" >>"$out/sample_variants.c"
}

# expectations NAME: standard input becomes those of sample, in a folder of their own.
expectations() {
	mkdir -p "$work/$1/sample"
	cat >"$work/$1/sample/sample.audit"
}

# says WHAT STATUS PATTERN COMMAND...: the command's exit status, and a line of its output.
says() {
	local what=$1 wanted=$2 pattern=$3
	"${@:4}" >"$work/out" 2>&1
	status=$?
	if [ $status -eq "$wanted" ] && grep -qE -- "$pattern" "$work/out"; then
		passed=$((passed + 1))
	else
		echo "FAILED: $what: exit status $status, wanted $wanted and a line like '$pattern'; found:"
		head -n 20 "$work/out"
		failed=$((failed + 1))
	fi
}

# breaks FAULT PATTERN FLAG...: compiled with these flags, one kernel fails, with such a line, and no other.
breaks() {
	compile "$1" default 90 "${@:3}"
	says "$1" 1 "^sample default sm_90 $2" $audit "$work/$1" tests/audit
	mv "$work/out" "$work/kernels"
	says "$1, alone" 0 '^[34] kernels of 1 architectures checked, 1 failed$' cat "$work/kernels"
}

# wrong WHAT PATTERN: expectations on standard input, of the good kernels, are found at fault.
wrong() {
	expectations wrong
	says "$1" 1 "$2" $audit "$work/good" "$work/wrong"
}

# ---- kernels -------------------------------------------------------------------------------------------------------

compile good default "80 90"
compile good spill "80 90" -maxrregcount=32
says "good kernels" 0 '^12 kernels of 2 architectures checked, 0 failed$' $audit "$work/good" tests/audit

breaks folded 'sample_fma_c8_b64: .*loop FFMA = B \(64\): found 0' -DFOLDED
breaks operator 'sample_copy_v4_u4_cs: all LDG are LDG.E.EF.128: found 4 others, such as LDG.E.128.STRONG.GPU$' -DWRONG_OPERATOR
breaks narrow 'sample_copy_v4_u4_cs: all LDG are LDG.E.EF.128: found 4 others, such as LDG.E.EF.64; all STG are' -DNARROW
breaks unrolled 'sample_copy_v4_u4_cs: loop LDG = U \(4\): found 8; loop STG = U \(4\): found 8$' -DMUCH_UNROLLED
breaks dependent 'sample_copy_v4_u4_cs: flight = U \(4\): found 1$' -DDEPENDENT
breaks spill 'sample_wide: registers > 48: found 32; local = 0 \(not said otherwise\): found [1-9]' -maxrregcount=32
breaks unnamed 'sample_new: no kernel line of .*sample.audit names it$' -DUNNAMED

# A variant that should spill and does not.
compile idle default 80
compile idle spill 80
says "no spill where one is wanted" 1 'sample spill sm_80 sample_wide: registers <= 32: .*local > 0: found 0; stack > 0: found 0$' \
	$audit "$work/idle" tests/audit

mkdir "$work/empty"
says "no expectations" 1 "^sample: no expectations: $work/empty/sample/sample.audit is missing$" \
	$audit "$work/good" "$work/empty"
mkdir -p "$work/torn" && cp -r "$work/good/." "$work/torn"
sed -i "s|$work/good|$work/torn|" "$work/torn/obj/plugins/sample/sample_variants.c"
echo torn >"$work/torn/obj/plugins/sample/spill.fatbin"
says "a file that is no fatbin" 1 '^sample spill: .*spill.fatbin: ' $audit "$work/torn" tests/audit

# ---- expectations --------------------------------------------------------------------------------------------------

wrong "a line that names no kernel" '^.*sample.audit:2: names no kernel$' <<'END'
kernel sample_.*
kernel sample_cpy_v<V>
END
wrong "an unknown fact" "^.*sample.audit:2: no such fact: 'lops'$" <<'END'
kernel sample_.*
	lops = 1
END
wrong "no comparison" "^.*sample.audit:2: wanted a comparison, found 'loops is 1'$" <<'END'
kernel sample_.*
	loops is 1
END
wrong "an unknown name" "^.*sample.audit:2: cannot work out '2 \* Q' at 'Q" <<'END'
kernel sample_.*
	loop FFMA = 2 * Q
END
wrong "half an expression" "^.*sample.audit:2: cannot work out '\(1 \+ 2' at" <<'END'
kernel sample_.*
	loops = (1 + 2
END
wrong "a check before any kernel" '^.*sample.audit:1: stands before the first kernel$' <<'END'
loops = 1
END
wrong "an unknown condition" "^.*sample.audit:1: wanted variant PATTERN, arch LIST or cuda LIST, found 'on'$" <<'END'
kernel sample_.* on 90
END
wrong "'also' names nothing by itself" 'sample_wide: no kernel line of .*sample.audit names it$' <<'END'
kernel sample_(copy|fma).*
also sample_wide
END
wrong "a block for one architecture" '^sample default sm_90 sample_wide: loops = 7: found 1; local' <<'END'
kernel sample_(copy|fma).*
kernel sample_wide arch 80
	local >= 0
	stack >= 0
kernel sample_wide arch !75,80
	loops = 7
	local = 1
END
says "... and not for the other" 1 '^12 kernels of 2 architectures checked, 2 failed$' $audit "$work/good" "$work/wrong"

wrong "a block for one toolkit" '^sample default sm_90 sample_wide: loops = 7: found 1$' <<'END'
kernel sample_.*
	local >= 0
	stack >= 0
also sample_wide cuda 1.2
	loops = 8
also sample_wide arch 90 cuda !1.2
	loops = 7
END

expectations right <<'END'
kernel sample_[a-z]+_[cv]<A>_[bu]<B>(_cs)?
	loops = (A + B) / (B + A)        
	loop * >= 2 + 3 * min(A, max(2, B)) - 1
	total * > 0
	loops != A
	loop FFMA c[ <= B
	loop LD* <= max(0, A - A) + B
kernel sample_wide
	local >= 0
	stack >= 0
END
says "arithmetic" 0 ' 0 failed$' $audit "$work/good" "$work/right"
says "--show" 0 '^sample default sm_90 sample_fma_c8_b64: registers .* loops 1, flight 0; in loops:.* 64 FFMA' \
	$audit --show "$work/good" tests/audit

# ---- nothing to examine --------------------------------------------------------------------------------------------

mkdir -p "$work/none/plugins"
says "a build without kernels" 77 'has no machine code: built without a CUDA Toolkit$' $audit "$work/none"
says "no disassembler" 77 '^audit: no nvdisasm that reads sm_999, neither in a CUDA Toolkit nor from PyPI \(ERROR: ' \
	env DISASM="$work/disasm" PIP_NO_INDEX=1 PIP_FIND_LINKS="$work/none" tests/audit/disasm.sh 999

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
