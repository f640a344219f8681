#!/bin/bash
# run.sh BUILD: the alert rules and the export for Prometheus: unit tests of the rules, and a real Prometheus that
# scrapes a real node_exporter with the textfile collector. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/../cli/support.sh"
root=$(realpath "$tests/..")

if ! command -v promtool >/dev/null || ! command -v prometheus >/dev/null ||
	! command -v prometheus-node-exporter >/dev/null; then
	echo "skipped: Prometheus is not installed"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
fi

run "$fake" roofs "$root/tests/data/every-roof.csv" --export prometheus --rules "$work/made.yml"
check "the rules are those that the program makes" cmp "$work/made.yml" "$root/docs/cluster/gpubench.rules.yml"
check "the rules are rules" promtool check rules "$root/docs/cluster/gpubench.rules.yml"
check "they fire for what they should" promtool test rules "$tests/prometheus/rules.test.yml"
sed 's/< 0.9[0-9]*/< 0.5/' "$root/docs/cluster/gpubench.rules.yml" >"$work/blunt.yml"
sed "s|\.\./\.\./docs/cluster/gpubench.rules.yml|$work/blunt.yml|" "$tests/prometheus/rules.test.yml" \
	>"$work/blunt.test.yml"
check "the test sees a blunt rule" \
	test "$(promtool test rules "$work/blunt.test.yml" >/dev/null 2>&1 && echo passed)" = ""

# ---- scraped --------------------------------------------------------------------------------------------------------

# listens LOG: a daemon uses any free port, which its log names; sets port.
listens() {
	port=$(sed -n 's/.*msg="Listening on".* address=127\.0\.0\.1:\([0-9]*\).*/\1/p' "$1")
	[ -n "$port" ]
}

mkdir "$work/text"
prometheus-node-exporter --collector.disable-defaults --collector.textfile --collector.textfile.directory="$work/text" \
	--web.listen-address=127.0.0.1:0 >"$work/exporter.log" 2>&1 &
daemons=$!
# shellcheck disable=SC2086 # two numbers
trap 'kill $daemons 2>/dev/null; wait; rm -rf "$work"' EXIT
check "node_exporter listens" until_true listens "$work/exporter.log"
exporter=$port
# A scrape that takes longer than its interval fails, and removes the results of the previous scrape.
cat >"$work/prometheus.yml" <<END
global: {scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 500ms}
rule_files: ["$root/docs/cluster/gpubench.rules.yml"]
scrape_configs:
- job_name: node
  static_configs: [{targets: ["127.0.0.1:$exporter"]}]
END
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/tsdb" --web.listen-address=127.0.0.1:0 \
	>"$work/prometheus.log" 2>&1 &
daemons="$daemons $!"
check "Prometheus listens" until_true listens "$work/prometheus.log"
server=$port

# ask QUERY: prints the number of series in the answer, and the value of the first
ask() {
	python3 - "$server" "$1" <<'END'
import json, sys, urllib.parse, urllib.request
# No proxy from the environment, because the server is this machine.
asking = urllib.request.build_opener(urllib.request.ProxyHandler({}))
try:
    query = f"http://127.0.0.1:{sys.argv[1]}/api/v1/query?query=" + urllib.parse.quote(sys.argv[2])
    with asking.open(query, timeout=5) as answer:
        found = json.load(answer)["data"]["result"]
    print(len(found), found[0]["value"][1] if found else "")
except OSError:
    print("0 no answer")
END
}
answers() { [ "$(ask "$1" | cut -d ' ' -f 1)" = "$2" ] || { sleep 0.5; false; }; }
until_asked() {
	until_true answers "$1" "$2" && return
	ask "$1"
	tail -n 5 "$work/exporter.log" "$work/prometheus.log"
	return 1
}

for node in n1 n2 n3; do
	slow=1
	[ $node != n3 ] || slow=1.2
	GPUBENCH_HOST=$node on "node=0,slow=$slow" -b toy --quick -o "$work/$node.csv"
	# Each is a separate card, and toy counts as memory.
	sed -e "s/GPU-a0000000/GPU-$node/" -e 's/toy\.add/dram.read/' "$work/$node.csv" >"$work/one.csv"
	mv "$work/one.csv" "$work/$node.csv"
done
run "$fake" roofs "$work"/n?.csv --export prometheus -o "$work/text/gpubench.prom"
check "three nodes are exported" test "$status" -eq 0
check "and scraped" until_asked 'gpubench_bandwidth_bytes_per_second{roof="dram.read"}' 3
check "node_exporter found nothing wrong" until_asked 'node_textfile_scrape_error == 0' 1
check "the slow one is an alert" until_asked 'ALERTS{alertname="GpubenchSlow"}' 1
check "and no other, at any time" until_asked 'max_over_time(count(ALERTS{alertname="GpubenchSlow"})[5m:500ms]) == 1' 1
check "the value is the file's" until_asked 'gpubench_roof_ok{roof="dram.read"} == 1' 3

totals
