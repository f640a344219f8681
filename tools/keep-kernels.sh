#!/bin/sh
# keep-kernels.sh NVCC ARGUMENT...: what gpubench.mk runs to compile kernels, as its NVCC_WRAPPER. The output is kept
# in the folder GPUBENCH_KERNELS and taken from there when the same compiler is given the same options, the source and
# all that it includes are unchanged: builds that differ in the host's compiler or in sanitizers have the same
# kernels, and so has the next run. Warnings are lost then, so it is for builds where they are errors. nvcc must write
# its dependencies (-MMD -MP -MF).
set -eu

out='' depends='' source='' text='' option=''
for word; do
	case $option in
	-o) out=$word ;;
	-MF) depends=$word ;;
	-MT) ;;
	*) text="$text $word" source=$word ;;
	esac
	case $option in
	-o | -MF | -MT) option='' ;;
	*) option=$word ;;
	esac
done

# The version names the release of the compilers that nvcc calls; but nvcc may be made of tools/nvrtc/nvcc.py, which
# changes without one.
version=$("$1" --version 2>&1) || true
key=$(printf '%s\n' "$text" "$version" | cat - "$(dirname "$0")/nvrtc/nvcc.py" "$source" | sha256sum | cut -d ' ' -f 1)
kept=$GPUBENCH_KERNELS/$key

# fatbin_of SUMS: where the machine code of sources with these sums is kept. Builds of other sources may write here at
# the same time.
fatbin_of() {
	printf '%s.%s.fatbin\n' "$kept" "$(printf '%s\n' "$1" | sha256sum | cut -d ' ' -f 1)"
}

sums=$(cat "$kept.sums" 2>/dev/null) || sums=
if [ -n "$sums" ] && printf '%s\n' "$sums" | sha256sum --check --status 2>/dev/null &&
		cp "$(fatbin_of "$sums")" "$out" 2>/dev/null; then
	touch "$kept.sums" "$(fatbin_of "$sums")" # what no build takes any more is old
	{
		printf '%s:' "$out"
		printf '%s\n' "$sums" | sed 's/^[0-9a-f]*  / /' | tr -d '\n'
		printf '%s\n' "$sums" | sed 's/^[0-9a-f]*  \(.*\)$/\n\1:/'
	} >"$depends"
	exit 0
fi

"$@"
mkdir -p "$GPUBENCH_KERNELS"
# With -MP every file that is included has a line of its own.
sums=$({ echo "$source" && sed -n 's/^\([^ ]*\):$/\1/p' "$depends"; } | sort -u | xargs sha256sum)
fatbin=$(fatbin_of "$sums")
cp "$out" "$fatbin.$$"
mv "$fatbin.$$" "$fatbin"
printf '%s\n' "$sums" >"$kept.sums.$$"
mv "$kept.sums.$$" "$kept.sums" # last: it says that the other is whole
