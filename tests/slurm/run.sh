#!/bin/bash
# run.sh BUILD: tests docs/cluster.md under a real Slurm with three nodes, with the fake device: the batch script, a
# node that dies, scancel, requeue, and an epilog and a health check that drain nodes. Needs root and Slurm's daemons;
# otherwise skips with a message.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-build}")
scripts=$PWD/docs/cluster

if [ "$(id -u)" -ne 0 ] || ! command -v slurmctld slurmd srun munged unshare >/dev/null; then
	echo "skipped: a Slurm of three nodes needs root, and Debian's slurmctld, slurmd, slurm-client and munge"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi

# shellcheck source=tests/slurm/cluster.bash
. tests/slurm/cluster.bash
work=$(mktemp -d)
trap 'slurm_stop; rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir -p "$work/bin" "$work/program/plugins"
ln -s "$build/tests/plugins/toy.so" "$work/program/plugins"
cp "$build/tests/gpubench-fake" "$work/program/gpubench"
# NODE.fake holds additional settings for one node: a lower speed, so that there is time to interrupt it.
cat >"$work/bin/gpubench" <<-END
	#!/bin/sh
	more=
	[ ! -e "$work/\$(uname -n).fake" ] || read -r more <"$work/\$(uname -n).fake"
	export GPUBENCH_FAKE="\$GPUBENCH_FAKE\$more"
	exec "$work/program/gpubench" "\$@"
