#!/bin/sh
# cluster.sh: checks what docs/cluster.md says about Kubernetes and ReFrame, on the fake device: the script as pods run
# it, the manifests against the schemas of Kubernetes, and the check under the real ReFrame. tests/slurm/run.sh tests
# what it says about Slurm.
set -eu
cd "$(dirname "$0")/.."
build=$PWD/${1:-build}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin/plugins"
ln -s "$build/tests/plugins/toy.so" "$folder/bin/plugins"
cp "$build/tests/gpubench-fake" "$folder/bin/gpubench"
PATH=$folder/bin:$PATH
export PATH
scripts=$PWD/docs/cluster
cd "$folder"

passed=0 failed=0 skipped=0
# check NAME TEXT COMMAND...: the command's output, or its status as "status N", must contain the text; otherwise the
# output is shown.
check() {
	name=$1 text=$2
	shift 2
	{ status=0; "$@" || status=$?; echo "status $status"; } >log 2>&1
	if grep -qE -- "$text" log; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name: not said: $text"
		sed 's/^/  | /' log
	fi
}

check "the batch script outside of Slurm" "run this with sbatch" env -u SLURM_JOB_ID bash "$scripts/gpubench.sbatch"

# ---- Kubernetes ------------------------------------------------------------------------------------------------------

# pod INDEX GPUS [FAKE]: runs the script as one of three pods of an indexed Job, each on a node of its own
pod() {
	$instead env -u SLURM_JOB_ID KUBERNETES_SERVICE_HOST=10.0.0.1 NODE_NAME="k$1" JOB_COMPLETION_INDEX="$1" \
		GPUBENCH_RESULTS="$folder/pods" GPUBENCH_TASKS=3 GPUBENCH_FAKE="devices=5${3-}" bash \
		"$scripts/gpubench.sbatch" --quick --device "$2"
}
instead=
check "the first pod compares its own GPUs" "compared are 1 of 3 tasks" pod 0 0,1,2
check "and is well" "^status 0" pod 0 0,1,2
check "it measured nothing again" "points are kept, 0 measured anew" pod 0 0,1,2
check "a pod whose GPU is slow" "^status 3" pod 1 3 ,slow=1.2
check "the last compares all" "5 GPUs on 3 hosts" pod 2 4
check "in folders of their own" "k1.GPU-d" ls pods/1
check "a pod without a GPU" "^status [23]" pod 3 0 ,devices=0

# Sends the signal to the script, process 1 of its container, as kubectl delete does.
killed_pod() {
	rm -rf pods
	(instead="exec" && pod 0 0,1 ,sleep=0.2) &
	script=$!
	until ls pods/0/k0.GPU-*.csv >/dev/null 2>&1; do
		kill -0 "$script" || return
		sleep 0.1
	done
	kill -TERM "$script"
	wait "$script"
}
check "a pod that is to end has not measured all" "^status 2" killed_pod
cp log killed.log
check "it says so" "the time is nearly up: measuring ends" cat killed.log
check "and has compared what it has" "^results: .*/pods" cat killed.log

# The commands of the DaemonSet, with folders of this machine.
sed -n '/^        - |$/,/^        env:/p' "$scripts/gpubench-daemonset.yaml" | sed '1d; $d; s/^          //' |
	sed -e "s|/results/|$folder/daily/|; s|/metrics/|$folder/|; s|/scripts/|$scripts/|" >daily.sh
daily() {
	env -u SLURM_JOB_ID NODE_NAME=k9 GPUBENCH_FAKE=devices=1 GPUBENCH_EVERY=600 \
		GPUBENCH_REFERENCE="$build/../results/reference" bash daily.sh &
	script=$!
	until grep -qs gpubench_check gpubench-check.prom; do
		kill -0 "$script" || return
		sleep 0.1
	done
	kill -TERM "$script"
	wait "$script"
}
check "the DaemonSet's loop measures, and ends when it is told" "^status 0" daily
check "into a folder a day" "\.GPU-.*csv" ls "daily/$(date -u +%F)"
check "with the roofs for node_exporter" 'roof="toy.add"' cat gpubench.prom
check "and the findings" '^gpubench_finding{' cat gpubench-check.prom

