#!/bin/bash
# plot.sh BUILD: pictures of result files, over the committed results and made-up ones. Without gnuplot, the checks that
# need it are skipped. With GB_GOLDEN=write the golden data are written anew.
# shellcheck disable=SC2154,SC2034,SC2016 # variables of support.sh; texts that must not be expanded
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$0")/../..")
made=$root/tests/data
every=$made/every-roof.csv fleet=$made/fleet.csv
export GPUBENCH_PLOTS=$root/plots GPUBENCH_PLUGIN_PATH=$build/plugins

# Every benchmark with a picture.
curves=$("$fake" plot | cut -d ' ' -f 1 | while read -r kind; do
	[ ! -e "$root/bench/$kind/$kind.plot" ] || echo "$kind"
done)

# A third of them, chosen by the commit, is also drawn of two models and of hostile rows.
# shellcheck disable=SC2086 # words
chosen=$("$tests/shared/sample_by_commit.py" $(($(wc -w <<<"$curves") / 3)) $curves)
echo "of two models and of hostile rows, all but these are left to other commits: $chosen"

# errors in command lines

run "$fake" plot
check "plot of nothing lists what there is" test "$status" -eq 0 -a "$(grep -cE '^(compare|roofline) ' "$out")" -eq 2
check "every picture of a benchmark is there" \
	test "$(wc -w <<<"$curves")" -eq "$(find "$root/bench" -name '*.plot' | wc -l)"
for kind in $curves; do
	check "the title of $kind says what is seen" grep -q '^finding .*{' "$root/bench/$kind/$kind.plot"
	check "rows to draw $kind with" test -s "$root/bench/$kind/$kind.rows"
done
"$tests/simulate/simulate_history.py" 60 >"$work/days.csv"

# ---- the data --------------------------------------------------------------------------------------------------------

printf 'name,flop,byte,seconds\nsaxpy,536870912,3221225472,0.001\n' >"$work/kernels.csv"
run "$fake" plot roofline "$every" --data "$work/roofline.dat" --kernels "$work/kernels.csv"
[ "${GB_GOLDEN-}" != write ] || cp "$work/roofline.dat" "$made/golden"
check "the data of a roofline are as before" diff "$made/golden/roofline.dat" "$work/roofline.dat"
run "$fake" plot compare "$fleet" --data "$work/compare.dat"
[ "${GB_GOLDEN-}" != write ] || cp "$work/compare.dat" "$made/golden"
check "the data of a comparison are as before" diff "$made/golden/compare.dat" "$work/compare.dat"

# Two models without peers are compared with each other, as in the table: the same roofs, ratios and order.
models=("$root/results/h200-sxm/quick.csv" "$root/results/h100-sxm/quick.csv")
run "$fake" plot compare "${models[@]}" --data "$work/models.dat"
check "the data of two models" test "$status" -eq 0 -a "$(grep -c '^# panel' "$work/models.dat")" -eq 1
awk 'NF == 4 { gsub("\"", "", $4); print $4, $2, ($3 > 0 ? $3 : "-") }' "$work/models.dat" >"$work/drawn"
run "$fake" compare "${models[@]}"
awk 'NR > 2 && NF == 0 { exit } NR > 2 { print $1, $2, $7 }' "$out" >"$work/printed"
# agree: more than 20 roofs in the same order; printed values have three decimals, the data six digits.
agree() {
	paste -d ' ' "$work/printed" "$work/drawn" |
		awk 'function off(a, b) { return (a == "-") != (b == "-") || (a - b) ^ 2 > 3e-7 }
		NF != 6 || $1 != $4 || off($2, $5) || off($3, $6) { bad = 1; print } END { exit bad || NR <= 20 }'
}
check "are what compare prints" agree
run "$fake" plot compare "${models[@]}" --relative-to H100 --data "$work/turned.dat"
check "the other one as base: the order is turned" test "$(awk 'NF == 4 { print $4; exit }' "$work/turned.dat")" = \
	"$(awk 'NF == 4 { last = $4 } END { print last }' "$work/models.dat")"
