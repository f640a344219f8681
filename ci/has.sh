# shellcheck shell=bash
# has.sh: sourced by scripts that count checks: if a command fails, its output is shown. $folder is a temporary folder.
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
