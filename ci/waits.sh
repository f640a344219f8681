#!/bin/sh
# waits.sh: checks that tests wait for events. A pause of 0.2 s or more may be too short on a loaded machine, so a
# comment on its line must give a reason.
set -eu
cd "$(dirname "$0")/.."
found=$(grep -rnE --include='*.sh' --include='*.bash' '^[[:space:]]*sleep ([1-9][0-9.]*|0\.[2-9][0-9]*)[[:space:]]*$' \
	tests ci docs/cluster || true)
[ -z "$found" ] || {
	echo "wait for an event, or give the reason for the pause:"
	echo "$found"
	exit 1
} >&2
