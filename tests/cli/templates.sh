#!/bin/bash
# templates.sh BUILD: tests templates: filling in roofs, refused templates, and the templates that come with the
# program.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

results=$tests/../results/h200-sxm
full=$tests/data/card/full.csv
shipped=$tests/../harness/reading/export/templates

# filled TEXT [ARGUMENT...]: a template with this text, filled from a full run.
filled() {
	printf '%s\n' "$1" >"$work/template"
	shift
	run "$real" roofs "$full" --template "$work/template" "$@"
}

# gives TEXT WANTED [ARGUMENT...]: it becomes that.
gives() {
	local text=$1 wanted=$2
	shift 2
	filled "$text" "$@"
	check "'$text'" test "$(cat "$out")" = "$wanted"
}

gives "a {b} }} {c" "a {b} }} {c"
gives "{{tensor.bf16}} and {{tensor.bf16.burst}}" "8.58247342e+14 and 9.41930057e+14"
gives "{{tensor.bf16*1e-12@1}} TFLOP/s" "858.2 TFLOP/s"
gives "{{dram.read@0}} {{dram.read:limit@0}}" "4728557190000 4814304000000"
gives "{{gemm.bf16/tensor.bf16@3}}" "0.808"
gives "{{gpu:name}}, {{gpu:board}}, {{gpu:power_limit_w}} W, {{gpu:capability*10@0}}" \
	"NVIDIA H200, 692-2G520-0282-000, 700 W, 90"
gives "{{with:links*2}}" "36" --with links=18
gives "{{tensor.fp4|null}} {{tensor.fp4|}} {{fp64/tensor.fp4|none}}" "null  none"
gives $'#% not for the reader\nline' "line"
gives $'a\n#?{{tensor.fp4}}, {{fp64}}\n#? {{with:links}} of {{with:links}}' $'a\n 18 of 18' --with links=18
# shellcheck disable=SC2016 # a text, which nothing runs
gives '$(touch x) `touch x` ; {{fp64@0}}' '$(touch x) `touch x` ; 33414005000000'

# refuses TEXT WHY [ARGUMENT...]: an error that names line 2, and no output.
refuses() {
	local text=$1 why=$2
	shift 2
	filled "first"$'\n'"$text" -o "$work/target" "$@"
	check "'$text' is refused" ends 2 "$work/template: line 2: $why"
	check "'$text': no file" test ! -e "$work/target"
	filled "first"$'\n'"$text" "$@"
	check "'$text': nothing on standard output" test ! -s "$out"
}
# Suspect rows are reported as with any export, on separate lines.
ends() {
	[ "$status" -eq "$1" ] && grep -qF -- "$2" "$err"
}
refuses "{{tensor.fp4}}" "tensor.fp4: was not measured"
refuses "{{gpu:colour}}" "gpu:colour: was not measured"
refuses "{{with:links}}" "with:links: give it: --with NAME=NUMBER"
refuses "{{fp64@x}}" "fp64@x: expected NAME"
refuses "{{fp64*much}}" "fp64*much: expected NAME"
refuses "{{fp64" "{{: is not closed on its line"
refuses "{{$(printf '%300s' x)}}" "{{: is longer"
refuses "#?{{fp64*much}}" "fp64*much: expected NAME"

# Points of curves: kept rows of gemm at two orders, from two cards of one board.
sizes=$results/gemm-sizes.csv
fp16=point:gemm.flop_rate,type=fp16
# points TEXT WANTED [FILE...]: a template with this text, filled from these files.
points() {
	local text=$1 wanted=$2
	shift 2
	printf '%s\n' "$text" >"$work/template"
	run "$real" roofs "$@" --template "$work/template"
	check "'$text'" test "$(cat "$out")" = "$wanted"
}
points "{{$fp16,n=1024*1e-12@2}} {{$fp16,n=1000|none}}" "293.68 none" "$sizes"
points "{{$fp16,n=2048/$fp16,n=1024@3}}" "2.139" "$sizes"
points "{{$fp16,n=least*1e-12@2}}" "4.75" "$sizes"
points "{{$fp16,n=least*1e-12@2}}" "669.50" "$full"
points "{{$fp16,n=8192*1e-12@1}}" "643.6" "$sizes" "$full"
check "the least size of any card counts for all" \
	test "$("$real" roofs "$full" "$sizes" --template <(echo "{{$fp16,n=least*1e-12@2}}") 2>/dev/null)" = 4.75
points "{{$fp16,n=8192*1e-12@1}}" "669.5" "$sizes" "$full" --gpu GPU-25eff6b3
{ cat "$sizes" && grep -E 'fp16,n=(1024|16384)' "$sizes" | sed 's/2.93677026e+14/3e+14/; s/T12:/T13:/' |
	sed 's/27c16fbdb1ae/37c16fbdb1ae/'; } >"$work/again.csv"
points "{{$fp16,n=1024*1e-12@2}}" "300.00" "$work/again.csv"
points "{{$fp16,n=1024*1e-12@2}}" "293.68" "$sizes"
check "suspect points are counted" grep -q "1 of its 1 points is suspect" "$err"
for text in gemm gemm.flop_rate 'gemm.flop_rate,' .flop_rate,n=1 gemm.,n=1 gemm.flop_rate,n \
		gemm.flop_rate,n=least,type=least; do
	refuses "{{point:$text}}" "$text: expected point:BENCHMARK.METRIC,AXIS=VALUE,..."
done
refuses "{{point:gemm.flop_rate,type=tf32,n=100}}" "point:gemm.flop_rate,type=tf32,n=100: was not measured"
refuses "{{point:gemm.flop_rate,n=8192}}" "point:gemm.flop_rate,n=8192: fits several points of one run, such as type="
run "$real" roofs "$full" --template none-such
check "a template that is not there" ends 2 "--template none-such: neither a file"
filled "x" --with links
check "--with without a value" ends 2 "--with 'links': expected NAME=NUMBER"
run "$real" roofs "$full" --with a=1
check "--with without --template" ends 1 "--with needs --template"
run "$real" roofs "$full" --template xla --export ncu
check "--template and --export" ends 1 "--template cannot be combined with --export"
run "$real" roofs "$full" "$results/../h100-sxm/all.csv" --template "$shipped/xla"
check "two models" ends 2 "are different models"

# the supplied templates: each is text in its reader's language, with its reader's names

# Templates by name: if the build is in the tree, they are found next to the program.
[ "$build" -ef "$tests/../build" ] && by_name=yes || by_name=
declare -A given=([llm-viewer]="--with onchip_buffer=33792000" [genz]="--with icn=450"
	[infersim]="--with nvlink=360 --with rdma=40")
for template in "$shipped"/*; do
	name=${template##*/}
	check "$name says whose format it is, and under which licence" \
		grep -qE '^#% .*(github\.com/.*(MIT|Apache-2\.0|BSD-3-Clause))' "$template"
	check "$name is named in the help" grep -qw -- "$name" <("$real" roofs --help)
	[ -n "$by_name" ] && asked=$name || asked=$template
	# shellcheck disable=SC2086 # words
	run "$real" roofs "$full" --template "$asked" ${given[$name]-}
	check "$name" test "$status" -eq 0
	check "$name is read" "$python" "$tests/cli/template_schema.py" "$name" "$out"
done

totals
