#!/bin/sh
# new.sh MODEL FOLDER NAME: starts a plug-in: copies the one in the folder MODEL to FOLDER/NAME/ and replaces its name
# by NAME. `make new NAME=mybench` calls this with the benchmark in one file, or with FULL=1 with the skeleton.
set -eu
# Letters and numbers are those of the C locale.
export LC_ALL=C
model=$1 folder=$2 name=$3
from=$(basename "$model")

fail() {
	echo "new: $1" >&2
	exit 1
}
[ -n "$name" ] || fail "name it: make new NAME=mybench"
case $name in
*[!a-z0-9_]* | common) fail "'$name' cannot be the name of a plug-in: use lowercase letters, digits and '_'" ;;
skeleton | start) fail "this is the plug-in to copy: choose another name" ;;
[!a-z]*) fail "'$name' cannot be the name of a plug-in: begin with a letter" ;;
esac
new=$folder/$name
[ "$folder" != . ] || new=$name
[ ! -e "$new" ] || fail "$new already exists"

upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }
mkdir "$new"
trap '[ "$?" -eq 0 ] || rm -rf "$new"' EXIT
# The one-file plug-in needs neither its models nor its tests.
case $from in
skeleton) set -- "$model"/*skeleton.* ;;
*) set -- "$model/$from.cu" ;;
esac
for file; do
	sed "s/$from/$name/g; s/$(upper "$from")/$(upper "$name")/g" \
		"$file" >"$new/$(basename "$file" | sed "s/$from/$name/")"
done
echo "$new/ is a copy of $from: build it, then change one thing at a time"
