#!/bin/bash
# pairs.sh BUILD: tests runs over several GPUs on the fake device: the measured pairs, the cost of a fault, and the
# detection of a slow pair. The last line has the totals.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"
ln -s "$build/tests/plugins/toy_pair.so" "$work/bin/plugins"
pairs=(-b toy_pair --quick)

# told FILE: the last digits of device and peer, and the outcome of each row.
told() {
	fields device peer_uuid point status <"$1" | sed -E 's/GPU-(.)0000000[^ ]*/\1/'
}
is_told() {
	diff <(printf '%s\n' "$1" | sort) <(told "$out" | sort)
}

# ---- which pairs -----------------------------------------------------------------------------------------------------

on devices=2 "${pairs[@]}"
check "two GPUs" is_told "0 b op=copy ok
0 b op=both ok
0 b op=kernel ok
1 a op=copy ok
1 a op=both ok
1 a op=kernel ok"
check "two GPUs: nothing is left out" ends 0
on devices=3 "${pairs[@]}"
three="0 b op=copy ok
0 b op=both ok
0 b op=kernel ok
0 c op=copy ok
1 c op=copy ok
1 c op=both ok
1 c op=kernel ok
1 a op=copy ok
2 a op=copy ok
2 a op=both ok
2 a op=kernel ok
2 b op=copy ok"
check "three GPUs: every pair of the points that are worth it, the next GPU of the others" is_told "$three"
check "three GPUs: the sample is said" ends 0 "toy_pair: 1 of 3 points are measured for all 6 ordered pairs of GPUs"
check "three GPUs: each has four rows, numbered" \
	test "$(fields device point_number points <"$out" | sort | tr '\n' ,)" = \
	"0 1 4,0 2 4,0 3 4,0 4 4,1 1 4,1 2 4,1 3 4,1 4 4,2 1 4,2 2 4,2 3 4,2 4 4,"
on devices=8 "${pairs[@]}" --plan -o "$work/unmeasured.csv"
check "their plan: as many points as rows" grep -qE '^toy_pair +72 +56 ' "$out"
check "those of each GPU" test "$(grep -cE '^GPU [0-7] +9 +7 ' "$out")" -eq 8
check "and their time" grep -qE '^about [0-9]+ s, one GPU after another$' "$out"
check "nothing is measured" test ! -e "$work/unmeasured.csv"
one=$(awk '/^GPU 0/ { print $NF }' "$out")
all=$(awk '/^toy_pair/ { print $NF }' "$out")
check "eight GPUs take about eight times as long as one" test "$all" -ge $((4 * one)) -a "$all" -le $((8 * one))
on devices=8,sleep=0.002 "${pairs[@]}" --deadline 3
check "a deadline: the other rows are there and say why" test \
	"$(fields status reason <"$out" | grep -c '^failed the deadline of the run, 3 s, passed')" -gt 0
check "a deadline: all rows are there" rows "$out" 72

# ---- resuming --------------------------------------------------------------------------------------------------------

on devices=3 "${pairs[@]}" -o "$work/whole.csv"
sed 6,9d "$work/whole.csv" >"$work/cut.csv"
on devices=3 "${pairs[@]}" --resume "$work/cut.csv"
check "a resumed run keeps each pair's own rows" ends 0 "8 points are kept, 4 measured anew"
cp "$work/cut.csv" "$out"
check "and has those of all pairs" diff <(told "$work/whole.csv" | sort) <(told "$out" | sort)

# ---- faults ----------------------------------------------------------------------------------------------------------

# but LINES...: the rows of three GPUs with another status.
but() {
	local expected=$three line
	for line in "$@"; do
		# shellcheck disable=SC2001 # the beginning of a line
		expected=$(sed "s/^\($line\) ok\$/\1 $status_of/" <<<"$expected")
	done
	is_told "$expected"
}

status_of=failed
on devices=3,lostpeer=1 "${pairs[@]}"
check "a GPU is lost as a peer: its pairs alone" but "0 b .*" "2 b .*"
check "a GPU is lost as a peer: the rows say so" \
	test "$(fields status reason <"$out" | grep -c '^failed .*cudaErrorDeviceUninitialized')" -eq 4
on devices=3,hungpeer=1 "${pairs[@]}" --patience 3
check "a kernel of a peer hangs: its row, and what comes after it with that peer" but "0 b op=kernel" "0 b op=copy"
check "a kernel of a peer hangs: the row says so" ends 2 "failed: hung: no answer for"
status_of=skipped
on devices=3,nopeers=1 "${pairs[@]}"
check "peer access is refused: all rows" but ".*"
check "peer access is refused: the rows say so" test "$(fields reason <"$out" | sort -u)" = \
	"the two GPUs have no access to each other's memory"
status_of=suspect
for operation in peer_can peer_access peer_copy peer_wait; do
	for nth in 2 9+; do
		on "devices=3,fail=$operation:$nth" "${pairs[@]}"
		check "call $nth of $operation fails: every row is there" rows "$out" 12
	done
done

# ---- a slow pair -----------------------------------------------------------------------------------------------------

