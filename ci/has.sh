# shellcheck shell=bash
# has.sh: read by scripts that count checks: a command that fails is told with what it printed. $folder is a
# temporary one.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
# has WHAT COMMAND...
has() {
	local what=$1
	shift
	if "$@" >"$folder/log" 2>&1; then
		passed=$((passed + 1))
	else
		echo "FAILED: $what"
		cat "$folder/log"
		failed=$((failed + 1))
	fi
}