run "$fake" plot compare "$fleet" --relative-to 'Model B' --data "$work/turned.dat"
check "where a base is named, a fleet is not judged" grep -q '^# panel 1$' "$work/turned.dat"
sed 's/NVIDIA H100 80GB HBM3/Model C/; s/GPU-[0-9a-f]*/GPU-cccccccc/' "${models[1]}" >"$work/third.csv"

# curve FILE UUID MODEL: rows of every benchmark with a picture. They are next to the benchmark, as NAME.rows.
curve() {
	echo "schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,limit,status"
	awk -F, -v of="gpubench-1,node1,$3,$2" '
		FNR == 1 { name = FILENAME; gsub(/.*\/|\.rows$/, "", name) }
		!/^#/ { print of "," name "," $0 "," $NF "," $NF ",2,ok" }' "$root"/bench/*/*.rows
} >"$1"
curve "$work/one.csv" GPU-11111111-a "Model A"
curve "$work/two.csv" GPU-22222222-b "Model A"
run "$fake" plot cache "$work/two.csv" "$work/one.csv" --data "$work/cache.dat"
check "the data of two GPUs" ends 0
check "by level and GPU" test "$(grep -c '^# read: l1, GPU [12]$' "$work/cache.dat")" -eq 2
check "over the working set" test "$(grep -c '^270336 3.1e+13' "$work/cache.dat")" -eq 2
run "$fake" plot cache "$work/two.csv" "$work/one.csv" --data "$work/cache.dat" --gpu GPU-2
check "one of them" test "$(grep -c '^#' "$work/cache.dat")" -eq 1
for gpu in 3 4 5 6 7; do
	curve "$work/more$gpu.csv" "GPU-$gpu" "Model B"
done
run "$fake" plot cache "$work"/one.csv "$work"/two.csv "$work"/more?.csv --data "$work/cache.dat"
check "more GPUs than a picture holds" complains 0 "a picture shows at most six GPUs: the first six are drawn"
check "the first of them" test "$(grep -c '^#' "$work/cache.dat")" -eq 6
sed 's/135168/many/' "$work/one.csv" >"$work/bad.csv"
run "$fake" plot cache "$work/bad.csv" --data "$work/cache.dat"
check "a row that is none" ends 2 "bad.csv: line "
check "the others are there" grep -q '^270336 3.1e+13' "$work/cache.dat"

# ---- pictures --------------------------------------------------------------------------------------------------------