on devices=8,slowpair=25 "${pairs[@]}" -o "$work/fleet.csv"
run "$fake" compare "$work/fleet.csv"
check "a slow pair among 56 is found" grep -qE ' 1  slow .* GPU-c0000000[^ ]* to GPU-f0000000' "$out"
check "its peers are all 56" grep -qE 'toy_pair.copy +56 ' "$out"
run "$fake" compare --csv "$work/fleet.csv"
check "and none but it" test "$(grep -c ',slow' "$out")" -eq 1
check "which the table names by both GPUs" \
	test "$(grep ',slow' "$out" | grep -cE 'GPU-c0000000.* to GPU-f0000000')" -eq 1

# ---- exports ---------------------------------------------------------------------------------------------------------

on devices=3 -b 'toy|toy_pair' --quick -o "$work/both.csv"
on devices=3 check --baseline "$work/both.csv" --max-drop 5%
check "a check against a baseline with pairs" test "$status" -eq 0
check "judges the GPUs alone" grep -qE '; OK: 3 GPUs( of [^ ]*)? match their baseline' "$out"
sed 's/toy_pair\.copy/p2p.copy/; s/toy\.add/dram.read/' "$work/both.csv" >"$work/named.csv"
run "$fake" roofs "$work/named.csv" --export superbench
check "SuperBench: one line a node" test "$(wc -l <"$out")" -eq 1
for name in gpu-copy-bw/gpu0_to_gpu1_write_by_dma_bw gpu-copy-bw/gpu2_to_gpu0_write_by_dma_bw gpubench/dram_read:2; do
	check "SuperBench: $name" grep -qF "\"$name\":" "$out"
done
run "$fake" roofs "$work/named.csv" --export prometheus
check "Prometheus: both GPUs of a pair" \
	grep -qE '[{]uuid="GPU-a0000000[^"]*",peer="GPU-b0000000[^"]*",gpu="0 to 1",.*roof="p2p.copy"' "$out"
run "$fake" roofs "$work/named.csv" --export ert
check "exports of one GPU's peaks leave pairs out" test "$status" -eq 0
check "and have none of their roofs" test "$(grep -c p2p "$out")" -eq 0

# pictures, and facts about the host

ln -s "$tests/../plots" "$work/plots"
run "$fake" plot pairs "$work/fleet.csv" --data "$work/pairs.dat"
check "a matrix: 56 pairs" test "$(grep -cE '^[0-7] [0-7] [0-9.]+$' "$work/pairs.dat")" -eq 56
check "a matrix: the slow one is there" grep -qE '^2 5 28\.1' "$work/pairs.dat"
sed 's/GPU-/GPU-f/g' "$work/both.csv" >"$work/other.csv"
run "$fake" plot pairs "$work/fleet.csv" "$work/other.csv" --data "$work/pairs.dat"
check "another host of the same name has its own matrix" \
	test "$(awk '/^#/ { printf "%s ", n; n = 0 } /^[0-9]/ { n++ } END { print n }' "$work/pairs.dat")" = " 56 6"
run "$fake" plot pairs "$tests/data/fleet.csv" --data "$work/none.dat"
check "a matrix of no pairs" ends 2 "no roof of a pair of GPUs in these files"
unset HWLOC_COMPONENTS HWLOC_FSROOT # with these, the file would not be read
export HWLOC_XMLFILE=$tests/data/node.xml
on devices=2,linksdown=1 plot node --data "$work/node.dat"
check "the host as a picture" grep -qF '4 4 3 3 3 "GPU 0, Fake GPU, 0000:18:00.0"' "$work/node.dat"
check "and what joins its GPUs" grep -qF '"17 NVLinks, 425.0 GB/s each way"' "$work/node.dat"
on devices=0 plot node --data "$work/node.dat"
check "a host without a GPU" grep -qF '"NUMA node 0, 1 cores, 256.0 GB"' "$work/node.dat"
on "" plot node some.csv --data "$work/node.dat"
check "the host is no file" complains 1 "'some.csv': node takes no file"
if command -v gnuplot >/dev/null; then
	on devices=2 plot node -o "$work/node.svg"
	check "the host is drawn" grep -q '</svg>' "$work/node.svg"
	run "$fake" plot pairs "$work/fleet.csv" -o "$work/pairs.svg"
	check "the matrix is drawn" grep -q '</svg>' "$work/pairs.svg"
else
	skip "pictures: gnuplot is not here"
fi
on devices=2,linksdown=1 info
for text in "17 of 18 up, version 4.0, to switches, 425.0 GB/s each way" "1 of 18 NVLinks is down: 0" \
	"generation 5 x 16 lanes, 63.02 GB/s each way" "        network, 0000:17:00.0, mlx5_0" \
	"  0 to 1: 17 NVLinks, 425.0 GB/s each way; peer access, with atomics"; do
	check "info says $text" grep -qF "$text" "$out"
done
on devices=2,nopeers=1 info
check "info of GPUs that do not reach each other" grep -qF "each way; no peer access" "$out"
on devices=2,fail=peer_can:2 info
check "info of GPUs that do not say" grep -qF "; peer access is not known" "$out"

totals
