#!/bin/sh
# keep-kernels.sh NVCC ARGUMENT...: an NVCC_WRAPPER for gpubench.mk that keeps compiled kernels in the folder
# GPUBENCH_KERNELS, and reuses them if compiler, options, source and all included files are the same. Builds with
# another host compiler or with sanitizers have the same kernels, and so does the next run. The warnings of reused
# kernels are lost, so use it for builds in which warnings are errors. nvcc must write dependencies (-MMD -MP -MF).
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

# The version is that of the compilers that nvcc calls. tools/nvrtc/nvcc.py, which nvcc may be, has no version.
version=$("$1" --version 2>&1) || true
key=$(printf '%s\n' "$text" "$version" | cat - "$(dirname "$0")/nvrtc/nvcc.py" "$source" | sha256sum | cut -d ' ' -f 1)
kept=$GPUBENCH_KERNELS/$key

# fatbin_of SUMS: prints the path of the machine code for sources with these sums. Builds of other sources have other
# paths, because they may write at the same time.
fatbin_of() {
	printf '%s.%s.fatbin\n' "$kept" "$(printf '%s\n' "$1" | sha256sum | cut -d ' ' -f 1)"
}

sums=$(cat "$kept.sums" 2>/dev/null) || sums=
if [ -n "$sums" ] && printf '%s\n' "$sums" | sha256sum --check --status 2>/dev/null &&
		cp "$(fatbin_of "$sums")" "$out" 2>/dev/null; then
	touch "$kept.sums" "$(fatbin_of "$sums")" # so that the age of an entry shows its last use
	{
		printf '%s:' "$out"
		printf '%s\n' "$sums" | sed 's/^[0-9a-f]*  / /' | tr -d '\n'
		printf '%s\n' "$sums" | sed 's/^[0-9a-f]*  \(.*\)$/\n\1:/'
	} >"$depends"
	exit 0
fi

"$@"
mkdir -p "$GPUBENCH_KERNELS"
# With -MP, every included file has its own line.
sums=$({ echo "$source" && sed -n 's/^\([^ ]*\):$/\1/p' "$depends"; } | sort -u | xargs sha256sum)
fatbin=$(fatbin_of "$sums")
cp "$out" "$fatbin.$$"
mv "$fatbin.$$" "$fatbin"
printf '%s\n' "$sums" >"$kept.sums.$$"
mv "$kept.sums.$$" "$kept.sums" # written last: shows that the other file is complete
