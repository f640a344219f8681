#!/bin/bash
# analysis.sh BUILD: tests the commands that read result files: roofs, exports, compare. Needs no device. The last line
# has the totals. Golden files are in tests/data/golden; GB_GOLDEN=write renews them, to be reviewed before a commit.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"
cd "$(dirname "$0")/../.." || exit 1

data=tests/data
every=$data/every-roof.csv
fleet=$data/fleet.csv

# golden NAME ARGUMENTS...: the output must equal the golden file.
golden() {
	local name=$1
	shift
	run "$fake" "$@"
	[ "${GB_GOLDEN-}" != write ] || cp "$out" "$data/golden/$name"
	check "$name is as before" diff "$data/golden/$name" "$out"
}

# ---- roofs -----------------------------------------------------------------------------------------------------------

golden roofs.txt roofs "$every"
golden roofs.md roofs --markdown "$every"
golden roofs.csv roofs --csv "$every"
golden roofs.json roofs --json "$every"

# ---- exports ---------------------------------------------------------------------------------------------------------

golden gpubench.section roofs --export ncu "$every"
golden ert.json roofs --export ert "$every"
golden nersc.txt roofs --export nersc "$every"
golden aiconfigurator.yaml roofs --export aiconfigurator "$every"
golden gpubench.prom roofs --export prometheus "$every"
golden superbench.jsonl roofs --export superbench "$fleet"
run "$fake" roofs --export superbench --gpu "model a" --baseline "$work/baseline.json" \
	--rules "$work/rules.yaml" "$fleet"
check "superbench, all of it" ends 0
for name in baseline.json rules.yaml; do
	[ "${GB_GOLDEN-}" != write ] || cp "$work/$name" "$data/golden/superbench-$name"
	check "$name is as before" diff "$data/golden/superbench-$name" "$work/$name"
done
cp "$out" "$work/superbench.jsonl"
# Metrics that SuperBench has too are in its names and units: GB/s, ms.
run "$fake" roofs results/h200-sxm/all.csv --csv -o "$work/real.csv"
run "$fake" roofs results/h200-sxm/all.csv --export superbench --baseline "$work/real.json" --rules "$work/real.yaml" \
	-o "$work/real.jsonl"
check "SuperBench's own names and units" python3 - "$work" <<'END'
import csv, json, sys
rows = csv.DictReader(open(sys.argv[1] + "/real.csv", newline=""))
value = {row["roof"]: float(row["value"]) for row in rows if row["kind"] == "roof"}
node, baseline = (json.load(open(f"{sys.argv[1]}/real.{end}")) for end in ("jsonl", "json"))
for roof, name, factor in (("transfer.h2d", "mem-bw/h2d_bw", 1e-9), ("transfer.d2h", "mem-bw/d2h_bw", 1e-9),
                           ("launch.round_trip", "kernel-launch/wall_time", 1e3),
                           ("dram.latency", "gpubench/dram_latency", 1)):
    for have in (node[name + ":0"], baseline[name]):
        assert abs(have / (value[roof] * factor) - 1) < 1e-6, (name, have, value[roof])
rules = open(sys.argv[1] + "/real.yaml").read()
assert "- mem-bw/h2d_bw:\\d+" in rules and "- kernel-launch/wall_time:\\d+" in rules
END

if command -v promtool >/dev/null; then
	run bash -c "promtool check metrics <$data/golden/gpubench.prom"
	check "promtool finds nothing" test "$status" -eq 0 -a ! -s "$out" -a ! -s "$err"
else
	skip "promtool is not here (Debian: apt-get install prometheus): the metrics were not checked by it"
fi
if python3 -c 'import yaml' 2>/dev/null; then
	run python3 tests/cli/contracts.py superbench "$work/superbench.jsonl" "$work/rules.yaml" "$work/baseline.json"
	check "SuperBench's diagnosis reads it" test "$status" -eq 0
	grep -v '^node2:.*missing' "$out" >"$work/diagnosis"
	check "and finds what is 5 % worse, failed or missing" diff - "$work/diagnosis" <<'FOUND'