if command -v gnuplot >/dev/null; then
	for kind in $curves; do
		run "$fake" plot "$kind" "$work/one.csv" -o "$work/$kind.svg"
		check "a picture of $kind" test "$status" -eq 0 -a ! -s "$err" -a -s "$work/$kind.svg"
		check "which is whole" grep -q '</svg>' "$work/$kind.svg"
		check "and says what it shows" grep -q 'Model A' "$work/$kind.svg"
		[[ " $chosen " == *" $kind "* ]] || continue
		run "$fake" plot "$kind" "$work/one.csv" "$work/more3.csv" -o "$work/$kind.svg"
		check "of two models" test "$status" -eq 0 -a ! -s "$err"
		check "both are named" \
			sh -c "grep -q 'Model A' '$work/$kind.svg' && grep -q 'Model B' '$work/$kind.svg'"
	done
	copies() { # FILE UUID MODEL VALUE: copies with and without alignment, with one element per thread
		echo "schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,\
value,lo,hi,limit,status"
		while read -r offset form value; do
			echo "gpubench-1,node1,$2,$1,offset,default,op=copy;offset=$offset;bytes=4;form=$form,offset,\
$offset,,bandwidth,B/s,$value,$value,$value,5e12,ok"
		done <<<"0 wide 4e12
1 wide $3
0 naive 2e12" | sed 's/,\(op=[^,]*\),/,"\1",/; s/;/,/g'
	}
	copies GPU-1 "Model A" 1e12 >"$work/copies.csv"
	copies GPU-2 "Model B" 3e12 >"$work/others.csv"
	run "$fake" plot offset "$work/copies.csv" -o "$work/finding.svg"
	check "the title says what the data show" \
		grep -q '>Misaligned by one element, 4 B copies reach 25 % of the aligned rate' "$work/finding.svg"
	check "and of which GPU" grep -q '>Model A<' "$work/finding.svg"
	check "small print has version and file" grep -q '>gpubench [0-9].*copies.csv<' "$work/finding.svg"
	run "$fake" plot offset "$work/copies.csv" -o "$work/own.svg" --title Mine --size 700x400 --xlim 0:2 --log y
	check "title, size and range of choice" test "$(grep -cE '>Mine<|viewBox="0 0 700 400"' "$work/own.svg")" -eq 2
	run "$fake" plot offset "$work/copies.csv" "$work/others.csv" -o "$work/finding.svg"
	check "of two GPUs each one's, where there is room" \
		sh -c "grep -q 'Model A: Misaligned by one element.* 25 %' '$work/finding.svg' &&
			grep -q 'Model B: Misaligned by one element.* 75 %' '$work/finding.svg'"
	grep -v 'offset=1' "$work/copies.csv" >"$work/partial.csv"
	run "$fake" plot offset "$work/partial.csv" -o "$work/finding.svg"
	check "a file without those points has the plain title" \
		sh -c \
		"grep -q '>Model A<' '$work/finding.svg' && ! grep -q 'Misaligned by one element' '$work/finding.svg'"
	run "$fake" plot gemm "$root/results/h200-sxm/quick.csv" -o "$work/gemm.svg"
	check "a picture of which a panel has no line" ends 0
	check "no name is taken for markup" \
		sh -c "grep -q 'naive_read' '$work/transpose.svg' && grep -q exp_fast '$work/instr.svg'"
	run "$fake" plot limits "$fleet" -o "$work/limits.svg"
	check "limits: the title names the roof that is farthest" \
		grep -q ': DRAM read is farthest from its limit, at 80 %' "$work/limits.svg"
	for format in svg png pdf; do
		run "$fake" plot roofline "$every" -o "$work/roofline.$format" --kernels "$work/kernels.csv"
		check "a roofline as $format" \
			test "$status" -eq 0 -a ! -s "$err" -a "$(wc -c <"$work/roofline.$format")" -gt 5000
	done
	check "the picture has the labels" grep -q 'tensor BF16, FP16  790 - 800 TFLOP/s' "$work/roofline.svg"
	check "and the kernel" grep -q '>saxpy<' "$work/roofline.svg"
	run "$fake" plot compare "$fleet" -o "$work/compare.svg"
	check "a comparison" test "$status" -eq 0 -a -z "$(grep -v 'older runs' "$err")"
	check "names the outliers" grep -q 'node0  GPU-03' "$work/compare.svg"
	check "and says that there is another model" grep -q '; the largest of 2 models<' "$work/compare.svg"
	for format in svg png pdf; do
		run "$fake" plot compare "${models[@]}" -o "$work/models.$format"
		check "models side by side as $format" \
			test "$status" -eq 0 -a ! -s "$err" -a "$(wc -c <"$work/models.$format")" -gt 5000
	done
	check "say what was found" \
		grep -q '>NVIDIA H100 80GB HBM3: 0.[0-9]*x to 1.[0-9]*x of NVIDIA H200<' "$work/models.svg"
	run "$fake" plot compare "${models[@]}" "$work/third.csv" -o "$work/three.svg"
	check "each of two other models has a panel" \
		test "$status" -eq 0 -a "$(grep -c 'x of NVIDIA H200<' "$work/three.svg")" -eq 2
	run "$fake" store "$work/days.db" "$work/days.csv"
	run "$fake" plot history "$work/days.db" -o "$work/days.svg"
	check "what changed over time, of a store" test "$status" -eq 0 -a ! -s "$err"
	check "says how certain it is" grep -q -- '-3.0 %, 99.95 % certain; driver 580' "$work/days.svg"
	run "$fake" plot history "$work/days.csv" -o "$work/steady.svg" --gpu GPU-0
	check "what did not change" \
		test "$status" -eq 0 -a ! -s "$err" -a "$(grep -c 'certain' "$work/steady.svg")" -eq 0
	check "limits name each model with its finding" \
		test "$(grep -c 'farthest from its limit' "$work/limits.svg")" -eq 2
	run "$fake" plot roofline "$fleet" -o "$work/both.svg"
	check "a roofline of two models" test "$status" -eq 0 -a -z "$(grep -v 'older runs' "$err")"
	check "names both" sh -c "grep -q 'Model A' '$work/both.svg' && grep -q 'Model B' '$work/both.svg'"
	sed 's/set title get/set title "my bytes, " . get/' "$root/plots/panels.gp" >"$work/mine.gp"
	run "$fake" plot offset "$work/one.csv" -o "$work/mine.svg" --script "$work/mine.gp"
	check "a script of one's own" grep -q 'my bytes' "$work/mine.svg"
	echo 'plot bad bad' >"$work/mine.gp"
	run "$fake" plot offset "$work/one.csv" -o "$work/mine.svg" --script "$work/mine.gp"
	check "a script that is wrong" ends 2 "gnuplot failed"
	check "the picture of before is left" grep -q 'my bytes' "$work/mine.svg"
	check "and nothing next to it" test -z "$(find "$work" -name '.gpubench.*')"
	mkdir -p "$work/tree/bin" "$work/tree/share/gpubench" "$work/tree/lib/gpubench/plugins" &&
		cp "$fake" "$work/tree/bin/gpubench" && cp -r "$root/plots" "$work/tree/share/gpubench" &&
		cp "$root/bench/offset/offset.plot" "$work/tree/lib/gpubench/plugins"
	run env -u GPUBENCH_PLOTS -u GPUBENCH_PLUGIN_PATH "$work/tree/bin/gpubench" plot offset "$work/one.csv" \
		-o "$work/installed.svg"
	check "scripts are found where they are installed" test "$status" -eq 0 -a -s "$work/installed.svg"
	grep -e ^schema, -e GPU-06fd217d "$root/results/fleet/h100-sxm.csv" >"$work/narrow.csv"
	run env GPUBENCH_PLOTS="$root/plots" "$fake" report "$work/narrow.csv" -o "$work/narrow.html"
	check "who writes scripts is told of gnuplot's warnings" grep -q 'empty x range' "$err"
	run env -u GPUBENCH_PLOTS "$work/tree/bin/gpubench" report "$work/narrow.csv" -o "$work/narrow.html"
	check "others are not" test "$status" -eq 0 -a -s "$work/narrow.html" -a -z "$(grep -i warning "$err")"
	"$fake" plot offset - -o "$work/input.svg" <"$work/one.csv" 2>"$err"
	check "standard input" test -s "$work/input.svg" -a ! -s "$err"
	odd="$work/\";system('touch \$(echo pwned)');y" # text that gnuplot would execute if it were part of a script
	mkdir "$odd"
	run env TMPDIR="$odd" "$fake" plot offset "$work/one.csv" -o "$work/odd.svg"
	check "TMPDIR is where it is drawn, whatever its name" \
		test "$status" -eq 0 -a -s "$work/odd.svg" -a -z "$(ls -A "$odd")"
	run env TMPDIR="$work/nowhere" "$fake" plot offset "$work/one.csv" -o "$work/odd.svg"
	check "one that is not there" ends 2 "$work/nowhere/gpubench-plot-"
	# Other tests draw at the same time, and their folders disappear.
	left=$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'gpubench-plot-*' -newer "$work/two.csv")
	all_gone() {
		for folder in $left; do
			[ ! -e "$folder" ] || return 1
		done
	}
	check "no data are left" until_true all_gone