# kubernetes-validate from PyPI, in the version for which this was written. The package includes the schemas, and no
# cluster is contacted.
if python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --only-binary=:all: \
	--target "$folder/kubernetes" kubernetes-validate==1.37.0 >pip.log 2>&1; then
	validate() { PYTHONPATH=$folder/kubernetes python3 -m kubernetes_validate --strict "$@"; }
	for manifest in "$scripts"/*.yaml; do
		check "$(basename "$manifest") is valid" "^status 0" validate "$manifest"
		check "in Kubernetes 1.31 too" "^status 0" validate -k 1.31 "$manifest"
		sed 's/restartPolicy/restartPolice/; s/hostPath: {path/hostPath: {pat/' "$manifest" >wrong.yaml
		check "a word that is wrong is found" "^status [1-9]" validate wrong.yaml
	done
else
	skipped=1
	echo "skipped: kubernetes-validate could not be installed: $(tail -n 1 pip.log)"
fi

# ---- ReFrame ---------------------------------------------------------------------------------------------------------

# reframe from PyPI, in the version for which this was written, unless it is installed.
if ! command -v reframe >/dev/null; then
	if python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --only-binary=:all: \
		--target "$folder/reframe" ReFrame-HPC==4.10.4 >pip.log 2>&1; then
		printf '#!/bin/sh\nPYTHONPATH=%s/reframe exec python3 %s/reframe/bin/reframe "$@"\n' "$folder" \
			"$folder" >bin/reframe
		chmod +x bin/reframe
	fi
fi
if command -v reframe >/dev/null; then
	# frame FAKE OPTION...: runs the check with a separate home
	frame() {
		fake=$1
		shift
		PYTHONDONTWRITEBYTECODE=1 HOME=$folder GPUBENCH_FAKE=$fake reframe --nocolor --prefix="$folder/rfm" \
			-c "$scripts/gpubench_reframe.py" -r "$@"
	}
	check "a baseline" "^status 0" sh -c 'GPUBENCH_FAKE= gpubench --all --quick >good.csv'
	# The roof, and a baseline in which this roof is a sixth higher.
	cat >better.py <<-'END'
		import csv, sys
		rows = list(csv.DictReader(open("good.csv", newline="")))
		roof = max((row for row in rows if row["roof"] == "toy.add"), key=lambda row: float(row["value"]))
		higher = round(float(roof["value"]) * 7 / 6)
		print(roof["value"], higher)
		roof.update({name: higher for name in ("value", "lo", "hi", "min", "max")})
		with open("better.csv", "w", newline="") as file:
		    out = csv.DictWriter(file, rows[0].keys())
		    out.writeheader()
		    out.writerows(rows)
	END
	read -r roof higher <<-END
		$(python3 better.py)
	END
	sed 's/toy\.add/toy.gone/g' good.csv >gone.csv
	check "roofs of two GPUs" "P: toy.add@1: ${roof}[.0]* B/s" frame devices=2
	check "as good as before" "OK.*GpubenchRoofs" frame "" -S "GpubenchRoofs.baseline=$folder/good.csv"
	check "worse than before" "toy.add@0=${roof}[.0]* B/s, expected ${higher}.0" \
		frame "" -S "GpubenchRoofs.baseline=$folder/better.csv"
	check "not measured" "in the baseline: \['toy.gone@0'\]" frame "" -S "GpubenchRoofs.baseline=$folder/gone.csv"
	check "a row that failed" "sanity error: failed: \['toy op=double: verify" frame computes=0
	check "no GPU for ReFrame" "FAILED.*Ran 1/1" frame devices=0
else
	skipped=$((skipped + 1))
	echo "skipped: ReFrame could not be installed: $(tail -n 1 pip.log)"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
