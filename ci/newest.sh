#!/bin/sh
# newest.sh [--renew]: checks whether the toolkit pinned in tools/toolchain/pins/toolkit-newest.txt is the newest on
# PyPI.
#   (none)   reports the result. A missing answer or a newer toolkit is only a remark: neither is a fault of the
#            commit.
#   --renew  writes the file anew and prints what has changed; this downloads 200 MB
set -eu
cd "$(dirname "$0")/.."

pins=tools/toolchain/pins/toolkit-newest.txt
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT

pip() {
	what=$1
	shift
	python3 -m pip "$what" --disable-pip-version-check --retries 1 --timeout 20 "$@" 2>>"$new/log"
}

# pinned: "PACKAGE==VERSION" of each pinned package.
pinned() {
	sed -n 's/^\([a-z-]*==[0-9.]*\).*/\1/p' $pins
}

# served: the same for the newest packages on PyPI, which must belong to one release.
served() {
	for package in $(pinned | sed 's/==.*//'); do
		version=$(pip index versions "$package" | sed -n "s/^$package (\(.*\))\$/\1/p")
		[ -n "$version" ] || return 1
		echo "$package==$version"
	done
}

releases() {
	sed 's/.*==\([0-9]*\.[0-9]*\).*/\1/' "$1" | sort -u | paste -sd ' '
}

# hash_of REQUIREMENT MACHINE
hash_of() {
	rm -rf "$new/wheel"
	pip download --quiet --no-deps --only-binary=:all: --dest "$new/wheel" --platform "manylinux_2_28_$2" \
		--platform "manylinux2014_$2" --platform "manylinux2010_$2" "$1" >&2
	sha256sum "$new"/wheel/*.whl | cut -d ' ' -f 1
}

# renewed: prints the comments of the file, and a requirement for each line of "$new/served".
renewed() {
	grep '^#' $pins
	while read -r requirement; do
		x86_64=$(hash_of "$requirement" x86_64)
		aarch64=$(hash_of "$requirement" aarch64)
		[ ${#x86_64} -eq 64 ] && [ ${#aarch64} -eq 64 ] || return 1
		printf '%s \\\n    --hash=sha256:%s \\\n    --hash=sha256:%s\n' "$requirement" "$x86_64" "$aarch64"
	done <"$new/served"
}

pinned >"$new/pinned"
if ! served >"$new/served"; then
	echo "REMARK: the newest CUDA Toolkit on PyPI could not be determined:" \
		"$(grep -v WARNING "$new/log" | tail -n 1)"
	[ $# -eq 0 ]
	exit
fi
if cmp -s "$new/pinned" "$new/served"; then
	echo "The toolkit of $pins is the newest: CUDA $(releases "$new/pinned")"
elif [ "${1-}" != --renew ]; then
	echo "REMARK: PyPI has a newer CUDA Toolkit than $pins, which \`ci/newest.sh --renew\` renews:"
	diff "$new/pinned" "$new/served" || true
elif [ "$(releases "$new/served" | wc -w)" -ne 1 ]; then
	echo "PyPI is between two releases ($(releases "$new/served")): try again in a few days" >&2
	exit 1
elif ! renewed >"$new/pins"; then
	cat "$new/log" >&2
	exit 1
else
	diff "$new/pinned" "$new/served" || true
	cat "$new/pins" >$pins
fi
