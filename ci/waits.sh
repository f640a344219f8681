#!/bin/sh
# waits.sh: tests wait for events. A pause of a fifth of a second or more is too short on a loaded machine, or it needs a reason: a comment in
# its line.
set -eu
cd "$(dirname "$0")/.."
found=$(grep -rnE --include='*.sh' --include='*.bash' '^[[:space:]]*sleep ([1-9][0-9.]*|0\.[2-9][0-9]*)[[:space:]]*$' tests ci docs/cluster || true)
[ -z "$found" ] || {
	echo "wait for what happens, or say why so long:"
	echo "$found"
	exit 1
} >&2
