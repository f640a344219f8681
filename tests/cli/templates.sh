#!/bin/bash
# templates.sh BUILD: roofs in a text: what is filled in, what is refused, and the templates that come with the program.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

results=$tests/../results/h200-sxm
shipped=$tests/../harness/export/templates

# filled TEXT [ARGUMENT...]: a template with this text, filled from a full run.
filled() {
	printf '%s\n' "$1" >"$work/template"
	shift
	run "$real" roofs "$results/all.csv" --template "$work/template" "$@"
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
gives "{{gpu:name}}, {{gpu:board}}, {{gpu:power_limit_w}} W, {{gpu:capability*10@0}}" "NVIDIA H200, 692-2G520-0282-000, 700 W, 90"
gives "{{with:links*2}}" "36" --with links=18
gives "{{tensor.fp4|null}} {{tensor.fp4|}} {{fp64/tensor.fp4|none}}" "null  none"
gives $'#% not for the reader\nline' "line"
# shellcheck disable=SC2016 # a text, which nothing runs
gives '$(touch x) `touch x` ; {{fp64@0}}' '$(touch x) `touch x` ; 33414005000000'

# refuses TEXT WHY [ARGUMENT...]: an error that names line 2, and nothing is written.
refuses() {
	local text=$1 why=$2
	shift 2
	filled "first"$'\n'"$text" -o "$work/target" "$@"
	check "'$text' is refused" ends 2 "$work/template: line 2: $why"
	check "'$text': no file" test ! -e "$work/target"
	filled "first"$'\n'"$text" "$@"
	check "'$text': nothing on standard output" test ! -s "$out"
}
# Suspect rows are told as with any export; they are lines of their own.
ends() {
	[ "$status" -eq "$1" ] && grep -qF -- "$2" "$err"
}
refuses "{{tensor.fp4}}" "tensor.fp4: was not measured"
refuses "{{gpu:colour}}" "gpu:colour: was not measured"
refuses "{{with:links}}" "with:links: give it: --with NAME=NUMBER"
refuses "{{fp64@x}}" "fp64@x: expected NAME"
refuses "{{fp64*much}}" "fp64*much: expected NAME"
refuses "{{fp64" "{{: is not closed in its line"
refuses "{{$(printf '%300s' x)}}" "{{: is longer"
run "$real" roofs "$results/all.csv" --template none-such
check "a template that is not there" ends 2 "--template none-such: there is no such file"
filled "x" --with links
check "--with without a value" ends 2 "--with 'links': expected NAME=NUMBER"
run "$real" roofs "$results/all.csv" --with a=1
check "--with without --template" ends 1 "--with goes with --template"
run "$real" roofs "$results/all.csv" --template xla --export ncu
check "--template and --export" ends 1 "--template does not go with --export"
run "$real" roofs "$results/all.csv" "$results/../h100-sxm/all.csv" --template "$shipped/xla"
check "two models" ends 2 "are different models"

# ---- those that come with the program: each is a text of its reader's language, with its reader's names ----------------

# By their names, where the build lies in the tree: they are found beside the program.
[ "$build" -ef "$tests/../build" ] && by_name=yes || by_name=
declare -A given=([llm-viewer]="--with onchip_buffer=33792000" [genz]="--with icn=450" [infersim]="--with nvlink=360 --with rdma=40")
for template in "$shipped"/*; do
	name=${template##*/}
	check "$name says whose format it is, and under which licence" grep -qE '^#% .*(github\.com/.*(MIT|Apache-2\.0))' "$template"
	check "$name is named in the help" grep -qw -- "$name" <("$real" roofs --help)
	[ -n "$by_name" ] && asked=$name || asked=$template
	# shellcheck disable=SC2086 # words
	run "$real" roofs "$results/all.csv" --template "$asked" ${given[$name]-}
	check "$name" test "$status" -eq 0
	check "$name is read" "$python" "$tests/cli/template_schema.py" "$name" "$out"
done

totals
