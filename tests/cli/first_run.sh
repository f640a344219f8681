#!/bin/bash
# first_run.sh BUILD: what `make run` shows a visitor on a noisy host without a GPU: a screen of 80 x 24 and a little more.
# shellcheck disable=SC2154 # of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

if "$tests/../ci/gpu-here.sh"; then
	skip "there is a GPU here, and make run measures it"
	totals
	exit
fi

# A tree of its own, since the results go into it. No host is as quiet as is asked for here, so roofs have doubts; few shapes are searched,
# since they change no line.
tree=$work/tree
mkdir -p "$tree/results/h200-sxm" "$tree/ci" "$tree/build"
cp "$tests/../results/measure.sh" "$tree/results"
cp "$tests/../results/h200-sxm/all.csv" "$tree/results/h200-sxm"
cp "$tests/../ci/gpu-here.sh" "$tree/ci"
ln -s "$(realpath "$tests/../plots")" "$tree/plots"
cat >"$tree/build/gpubench" <<END
#!/bin/bash
noisy=()
for word; do
	[ "\$word" != --all ] || noisy=(--quick --max-noise 0.000001 --timeout 0.001 -a vec=32 -a unroll=8 -a streams=1 -a skew=0
		-a chains=8 -a set=8192,262144,4194304)
done
exec taskset -c $(first_core) "$real" "\$@" "\${noisy[@]}"
END
chmod +x "$tree/build/gpubench"

# look COMMAND: run it on a terminal of 80 columns; $out has the lines that stay on it.
look() {
	run script -qec "stty cols 80 rows 24; $1" "$work/terminal"
	sed '/^Script \(started\|done\) on/d; s/\r*$//; s/.*\r//; s/\x1b\[K//g' "$work/terminal" | sed '${/^$/d}' >"$out"
}

if command -v script >/dev/null; then
	look "cd '$tree' && results/measure.sh build"
	check "make run on a noisy host" ends 0
	check "each benchmark has its line" test "$(grep -cE '^host_(cache|latency|dram|fma) +[0-9]+ points in [0-9]+ s  ' "$out")" -eq 4
	check "its doubts are summed up, all of them" python3 "$tests/cli/doubts.py" "$out" "$tree"/results/*.csv
	check "none is told by itself" test "$(grep -cE '^gpubench: |: suspect' "$out")" -eq 0
	check "the noise is explained once" test "$(grep -c '^Noisy host: ' "$out")" -eq 1
	check "the roofs are there" grep -qE '^  dram.read +[0-9.]+ GB/s .* suspect' "$out"
	check "the files are named" test "$(grep -c "results/$(hostname)-" "$out")" -ge 1
	check "at most 30 lines" test "$(wc -l <"$out")" -le 30
	check "no line is wider than the screen" test "$(wc -L <"$out")" -le 80
	check "no control character is left" sh -c "! LC_ALL=C grep -q '[[:cntrl:]]' '$out'"
else
	skip "there is no 'script' to make a terminal"
fi

totals
