#!/bin/sh
# keep-kernels.sh NVCC ARGUMENT...: what gpubench.mk runs to compile kernels, as its NVCC_WRAPPER. What was made is kept in the folder
# GPUBENCH_KERNELS and taken from there when the same compiler is given the same options, the source and all that it includes
# are what they were: builds that differ in the host's compiler or in sanitizers have the same kernels. Warnings are lost
# then, so it is for builds where they are errors. nvcc must write its dependencies (-MMD -MP -MF).
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

version=$("$1" --version 2>&1) || true
key=$(printf '%s\n' "$text" "$version" | cat - "$source" | sha256sum | cut -d ' ' -f 1)
kept=$GPUBENCH_KERNELS/$key
if [ -e "$kept.sums" ] && sha256sum --check --status "$kept.sums" 2>/dev/null; then
	cp "$kept.fatbin" "$out"
	{
		printf '%s:' "$out"
		sed 's/^[0-9a-f]*  / /' "$kept.sums" | tr -d '\n'
		sed 's/^[0-9a-f]*  \(.*\)$/\n\1:/' "$kept.sums"
	} >"$depends"
	exit 0
fi

"$@"
mkdir -p "$GPUBENCH_KERNELS"
cp "$out" "$kept.fatbin.$$"
# With -MP every file that is included has a line of its own.
{ echo "$source" && sed -n 's/^\([^ ]*\):$/\1/p' "$depends"; } | sort -u | xargs sha256sum >"$kept.sums.$$"
mv "$kept.fatbin.$$" "$kept.fatbin"
mv "$kept.sums.$$" "$kept.sums" # last: it says that the other is whole