node0: gpubench/fp32:3 slow
node1: gpubench/fp32:3 missing
node1: gpubench/launch_gap:1 late
node2: gpubench/return_code failed
FOUND
	check "and of node2, which measured nothing, everything" test "$(grep -c '^node2:.*missing' "$out")" -eq 12
	run python3 tests/cli/contracts.py aiconfigurator $data/golden/aiconfigurator.yaml
	check "aiconfigurator's fields are numbers" test "$status" -eq 0
else
	skip "python3 with yaml is not here (Debian: python3-yaml): \
the contracts of SuperBench and aiconfigurator were not checked"
fi

# ---- compare ---------------------------------------------------------------------------------------------------------

golden compare.txt compare "$fleet"
golden compare.csv compare --csv "$fleet" --baseline $data/before.csv
golden compare.json compare --json "$fleet" --baseline $data/before.csv
golden compare.md compare --markdown "$fleet" --baseline $data/before.csv

# ---- models against each other ---------------------------------------------------------------------------------------

# The greatest ratio of a rate, as printed by compare.
fields "roof unit value limit" <results/h100-sxm/all.csv >"$work/h100"
fields "roof unit value limit" <results/h200-sxm/all.csv | awk 'NR == FNR { value[$1] = $3; limit[$1] = $4; next }
	$2 == "B/s" && $1 in value && $3 > most * value[$1] { most = $3 / value[$1]
		line = sprintf(" %s %.3f %.3f TB/s %.3f TB/s %.3f %.1f %% %.1f %%", $1, most,
			value[$1] / 1e12, $3 / 1e12, $4 / limit[$1], 100 * value[$1] / limit[$1], 100 * $3 / $4) }
	END { print line }' "$work/h100" - >"$work/greatest"
run "$real" compare results/h100-sxm/all.csv results/h200-sxm/all.csv
check "two models: the answer comes first, the greatest ratio before all" \
	test "$(sed -n 3p "$out" | tr -s ' ')" = "$(cat "$work/greatest")"

