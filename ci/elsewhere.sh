#!/bin/bash
# elsewhere.sh BUILD [NAME...]: runs all tests, or the given ones, in an unusual environment: as a plain user, on one
# core of a processor with a name of 60 letters, in a Turkish locale, in which a range of letters lacks 'i' and numbers
# have a comma. Needs root, to become that user, and Debian's locales. The last line has the totals.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
# Tests that use tools of the system, or in which the program prints the processor's name.
[ $# -gt 0 ] || set -- run completion pairs transcripts deps manual names curve csv_write tree processor gpu_host
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/tree" "$folder/home" "$folder/locale"
git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$folder/tree"
cp -r --parents "$build" "$folder/tree"
localedef --no-archive -i tr_TR -f UTF-8 "$folder/locale/tr_TR.UTF-8"
read -ra machine < \
	<(tests/shared/processor.sh "$folder/machine" "Intel(R) Xeon(R) Platinum 8592+ Processor (Emerald Rapids) B")
chmod 755 "$folder"
chown -R 65534:65534 "$folder"
core=$(taskset -pc $$ | sed 's/.*: //; s/[^0-9].*//')
cd "$folder/tree"
setpriv --reuid 65534 --regid 65534 --clear-groups env -i PATH="$PATH" HOME="$folder/home" LOCPATH="$folder/locale" \
	LC_ALL=tr_TR.UTF-8 \
	"${machine[@]}" taskset -c "$core" tests/run.py "$build" "$@"