else
	skip "gnuplot is not here (Debian: apt-get install gnuplot-nox): no picture was drawn"
fi
# hostile files Each planted text creates a file `pwned` if it is anything but text.

# parses FILE...: as XML.
parses() {
	python3 -c 'import sys, xml.etree.ElementTree as tree
for name in sys.argv[1:]: tree.parse(name)' "$@"
}

if command -v gnuplot >/dev/null; then
	mkdir "$work/hostile"
	python3 "$tests/cli/plant.py" "$work/hostile/rows.csv" "$work/one.csv" "$every"
	cd "$work/hostile" || exit
	# hostile KIND FORMAT: a picture drawn from the rows of its benchmark, or from all rows.
	hostile() {
		local rows=$1.csv
		[ -e "$rows" ] || rows=rows.csv
		run "$fake" plot "$1" "$rows" -o "$1.$2"
		check "a hostile file as $2: $1 is drawn" test -s "$1.$2"
		check "with a status that says so: $1" \
			test "$status" -eq "$(grep -q ': line' "$err" && echo 2 || echo 0)"
	}
	# shellcheck disable=SC2086 # words
	for kind in $(printf '%s\n' roofline compare offset transpose $chosen | sort -u); do
		hostile "$kind" svg
	done
	# Scripts do not depend on the format: two benchmarks are enough.
	for kind in roofline compare offset transpose; do
		hostile "$kind" png
	done
	check "hostile pictures are XML" parses ./*.svg
	check "the texts are in them" grep -q 'touch pwned' offset.svg roofline.svg compare.svg transpose.svg
	for kernels in rows.csv-kernels*; do
		run "$fake" plot roofline "$every" --kernels "$kernels" -o "$kernels.svg"
		check "hostile kernels: $kernels" test "$status" -eq 0 -o "$(wc -l <"$err")" -eq 1
	done
	check "pictures with hostile kernels are XML" parses ./*kernels*.svg
	for name in '|touch pwned #.svg' '<touch pwned #.svg' '`touch pwned`.svg' \
			'"; system("touch pwned"); ".svg' "'.svg"; do
		run "$fake" plot roofline "$every" -o "$name" --data "${name%.svg}"
		check "a picture of the name $name" test "$status" -eq 0 -a -s "$name" -a -s "${name%.svg}"
	done
	cp -r "$GPUBENCH_PLOTS" '`touch pwned`"'
	cp "$GPUBENCH_PLOTS/roofline.gp" '|touch pwned #'
	run env GPUBENCH_PLOTS='`touch pwned`"' "$fake" plot roofline "$every" -o name.svg --script '|touch pwned #'
	check "scripts of such names" test "$status" -eq 0 -a -s name.svg
	check "nothing has acted" test -z "$(find "$work/hostile" -name 'pwned*')"
	cd "$OLDPWD" || exit
fi

# full disks, and links

if command -v gnuplot >/dev/null; then
	mkdir "$work/disk"
	run "$fake" plot offset "$work/one.csv" -o "$work/disk/x.svg"
	cp "$work/disk/x.svg" "$work/disk/before"
	run sh -c 'ulimit -f 8; exec "$@"' sh "$fake" plot offset "$work/one.csv" -o "$work/disk/x.svg"
	check "a picture that does not fit" ends 2
	check "leaves the one that was there" diff "$work/disk/before" "$work/disk/x.svg"
	ln -s /dev/full "$work/disk/full.svg"
	run "$fake" plot offset "$work/one.csv" -o "$work/disk/full.svg"
	check "a disk that is full" ends 2 "No space left on device"
	ln -s x.svg "$work/disk/link.svg"
	run "$fake" plot bank "$work/one.csv" -o "$work/disk/link.svg"
	check "through a link" test "$status" -eq 0 -a -h "$work/disk/link.svg"
	check "what it names is the picture" grep -q 'bank' "$work/disk/x.svg"
	check "and nothing else is there" test "$(find "$work/disk" | wc -l)" -eq 5
fi
unset GPUBENCH_PLOTS GPUBENCH_PLUGIN_PATH

totals