# A fleet made from real cards: compare must find exactly the GPUs that were made 5 % slower.
head -n 18 tests/data/first-kind.csv >"$work/one-run.csv" # the first of them
kinds="$work/one-run.csv tests/data/another-card.csv"
for seed in 1 2 3; do
	# The last fleet has board numbers, so there are two kinds.
	if [ "$seed" -eq 3 ]; then
		for kind in $kinds; do
			sed "s/\r$//; 1s/\$/,board/; 2,\$s/\$/,$(basename "$kind" .csv)/" \
				"$kind" >"$work/of-$(basename "$kind")"
		done
		kinds="$work/of-one-run.csv $work/of-another-card.csv"
	fi
	# shellcheck disable=SC2086 # files
	tests/simulate/fleet.sh "$work/fleet$seed" 300 60 9 $seed $kinds
	run "$fake" compare --csv "$work/fleet$seed"/*.csv
	check "fleet $seed is read" ends 0
	check "fleet $seed has its boards" \
		test "$(fields board <"$out" | sort -u | grep -c .)" -eq "$((seed == 3 ? 2 : 0))"
	fields gpu_uuid roof verdict <"$out" | awk '$3 != "normal" { print $1, $2 }' | sort >"$work/found"
	sort "$work/fleet$seed/planted" >"$work/planted"
	check "fleet $seed has 9 slow GPUs" test "$(wc -l <"$work/planted")" -eq 9
	check "fleet $seed: all found, none invented" diff "$work/planted" "$work/found"
	rm -rf "$work/fleet$seed"
done

# ---- report ----------------------------------------------------------------------------------------------------------

# transcripts/report.t has what pages say. These are opened in a browser: one with texts that would act in it, a fleet,
# a host, one GPU's complete run, and GPUs over time.
acts='<script>document.title="acted"<\/script><img src=x onerror=document.title="acted">'
sed "s/cudaErrorDevicesUnavailable/$acts \\& more/" "$fleet" >"$work/awkward.csv"
sed '/,GPU-01,.*,dram.read,/s/,4e+12,3.996e+12,4.004e+12,/,4.4e+12,4.396e+12,4.404e+12,/' \
	$data/before.csv >"$work/before.csv"
SICK=3 tests/simulate/simulate_fleet.py "$work/fleet100" 100 0.05 4 results/h200-sxm/all.csv \
	harness/reading/analysis/scatter.c
tests/simulate/simulate_history.py 60 >"$work/days.csv"
export GPUBENCH_PLOTS=plots
page() { # NAME ARGUMENTS...
	run "$fake" report "${@:2}" -o "$work/$1.html"
	check "page $1" ends 0
}
page report "$work/awkward.csv" --baseline "$work/before.csv"
page fleet "$work/fleet100/fleet.csv"
page host results/zen4-vm/all.csv
GPUBENCH_REFERENCE=results/reference page whole results/h200-sxm/all.csv
page past "$work/days.csv"
if command -v gnuplot >/dev/null; then
	check "a page has pictures" test "$(grep -c '<figure>' "$work/report.html")" -ge 1
fi

# became PAGE MODE: the final state of the page in the browser, and its console output.
became() { cat "$work/$1.html-$2.dom"; }
console() { cat "$work/$1.html-$2.console"; }

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if sanitized; then
	skip "the report in a browser: a sanitizer sees the program that makes the page, and no script of the page"
elif [ -n "$browser" ]; then
	# The checks run in the page itself and leave their result in it. The page allows only named scripts, so the
	# checks are named, too.
	hash=$(printf '%s' "$(cat tests/cli/report.js)" |
		python3 -c 'import base64, hashlib, sys
print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())')
	# Each page in one of the themes; tests/browser/report.py compares colours in both.
	modes=(light:report dark:fleet dark:host light:whole dark:past)
	for page in report fleet host whole past; do
		{
			sed "s|script-src |&'sha256-$hash' |; /<\/body>/,\$d" "$work/$page.html"
			printf '<script>%s</script></body></html>\n' "$(cat tests/cli/report.js)"
		} >"$work/checked-$page.html"
	done
	# A page as if no text from a file had been escaped.
	sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&#39;/'"'"'/g' "$work/report.html" >"$work/forgotten.html"
	sed '/Content-Security-Policy/d' "$work/forgotten.html" >"$work/open.html"
	pages=()
	for page in "${modes[@]}"; do
		pages+=("${page%%:*}:$work/checked-${page#*:}.html")
	done
	run tests/browser/clicked.py "${pages[@]}" "light:$work/forgotten.html" "light:$work/open.html"
	check "the pages are opened" ends 0
	for page in "${modes[@]}"; do
		mode=${page%%:*} page=${page#*:}
		check "$page in a browser, clicked through" \
			test "$(became "checked-$page" "$mode" | sed -n 's|.*<pre id="result">\(.*\)</pre>.*|\1|p')" = \
			"all is well"
		check "no message on its console" test -z "$(console "checked-$page" "$mode")"
		[ "$page" != host ] ||
			check "it has curves" \
			test -z "$(became "checked-$page" "$mode" | grep -o '<div id="curves" hidden')"
	done
	check "an escape that is forgotten runs nothing" \
		test -n "$(became forgotten light | grep '<title>gpubench report</title>')"
	check "the browser says why" test -n "$(console forgotten light | grep "Content Security Policy")"
	check "without the policy it would" test -n "$(became open light | grep '<title>acted</title>')"
else
	skip "no browser is here (Debian: apt-get install chromium): the report was not tried in one"
fi

totals
