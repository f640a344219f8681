#!/bin/sh
# keep-kernels.sh NVCC ARGUMENT...: the NVCC_WRAPPER with which gpubench.mk compiles kernels. The output is kept in the
# folder GPUBENCH_KERNELS, and reused if compiler, options, source and all included files are unchanged: builds that
# differ in the host's compiler or in sanitizers have the same kernels, and so has the next run. Warnings are then lost,
# so the script is meant for builds in which they are errors. nvcc must write its dependencies (-MMD -MP -MF).
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

# The version names the release of the compilers that nvcc calls; but nvcc may be tools/nvrtc/nvcc.py, which can change
# without one.
version=$("$1" --version 2>&1) || true
key=$(printf '%s\n' "$text" "$version" | cat - "$(dirname "$0")/nvrtc/nvcc.py" "$source" | sha256sum | cut -d ' ' -f 1)
kept=$GPUBENCH_KERNELS/$key

# fatbin_of SUMS: the place of the machine code for sources with these sums. Builds of other sources may write there at
# the same time.
fatbin_of() {
	printf '%s.%s.fatbin\n' "$kept" "$(printf '%s\n' "$1" | sha256sum | cut -d ' ' -f 1)"
}

sums=$(cat "$kept.sums" 2>/dev/null) || sums=
if [ -n "$sums" ] && printf '%s\n' "$sums" | sha256sum --check --status 2>/dev/null &&
		cp "$(fatbin_of "$sums")" "$out" 2>/dev/null; then
	touch "$kept.sums" "$(fatbin_of "$sums")" # entries that no build uses any longer are old
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
