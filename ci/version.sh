#!/bin/sh
# version.sh: checks that a build identifies itself by the plain version at its tag and without git, and otherwise with
# the commit. Every file that contains the version of the next release must have the same one.
set -eu
cd "$(dirname "$0")/.."

version=$(cat VERSION)
passed=0 failed=0
# names FILE PATTERN: a line of FILE must match PATTERN.
names() {
	if grep -qE "$2" "$1"; then
		passed=$((passed + 1))
	else
		echo "FAILED: $1 does not name version $version"
		failed=$((failed + 1))
	fi
}
dots=$(echo "$version" | sed 's/\./\\./g')
names CITATION.cff "^version: $dots\$"
names CITATION.cff "^date-released: $(sed -n "s/^## $dots, //p" CHANGELOG.md)\$"
names CHANGELOG.md "^## $dots, 20[0-9]{2}-[0-9]{2}-[0-9]{2}\$"
names packaging/spack/packages/gpubench/package.py "version\(\"$dots\", tag=\"v$dots\"\)"
names packaging/gpubench.spec "global gpubench_version $dots\}"
for file in packaging/easybuild/gpubench-*.eb; do
	names "$file" "^version = '$dots'\$"
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r Makefile VERSION harness third_party "$folder"
cd "$folder"
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
