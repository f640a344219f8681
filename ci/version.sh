#!/bin/sh
# version.sh: what a build calls itself: plain at the tag of its version and without git, else with the commit.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r Makefile VERSION harness "$folder"
cd "$folder"
passed=0 failed=0
# is WHAT EXPECTED
is() {
	found=$(make -s print-version CUDA_HOME=none)
	if [ "$found" = "$2" ]; then
		passed=$((passed + 1))
	else
		echo "FAILED: $1: $found, not $2"
		failed=$((failed + 1))
	fi
}
commit() {
	git -c user.name=x -c user.email=x@example.org commit --quiet --all --allow-empty -m "$1"
	hash=$(git rev-parse --short HEAD)
}

plain=$(cat VERSION)
is "without git" "$plain"
git init --quiet
git add Makefile VERSION harness
commit one
is "a commit" "$plain-$hash"
git tag "v$plain.1"
is "the tag of another version" "$plain-$hash"
git tag -m release "v$plain"
is "the tag of this version" "$plain"
echo >>Makefile
is "the tag, with changes" "$plain-$hash-dirty"
commit two
is "after the tag" "$plain-$hash"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
