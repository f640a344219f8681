#!/bin/sh
# lint.sh format|check-format|clang-tidy|cppcheck|shellcheck [FLAG...]: runs this tool on every source; clang-tidy and
# cppcheck read them with these compiler flags. `make format`, `make lint` and similar targets call this script.
# SAMPLE=N: clang-tidy reads one in N of the tests and one in six of the other sources, and cppcheck half of all: those
# that the last commit changed, and others that the commit chooses.
set -eu
what=$1
shift

formatted=$(find harness bench examples tests tools -name '*.[ch]' -o -name '*.cu')
sources=$(find harness bench examples tests tools -name '*.c' ! -path '*/layout/*' | sort)
# Without a toolkit, its headers are missing.
case " $* " in *" -isystem "*) ;; *) sources=$(echo "$sources" | grep -v /gpu_cuda) ;; esac

# chosen SHARE FILE...: with SAMPLE, one in SHARE of these files and those that the last commit changed; otherwise all.
chosen() {
	share=$1
	shift
	if [ -z "${SAMPLE-}" ]; then
		printf '%s\n' "$@"
		return
	fi
	printf '%s\n' "$@" >"$list"
	echo "$what: all but these are left to other commits:" >&2
	{
		tests/shared/sample_by_commit.py $(($# / share)) "$@" | tr ' ' '\n'
		git diff --name-only HEAD~1 2>/dev/null | grep -xFf "$list"
	} | sort -u | tee -a /dev/stderr
}
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# tidy SETTING FLAG...: checks the sources on standard input.
tidy() {
	setting=$1
	shift
	# shellcheck disable=SC2016 # for the inner shell
	FLAGS="-std=c11 $* -Xclang -analyzer-config -Xclang $setting" xargs -P "$(nproc)" -n 4 \
		sh -c 'clang-tidy --quiet "$@" -- $FLAGS' -
}

# shellcheck disable=SC2046,SC2086 # lists of words
case $what in
format)
	clang-format -i $formatted
	;;
check-format)
	ci/prose/columns.py
	clang-format --dry-run --Werror $formatted
	;;
clang-tidy)
	# The analyzer takes nineteen twentieths of the time. It is limited to a tenth of its default of 225000 steps
	# per function, and follows fewer paths in tests.
	is_test='^tests/|/test_|\.model\.c$'
	tests=$(echo "$sources" | grep -E "$is_test")
	others=$(echo "$sources" | grep -vE "$is_test")
	chosen 6 $others | tidy max-nodes=22500 "$@"
	chosen "${SAMPLE:-1}" $tests | tidy mode=shallow "$@"
	;;
cppcheck)
	# ctuuninitvar mistakes a buffer that a callee fills for one that it reads; casts to __typeof__ are not parsed.
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
		--suppress=missingIncludeSystem --suppress=ctuuninitvar \
		'-D__typeof__(x)=int64_t' --suppress=invalidPrintfArgType_sint \
		$(echo "$*" | sed 's/-iquote/-I/g') $(chosen 2 $sources)
	;;
shellcheck)
	shellcheck ci/run .ci/run $(find ci docs harness packaging plots results tests tools -name '*.sh' \
		-o -name '*.bash' -o -name '*.sbatch')
	;;
esac
