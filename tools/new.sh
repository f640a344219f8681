#!/bin/sh
# new.sh SKELETON FOLDER NAME: start a plug-in: a copy of the skeleton, FOLDER/NAME/, with its name in place of the
# skeleton's. `make new NAME=mybench` calls this.
set -eu
# Letters and numbers are those of the C locale.
export LC_ALL=C
skeleton=$1 folder=$2 name=$3

fail() {
	echo "new: $1" >&2
	exit 1
}
[ -n "$name" ] || fail "say how it is called: make new NAME=mybench"
case $name in
*[!a-z0-9_]* | common) fail "'$name' cannot be the name of a plug-in: take lower case letters, digits and '_'" ;;
skeleton) fail "the skeleton is called so: take another name" ;;
[!a-z]*) fail "'$name' cannot be the name of a plug-in: begin with a letter" ;;
esac
new=$folder/$name
[ "$folder" != . ] || new=$name
[ ! -e "$new" ] || fail "$new is there already"

upper=$(echo "$name" | tr '[:lower:]' '[:upper:]')
mkdir "$new"
trap '[ "$?" -eq 0 ] || rm -rf "$new"' EXIT
for file in "$skeleton"/*skeleton.*; do
	sed "s/skeleton/$name/g; s/SKELETON/$upper/g" "$file" >"$new/$(basename "$file" | sed "s/skeleton/$name/")"
done
echo "$new/ is a copy of the skeleton: build it, then change one thing at a time"
