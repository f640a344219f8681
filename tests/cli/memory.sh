#!/bin/bash
# memory.sh BUILD: tests runs under memory limits like those of batch jobs, in a separate control group where that is
# allowed.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

if sanitized; then
	skip "limits of memory and of the stack: a sanitizer takes more of both"
	totals
	exit
fi

# limit_file: the file that sets the limit of a group, for the version of the memory controller; "" if there is none.
limit_file() {
	if grep -qE '^[0-9]+:([^:]*,)?memory[,:]' /proc/self/cgroup; then
		echo memory.limit_in_bytes
	elif grep -q '^0::' /proc/self/cgroup; then
		echo memory.max
	fi
}

# own_group: the folder of this process's group in the memory controller's hierarchy; empty if that is not mounted.
own_group() {
	local controller='' type=cgroup2 point root path
	[ "$(limit_file)" = memory.max ] || { controller=memory type=cgroup; }
	path=$(awk -F: -v want="$controller" '
		(want == "" && $1 == 0) || (want != "" && ("," $2 ",") ~ ("," want ",")) {
			sub(/^[^:]*:[^:]*:/, "")
			print
			exit
		}
		' /proc/self/cgroup)
	# shellcheck disable=SC2034 # columns
	while read -r id parent device root point rest; do
		case $rest in
		*" - $type "*"$controller"*) ;;
		*) continue ;;
		esac
		path=${path#"$root"}
		[ -d "$point/$path" ] && echo "$point/$path" && return
	done </proc/self/mountinfo
	return 1
}

group=
if ! own=$(own_group); then
	skip "limits of memory: no control group of this process is to be seen"
elif ! mkdir "$own/gpubench-test-$$" 2>"$work/why"; then
	skip "limits of memory: $(cat "$work/why")"
elif [ ! -w "$own/gpubench-test-$$/$(limit_file)" ]; then
	rmdir "$own/gpubench-test-$$"
	skip "limits of memory: control groups made here have no memory controller"
else
	group=$own/gpubench-test-$$
fi

# within MIB ARGUMENTS...: run the program in a group with that limit.
within() {
	echo $(($1 << 20)) >"$group/$(limit_file)"
	shift
	# shellcheck disable=SC2016 # the inner shell expands it
	run sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" "$@"
}

# no_memory_lost: no row was killed or failed because memory was short.
no_memory_lost() {
	! fields status reason <"$out" |
		grep -E '^failed .*(killed|signal 9|out of memory|bytes of (host|device) memory)'
}

# The duration and number of samples do not affect the memory use of a point.
short=(--quick --timeout 0.001 --watch 0.001 --max-noise 1)

mkdir -p "$work/all"
cp "$fake" "$work/all"
ln -s "$build/plugins" "$work/all/plugins"

# ---- of a GPU --------------------------------------------------------------------------------------------------------

# on_card MIB: every benchmark on a card like an H200 with this much free memory.
on_card() {
	GPUBENCH_FAKE=sms=132,l2=60MiB,context=526MiB,free=$1MiB run "$work/all/gpubench-fake" --all "${short[@]}"
}

# The commit chooses one.
for mib in $("$tests/shared/sample_by_commit.py" 1 536 700 726); do
	on_card "$mib"
	check "a GPU with $mib MiB free: what does not fit is skipped" no_memory_lost
	check "a GPU with $mib MiB free: all rows are there" test "$(fields point <"$out" | wc -l)" -ge 200
done
on_card 525
check "a GPU without room for a context" \
	ends 0 "the device has no memory for a context: cudaSetDevice: cudaErrorMemoryAllocation"
check "every row of it is skipped" test "$(fields status <"$out" | sort -u)" = skipped
GPUBENCH_FAKE=devices=2,context=526MiB,free=100MiB run "$fake" -b toy --quick
check "and of the next one" test "$(fields device status <"$out" | sort | uniq -c | tr -s ' ' | tr '\n' ,)" = \
	" 3 0 skipped, 3 1 skipped,"

# ---- of the stack ----------------------------------------------------------------------------------------------------

# small_stack ARGUMENTS...: with a stack of 128 KiB.
small_stack() {
	run bash -c 'ulimit -s 128 && exec "$@"' bash "$work/all/gpubench-fake" "$@"
}
if command -v cc >/dev/null && ! sanitized; then
	cat >"$work/refuses.c" <<-'C'
		#include <errno.h>
		int sched_getaffinity(int pid, unsigned long size, void *set)
		{
			(void)pid, (void)size, (void)set;
			errno = EPERM;
			return -1;
		}
	C
	cc -shared -fPIC -o "$work/refuses.so" "$work/refuses.c"
	run env LD_PRELOAD="$work/refuses.so" timeout 60 "$real" --device host -b host_fma --quick
	check "a kernel that does not say which cores there are" ends 2 "sched_getaffinity: the kernel does not report"
fi
small_stack --list
check "a stack of 128 KiB: --list" ends 0
small_stack --man
check "a stack of 128 KiB: --man" ends 0
small_stack --all "${short[@]}"
check "a stack of 128 KiB: a run" ends 2 "verify"
check "a stack of 128 KiB: all rows are there" test "$(fields point <"$out" | wc -l)" -ge 200
check "a stack of 128 KiB: no worker crashed" test "$(fields reason <"$out" | grep -c 'the worker')" -eq 0
for command in roofs compare report; do
	GPUBENCH_PLOTS=$tests/../plots small_stack "$command" "$tests/../results/fleet/h200-sxm.csv"
	check "a stack of 128 KiB: $command" ends 0
done
small_stack --device host -b 'host_fma|host_cache' "${short[@]}" -a set=8192,4194304 -a vec=32 -a unroll=8 -a chains=8
check "a stack of 128 KiB: the host" ends 0

# ---- of the host -----------------------------------------------------------------------------------------------------

if [ -n "$group" ]; then
	# One shape of each kernel that works in memory, since others need no more.
	shape=(-a vec=32 -a unroll=8 -a streams=1 -a skew=0)
	for mib in 1024 64; do
		cores=()
		[ $mib -eq 64 ] || cores=(taskset -c "$(first_core)") # with little memory as many threads as there are
		within $mib "${cores[@]}" "$work/all/gpubench-fake" --device host -b 'host_(cache|case|dram|latency)' \
			"${short[@]}" "${shape[@]}"
		check "the host in $mib MiB" ends 0
		check "the host in $mib MiB: no point is killed" no_memory_lost
		check "the host in $mib MiB: what does not fit is skipped" \
			test "$(fields status <"$out" | grep -c failed)" -eq 0
		check "the host in $mib MiB: all rows are there" test "$(fields point <"$out" | sort -u | wc -l)" -ge 25
	done
	within 1024 "$work/all/gpubench-fake" --all "${short[@]}"
	check "a GPU's benchmarks in 1024 MiB" no_memory_lost
	check "a GPU's benchmarks in 1024 MiB: all rows are there" test "$(fields point <"$out" | wc -l)" -ge 200

	within 100 "$fake" --plugin "$build/tests/plugins/faults.so" -b faults --quick \
		-a fault=fine_first,glutton,fine_last
	check "a plug-in that takes more memory than there is" has "$out" "point status" "fault=fine_first ok
fault=glutton failed
fault=fine_last ok"
	check "the row names the limit" \
		grep -qE 'killed for memory: the limit of control group /.*gpubench-test-[0-9]+ is 104\.9 MB' "$out"
	check "the status is 2" ends 2 "killed for memory"
	rmdir "$group"
fi

totals