END
chmod +x "$work/bin/gpubench"
cp "$scripts"/*.sh "$scripts"/*.sbatch "$work/bin" 2>/dev/null
export PATH=$work/bin:$PATH HWLOC_COMPONENTS=-pci
unset GPUBENCH_PLUGIN_PATH SLURM_JOB_ID GPUBENCH_HOST

# shellcheck source=tests/shared/checks.sh
. tests/shared/checks.sh
# explain: prints the job's output, and Slurm's log, which shows why a job did not come back.
explain() {
	sed 's/^/  | /' "$work"/*.out 2>/dev/null | tail -n 40
	tail -n 12 "$work"/slurm/log/{slurmctld,slurmd-n1}.log 2>/dev/null | sed 's/^/  # /'
}

# ---- looking at a job ------------------------------------------------------------------------------------------------

# submit FAKE SBATCH_OPTION... -- OPTION...: queues the batch script; sets job, results and the file with the job's
# output
submit() {
	local fake=$1 options=()
	shift
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -f "$work"/*.out
	job=$(cd "$work" && GPUBENCH_FAKE=node=1,$fake sbatch --parsable --output="$work/job.out" "${options[@]}" \
		"$scripts/gpubench.sbatch" "$@")
	results=$work/gpubench-$job
}

# state: prints the state of the job. ended: waits for its end.
state() { scontrol show job "$job" -o | sed -n 's/.* JobState=\([A-Z_]*\).*/\1/p' | head -n 1; }
ended() { until_true is_over; }
is_pending() { [ "$(state)" = PENDING ]; }
is_over() { [[ $(state) =~ ^(COMPLETED|FAILED|CANCELLED|NODE_FAIL|TIMEOUT)$ ]]; }
exit_code() { scontrol show job "$job" -o | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p' | head -n 1; }
ends() {
	ended
	echo "$(state) $(exit_code), expected $1 $2"
	[ "$(state) $(exit_code)" = "$1 $2" ]
}

# until_true COMMAND...: wait up to three minutes for it to succeed, because a loaded machine may be slow.
until_true() {
	local end=$((SECONDS + 180))
	until "$@" >/dev/null 2>&1; do
		[ "$SECONDS" -lt "$end" ] || { echo "it did not come: $*"; return 1; }
		sleep 0.1
	done
}
# takes NODE SECONDS: sets the duration of each wait for the device on that node; a point has about fifty
takes() { echo ",sleep=$2" >"$work/$1.fake"; }
as_fast_as_it_can() { rm -f "$work"/*.fake; }

# Slurm lets a requeued job wait for two minutes, while nodes end the processes of the old one. Nodes refuse a job that
# begins in the same second ("Job credential revoked"), and Slurm regards that as the end of the job.
requeued() { until_true is_pending && nodes_are idle 3 && scontrol update JobId="$job" StartTime=now+2; }

# points HOST: the number of rows in that host's files, without headers
rows() { cat "$results/$1".GPU-*.csv | grep '^gpubench-1,'; }
points() { rows "$1" | grep -c ,ok,; }
has_points() { [ "$(points "$1")" = "$2" ] || { rows "$1"; false; }; }
has_begun() { compgen -G "$results/$1.GPU-*.csv" >/dev/null; }
has_row() { [ "$(points "$1")" -gt 0 ]; }
has_points_at_least() { [ "$(points "$1")" -ge "$2" ]; }
# rows_kept HOST ROWS: these are still there
rows_kept() { [ "$(rows "$1" | grep -cxF -- "$2")" -eq "$(wc -l <<<"$2")" ]; }
says() { grep -qE -- "$1" "$work/job.out"; }
drained() {
	sinfo -h -R -n "$1" -o %E
	sinfo -h -R -n "$1" -o %E | grep -qE -- "$2"
}

# ---- a fleet that is well --------------------------------------------------------------------------------------------

GPUS=2 slurm_start "$work/slurm" 3
check "three nodes are up" nodes_are idle 3

submit devices=2 --nodes=3 --gres=gpu:2 -- --quick
check "a job of three nodes ends well" ends COMPLETED 0
for node in n1 n2 n3; do
	check "$node has a file for each of two GPUs" has_points $node 6
	check "$node: rows carry the node, the job" \
		grep -qE "^[^,]*,[^,]*,[^,]*,[^,]*,$node,$job," "$results/$node".GPU-b*.csv
done
check "no two nodes have a UUID in common" test "$(cut -d , -f 10 "$results"/*.csv | sort -u | grep -c GPU-)" -eq 6
check "they are compared" says "6 GPUs on 3 hosts"

submit devices=2 --nodes=2 --gres=gpu:1 -- --quick
check "a job with one GPU of each node" ends COMPLETED 0
check "it measures that one" has_points n1 3

# ---- components, arrays, the time limit ------------------------------------------------------------------------------

submit devices=2 --nodes=1 --gres=gpu:2 : --nodes=2 --ntasks-per-node=1 --exclusive --gres=gpu:1 -- --quick
check "a job of two components ends well" ends COMPLETED 0
check "both are measured" test "$(cat "$results"/*.csv | grep -c ',ok,')" -eq 12
check "of each node the GPUs that its component has" \
	test "$(for node in n1 n2 n3; do points $node; done | sort | tr '\n' ' ')" = "3 3 6 "
check "and compared" says "4 GPUs on 3 hosts"
check "all are free again" nodes_are idle 3

# As if the second component were unreachable.
cat >"$work/bin/srun" <<-"END"
	#!/bin/sh
	case "$*" in *--het-group=1*) echo "srun: no" >&2; exit 1 ;; esac
	exec /usr/bin/srun "$@"
END
chmod +x "$work/bin/srun"
submit devices=1 --nodes=1 : --nodes=2 --ntasks-per-node=1 --exclusive -- --quick
check "a component that is not measured fails the job" ends FAILED 2
check "its nodes are named" test "$(grep -cE '^n[123] has not measured anything' "$work/job.out")" -eq 2
rm "$work/bin/srun"
check "and all are free" nodes_are idle 3

submit devices=2 --array=0-2 --nodes=1 --gres=gpu:2 -- --quick
array_is_over() { [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; }
check "a job array ends" until_true array_is_over
check "each of its tasks has a folder" \
	test "$(find "$results" -mindepth 2 -name '*.GPU-*.csv' | sed 's|/[^/]*$||' | sort | uniq -c |
		awk '{ print $1 }' | tr '\n' ' ')" = "2 2 2 "
check "the last compares all" says "compared are 3 of 3 tasks"
check "on as many hosts as it had" says "6 GPUs on [123] hosts?|6 GPUs of"
check "well" test "$(scontrol show job "$job" -o | grep -c 'ExitCode=0:0')" -eq 3

takes n1 1
submit devices=1 --nodes=1 --nodelist=n1 --time=1 --signal=B:USR1@45 -- --quick
check "a job that has too little time ends before it is killed" ends FAILED 2
check "it says so" says "the time is nearly up: measuring ends"
check "and what is there is compared" says "^results: "
check "rows are whole" sh -c "! grep -h -v '^schema,\|^gpubench-1,' '$results'/*.csv"
as_fast_as_it_can
check "the node is free again" nodes_are idle 3

mkdir "$work/srun"
one=$(cd "$work/srun" && GPUBENCH_FAKE=node=1 srun --nodes=3 --ntasks-per-node=1 --gres=gpu:1 --no-kill \
	gpubench --all --quick -o '%h.%j.%t.csv' 2>"$work/srun.out")
check "srun leaves standard output alone" test -z "$one"
for rank in 0 1 2; do
	check "srun: a file for each task" sh -c "ls $work/srun/n$((rank + 1)).*.$rank.csv"
done
check "summaries name their node" grep -q '^GPU 0 on n2, Fake GPU: measured roofs' "$work/srun.out"
cat >"$work/bin/blind" <<-"END"
	#!/bin/sh
	[ "$SLURMD_NODENAME" = n2 ] && export GPUBENCH_FAKE=devices=0
	exec gpubench "$@"
END
chmod +x "$work/bin/blind"
GPUBENCH_FAKE=node=1 srun --nodes=3 --ntasks-per-node=1 blind --all --quick \
	-o "$work/srun/blind-%h.csv" 2>"$work/srun.out"
check "srun and a node without a GPU: status 2" test $? -eq 2
check "that node is named" grep -q '^gpubench: n2: no CUDA device' "$work/srun.out"

# ---- nodes that die --------------------------------------------------------------------------------------------------

takes n2 1
takes n3 0.2
submit devices=2 --nodes=3 --nodelist=n1,n2,n3 -- --quick
until_true has_begun n2
node_kill n2
until_true has_row n3
first=$(rows n3)
node_kill n3
check "a node that dies before its first row, and one after it: the job fails" ends FAILED 2
check "the other node measures all" has_points n1 6
check "the first has no row" has_points n2 0
check "it is named" says "n2.GPU-a.*: no row could be read: its node is not judged"
check "the rows of the second stay" rows_kept n3 "$first"
check "it is named, too" says "n3: GPU [01] \(GPU-[^ ]*\) the run was cut short: rows of [12] of 3 points"
node_start n2
node_start n3
check "both come back" nodes_are idle 3

# The rows of its first GPU are complete, and those of its second are missing or incomplete.
as_fast_as_it_can
takes n3 0.1
submit devices=2 --nodes=3 --nodelist=n1,n2,n3 -- --quick
until_true has_points_at_least n3 3
node_kill n3
check "a node that dies between two GPUs: the job fails" ends FAILED 2
check "the other nodes measure all" has_points n1 6
check "and the second" has_points n2 6
check "the GPU is named" says "n3.GPU-b.*: no row could be read|n3: GPU 1 .GPU-b[^ ]*. the run was cut short"
node_start n3
check "it comes back" nodes_are idle 3

# ---- scancel and requeue ---------------------------------------------------------------------------------------------

for node in n1 n2 n3; do takes $node 0.1; done
submit devices=1 --nodes=3 -- --quick
for node in n1 n2 n3; do until_true has_row $node; done
scancel "$job"
check "scancel ends the job" until_true is_over
check "as cancelled" test "$(state)" = CANCELLED
check "nodes are free" nodes_are idle 3
for node in n1 n2 n3; do
	check "rows of $node are whole" \
		sh -c "[ -z \"\$(tail -c 1 $results/$node.GPU*)\" ] && gpubench roofs $results/$node.GPU*"
done

# once HOST: no point was measured twice
once() { [ -z "$(rows "$1" | grep -oE '"?op=[a-z]*' | sort | uniq -d)" ]; }
# goes_on NAME: the requeued job measures the missing points, and none twice
goes_on() {
	check "$1: the job ends well" ends COMPLETED 0
	check "$1: it keeps the row that was there" rows_kept n1 "$first"
	check "$1: it says so" says "n1.GPU-a.*: 1 points are kept, 1 measured anew"
	for node in n1 n2 n3; do
		check "$1: it has all of $node" has_points $node 2
		check "$1: none twice" once $node
	done
}
as_fast_as_it_can
# A point takes long enough for a check, and prints nothing meanwhile.
takes n1 0.5
submit devices=1 --nodes=3 -- --quick -a parts=4 --patience 300
until_true has_row n1
first=$(rows n1)
scontrol requeue "$job"
as_fast_as_it_can
requeued
goes_on "requeue"

# The node that runs the batch script dies and comes back. GPUs of other nodes are measured meanwhile.
takes n1 0.5
submit devices=1 --nodes=3 --nodelist=n1,n2,n3 -- --quick -a parts=4 --patience 300
until_true has_row n1
first=$(rows n1)
node_kill n1
check "the node of the batch script dies: the others measure all" until_true has_points n2 2
check "the third too" until_true has_points n3 2
check "the job waits" test "$(state)" = RUNNING
# Slurm must notice that the node is down before it is back; a rebooting node takes longer.
is_missed() { sinfo -h -n n1 -o %t | grep -q '[*]'; }
until_true is_missed
as_fast_as_it_can
node_start n1
check "when the node is back Slurm queues the job again by itself" until_true is_pending
requeued
check "the job goes on and ends well" ends COMPLETED 0
check "it keeps what the node had" rows_kept n1 "$first"
for node in n1 n2 n3; do
	check "it has all of $node, none twice" \
		sh -c "[ $(points $node) -eq 2 ] && $(once $node && echo true || echo false)"
done

# ---- ReFrame ---------------------------------------------------------------------------------------------------------

# reframe from PyPI, the version that ci/cluster.sh has, unless there is one.
reframe=reframe
if ! command -v reframe >/dev/null && python3 -m pip install --quiet --disable-pip-version-check --retries 1 \
		--timeout 20 \
	--only-binary=:all: --target "$work/reframe" ReFrame-HPC==4.10.4 >"$work/pip.log" 2>&1; then
	reframe="env PYTHONPATH=$work/reframe python3 $work/reframe/bin/reframe"
fi
if $reframe --version >/dev/null 2>&1; then
	cat >"$work/settings.py" <<-"END"
		site_configuration = {
		    'systems': [{'name': 'site', 'hostnames': ['.*'], 'partitions': [
		        {'name': 'gpu', 'scheduler': 'squeue', 'launcher': 'srun', 'environs': ['builtin']}]}],
		    'environments': [{'name': 'builtin'}],
		}
	END
	cat >"$work/bin/uneven" <<-"END"
		#!/bin/sh
		[ "$(uname -n)" != n2 ] || slow=,slow=1.1
		GPUBENCH_FAKE=node=1,devices=2$slow exec gpubench "$@"
	END
	chmod +x "$work/bin/uneven"
	GPUBENCH_FAKE=devices=2 GPUBENCH_HOST=good gpubench --all --quick >"$work/good.csv" 2>/dev/null
	(cd "$work" && HOME=$work PYTHONDONTWRITEBYTECODE=1 $reframe --nocolor -C settings.py --prefix="$work/frames" \
		-c "$scripts/gpubench_reframe.py" -r -J gres=gpu:2 --distribute=idle -S GpubenchRoofs.program=uneven \
		-S "GpubenchRoofs.baseline=$work/good.csv") >"$work/frame.log" 2>&1
	check "ReFrame: a check for each idle node" grep -q "Ran 3/3 test case(s) from 3 check(s) (1 failure(s)" \
		"$work/frame.log"
	check "ReFrame: the slow node fails, the others pass" \
		test "$(grep -oE '(OK|FAIL) .*nid=n[123]' "$work/frame.log" |
		sed 's/ .*=/ /' | sort -k 2 | tr '\n' ' ')" = "OK n1 FAIL n2 OK n3 "
	check "ReFrame: both GPUs of a node" grep -q "toy.add@1=93090909.1 B/s, expected 102400000" "$work/frame.log"
else
	echo "skipped: ReFrame cannot be had: $(tail -n 1 "$work/pip.log")"
fi

# ---- nodes that are watched ------------------------------------------------------------------------------------------

# Neither PATH nor the environment reaches the scripts, so settings are in the scripts, as at a real site.
mkdir "$work/site"
cat >"$work/site/gpubench" <<-END
	#!/bin/sh
	read -r GPUBENCH_FAKE <$work/site/\$(uname -n)
	export GPUBENCH_FAKE
	exec $work/bin/gpubench "\$@"
END
for script in health epilog; do
	sed -e "s|^gpubench=.*|gpubench=$work/site/gpubench|" -e "s|^baseline=.*|baseline=$work/site/good.csv|" \
		-e "s/^drop=.*/drop=5%/" \
		-e "s|^folder=.*|folder=$work/site|" -e "s|^PATH=.*|& SLURM_CONF=$SLURM_CONF; export SLURM_CONF|" \
		"$scripts/$script.sh" >"$work/site/$script.sh"
done
chmod +x "$work"/site/*
GPUBENCH_FAKE=node=1,devices=2 GPUBENCH_HOST=good gpubench --all --quick >"$work/site/good.csv" 2>/dev/null
well=node=1,devices=2
for node in n1 n2 n3; do echo "$well" >"$work/site/$node"; done
echo "$well,slow=1.1" >"$work/site/n2" # 10 % slower
echo "Epilog=$work/site/epilog.sh" >>"$SLURM_CONF"
scontrol reconfigure

srun --nodes=3 true
check "a job without GPUs is not followed by a measurement" test ! -e "$work/site/n1.csv"
srun --nodes=3 --gres=gpu:1 true
check "the epilog drains the slow node" \
	until_true drained n2 "^gpubench: 1 of 1 roof judged; slow: n2: GPU 0 \(GPU-.*\) toy.add 9.1 % below"
check "no other" test -z "$(drained n1 . || drained n3 .)"
all_measured() { [ "$(grep -c ^gpubench-1, "$work/site/n1.csv")" -eq 3 ]; }
check "the others were measured: the GPU that the job had" until_true all_measured

echo "$well,nodriver=1" >"$work/site/n3"
sed -i '/^Epilog=/d' "$SLURM_CONF"
printf '%s\n' "HealthCheckProgram=$work/site/health.sh" HealthCheckInterval=1 HealthCheckNodeState=IDLE >>"$SLURM_CONF"
scontrol reconfigure
check "the health check drains a node without a driver" \
	until_true drained n3 "^gpubench: no CUDA device: the NVIDIA driver"
check "the node that is well stays" test -z "$(drained n1 .)"
check "a reason that was there stays" drained n2 "toy.add 9.1 % below"

echo "it took $SECONDS s"
totals
