#!/bin/bash
# faults.sh BUILD: tests that faults during a run cost only their row, on the fake device. results/fault-outcomes.md
# lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# The plug-in that fails in every way.
breaking=(--plugin "$build/tests/plugins/faults.so" -b faults --quick)

# ---- processes -------------------------------------------------------------------------------------------------------

for fault in hang endless; do
	on "" "${breaking[@]}" --patience 1 -a "fault=$fault,fine_last"
	check "$fault: no process is left" until_true alone
done
on "" "${breaking[@]}" -a fault=leaves,fine_last
check "a process of a plug-in" ends 0
check "is ended" until_true alone
on "" "${breaking[@]}" -a fault=leaves,abort,fine_last
check "also where its worker crashes" until_true alone
run "$fake" "${breaking[@]}" --dry-run -a fault=leaves
check "and in a dry run" until_true alone
sh -c "sleep 300 & echo \$! >'$work/sleeper'; exec '$fake' ${breaking[*]} -a fault=leaves" >"$out" 2>"$err" </dev/null
check "a process that was there before is not" kill "$(cat "$work/sleeper")"

# ---- plug-ins of others, whose code is never in the program itself ---------------------------------------------------

# loads STATUS ARGUMENTS: other processes load a plug-in, the program does not, and its status is not that of a
# destructor.
loads() {
	rm -f "$work/loaded"
	# shellcheck disable=SC2086 # words of a command line
	(echo "$BASHPID" >"$work/program"; FAULTS_LOADED=$work/loaded GPUBENCH_PLUGIN_PATH=$build/tests/plugins \
		become "$fake" $2) >"$out" 2>"$err" </dev/null
	[ $? -eq "$1" ] && [ -s "$work/loaded" ] && ! grep -qxf "$work/program" "$work/loaded"
}
for command in --list --help --man "--describe faults" "--plan=90 -b faults" "-b faults"; do
	check "$command: children load plug-ins" loads 0 "$command"
done
check "--dry-run: children load plug-ins" loads 2 "--dry-run -b faults"
check "a fault: children load plug-ins" loads 2 "-b faults -a fault=abort"

# ---- bounds ----------------------------------------------------------------------------------------------------------

on devices=2 "${breaking[@]}" -a fault=fine_first,hang --deadline 8
check "a deadline" ends 2
check "a deadline leaves no process" until_true alone

totals
