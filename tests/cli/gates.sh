#!/bin/bash
# gates.sh BUILD: tests compare --max-drop and check on faulty files, and on stores made from them. Makes the tables of
# results/gates.md and compares them with the page; GB_GOLDEN=write renews the page. Needs no device.
# shellcheck disable=SC2154,SC2016,SC2094 # of support.sh; backquotes of Markdown; page and $page are two files
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"
cd "$(dirname "$0")/../.." || exit 1
page=$PWD/results/gates.md
cd "$work" || exit 1

# ---- made files ------------------------------------------------------------------------------------------------------

header=schema,version,mode,run_id,host,device,gpu_name,gpu_uuid,benchmark,point,roof,unit,value,lo,hi,status,reason,\
point_number,points

# set_row: resets the fields of a row to their defaults.
set_row() {
	version=1.0 mode=full run=r1 host=n1 device=0 model=A uuid=GPU-1 unit=B/s lo='' hi='' status=ok reason='' \
		points=2 place=''
}

# row NUMBER ROOF VALUE [NAME=VALUE...]: a row of point NUMBER of the plan.
row() (
	number=$1 roof=$2 value=$3
	shift 3
	for setting in "$@"; do
		declare "$setting"
	done
	echo "gpubench-1,$version,$mode,$run,$host,$device,$model,$uuid,dram,$place,$roof,$unit,$value,$lo,$hi,\
$status,$reason,$number,$points"
)

# card [NAME=VALUE...]: both roofs of a card; COPY is the value of dram.copy.
card() {
	local copy=4e12 setting
	for setting in "$@"; do
		[ "${setting%%=*}" != COPY ] || copy=${setting#COPY=}
	done
	row 1 dram.read 4.5e12 "$@"
	row 2 dram.copy "$copy" "$@"
}

file() {
	echo "$header"
	cat
}

set_row
card | file >good.csv
card COPY=3.6e12 | file >slow.csv
card COPY=3.9e12 | file >within.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 1.2e12 lo=1e11 hi=1.5e13; } | file >wide.csv
row 1 dram.read 4.5e12 points=1 | file >lost.csv
card model=B uuid=GPU-9 host=n9 | file >other.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 4000 unit=GB/s; } | file >gb.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 4e12 unit=OP/s; } | file >op.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy -4e12; } | file >negative.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 0x1p42; } | file >hex.csv
{ row 1 dram.read 4.5e12 points=3; row 2 dram.copy 4e12 points=3; } | file >cut.csv
{ card points=4 COPY=1e12; row 3 '' 1 points=4; } | file >cut-slow.csv
card points=4 COPY=1e12 | file >kept-slow.csv
late='the deadline of the run, 60 s, passed before this was measured'
{ card points=3 COPY=1e12; row 3 '' '' points=3 status=failed reason="\"$late\""; } | file >late-slow.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 4e12; } | file | head -c -20 >torn.csv
{ row 1 dram.read 4.5e12 points=3; row 2 dram.copy 4e12 points=3; row 3 '' 1 points=3; } | file >long.csv
{ cat cut.csv; row 3 '' 1 points=3 run=r2; } >resumed.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 4e12; } | sed 's/,[0-9]*,[0-9]*$/,,/' | file >older.csv
file </dev/null >header.csv
: >nothing.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 4e12 status=suspect reason='it was warm'; } | file >warm.csv
{ row 1 dram.read 4.5e12; row 2 dram.copy 3e12 status=suspect reason='it was warm'; } | file >warm-slow.csv
{ card COPY=3e12; row 2 dram.copy 3.6e12 place=warm status=suspect reason='it was warm'; } | file >best-warm.csv
card mode=quick | file >quick.csv
card version=1.1 | file >version.csv
{ card; row 3 l2.read 9e12; } | file >more.csv
{ card; row 2 dram.copy '' status=failed reason='verify: wrong'; } | file >failed.csv
for gpu in 1 2 3 4; do
	card uuid=GPU-$gpu host=n$gpu | file >n$gpu.csv
done
card uuid=GPU-3 host=n3 COPY=3.6e12 | file >n3-slow.csv
card uuid=GPU-3 host=n3 COPY=4.5e12 | file >n3-fast.csv
{ card; card uuid=GPU-2 device=1; } | file >two.csv
{ card; row 1 dram.read 4.5e12 uuid=GPU-2 device=1; row 2 '' 1 uuid=GPU-2 device=1; } | file >two-lost.csv
cat n1.csv n2.csv n3.csv n4.csv >fleet.csv

{ card; card uuid=GPU-2 device=1 COPY=3.64e12; } | file >two-differ.csv
{ card; card device=1 COPY=3e12; } | file >clash.csv
card points=40 | file >few.csv
{ card; row 3 fp32 6e13; row 4 fp64 3e13; } | file >many.csv
{ row 1 dram.read 4.5e12; row 2 '' '' status=skipped reason='needs 9 GB of memory'; } | file >skipped.csv
card COPY=3e12 | file >slow-lost.csv

# the reports about them

# stored FILE: the file as a store, if possible.
stored() {
	local store=stored/${1%.csv}.db
	mkdir -p stored
	[ -e "$store" ] || "$fake" store "$store" "$1" >/dev/null 2>&1 || return 1
	echo "$store"
}

# others_agree STATUS ARGUMENTS...: if there is a baseline, check ends like compare, and both give the same result on
# stores of the same files.
others_agree() {
	local wanted=$1 argument from_stores=()
	shift
	if [[ $* == *--baseline* && $* != *--gpu* ]]; then
		"$fake" check "$@" --max-drop 5% >checked 2>&1
		[ "$?" -eq "$wanted" ] || return 1
	fi
	for argument in "$@"; do
		[ "${argument%.csv}" = "$argument" ] || argument=$(stored "$argument") || return 0
		from_stores+=("$argument")
	done
	"$fake" compare "${from_stores[@]}" --max-drop 5% >/dev/null 2>stored/said
	[ "$?" -eq "$wanted" ]
}

# says WHAT STATUS ARGUMENTS...: a line of the table. The expected status is both here and in the page.
says() {
	local what=$1 wanted=$2
	shift 2
	run "$fake" compare "$@" --max-drop 5%
	check "$what" test "$status" -eq "$wanted" -a "$(wc -l <"$err")" -gt 0
	# If there are problems, the line that all is well is left out.
	awk -v what="$what" -v command="$*" -v status="$status" '
		{ sub(/^gpubench: /, ""); line[NR] = $0 }
		END {
			printf "| %s | `%s` | %d | ", what, command, status
			for (i = 1; i <= NR; i++)
				if (NR == 1 || line[i] !~ /^--max-drop.*OK:/)
					printf "%s%s", said++ ? "<br>" : "", line[i]
			print " |"
		}' "$err" >>table
	check "$what: check and stores agree" others_agree "$wanted" "$@"
}

{
	# shellcheck disable=SC2016 # Markdown
	echo '| input | `gpubench compare ... --max-drop 5%` | status | what it says |'
	echo '| --- | --- | --- | --- |'
} >table
says "nothing is wrong" 0 good.csv --baseline good.csv
says "2.5 % less, which is allowed" 0 within.csv --baseline good.csv
says "10 % less" 3 slow.csv --baseline good.csv
says "70 % less, but it may be 275 % more" 2 wide.csv --baseline good.csv
says "a roof is missing" 2 lost.csv --baseline good.csv
says "one of two GPUs is missing" 2 good.csv --baseline two.csv
says "GPUs of other hosts are missing" 0 n1.csv n2.csv --baseline fleet.csv
says "the baseline has another model" 2 good.csv --baseline other.csv
says "the baseline has other GPUs of the model" 0 n2.csv --baseline good.csv
says "a unit that no roof has" 2 gb.csv --baseline good.csv
says "another unit" 2 op.csv --baseline good.csv
says "a negative rate" 2 negative.csv --baseline good.csv
says "a hexadecimal number" 2 hex.csv --baseline good.csv
says "a run that was killed between two rows, with all roofs of the set" 0 cut.csv --baseline long.csv
says "a run that was killed before a better point of a roof" 2 cut-slow.csv --baseline long.csv
says "a run of which only roofs were kept" 3 kept-slow.csv --baseline long.csv
says "a run that its deadline ended before a better point of a roof" 2 late-slow.csv --baseline long.csv
says "a run that was killed in the middle of a row" 2 torn.csv --baseline good.csv
says "a run that was completed with \`--resume\`" 0 resumed.csv --baseline long.csv
says "a file of an older version, which has no plan" 0 older.csv --baseline good.csv
says "the baseline was killed between two rows" 0 long.csv --baseline cut.csv
says "a node whose file has only a header" 2 n1.csv n2.csv n3.csv header.csv
says "a node with an empty file" 2 n1.csv n2.csv n3.csv nothing.csv
says "a missing file" 2 n1.csv n2.csv n3.csv absent.csv
says "no file has a row" 2 header.csv
says "the baseline has only a header" 2 good.csv --baseline header.csv
says "a suspect row" 0 warm.csv --baseline good.csv
says "a suspect row that is 25 % less" 3 warm-slow.csv --baseline good.csv
says "a suspect row above the best \`ok\` row" 3 best-warm.csv --baseline good.csv
says "a failed row, next to a good one" 2 failed.csv --baseline good.csv
says "\`--quick\` against a full run" 0 quick.csv --baseline good.csv
says "another version" 0 version.csv --baseline good.csv
says "a roof that the baseline lacks" 0 more.csv --baseline good.csv
says "one GPU, no baseline" 2 good.csv
says "two GPUs, one of which lacks a roof, no baseline" 2 two-lost.csv
says "one of four GPUs is slow, no baseline" 3 n1.csv n2.csv n3-slow.csv n4.csv
says "one of three GPUs is faster, no baseline" 0 n1.csv n2.csv n3-fast.csv
says "one of four GPUs is slow, and another is selected" 0 n1.csv n2.csv n3-slow.csv n4.csv --gpu n2 \
	--baseline fleet.csv

says "two GPUs, one of which is 9 % slow, no baseline" 2 two-differ.csv
says "two cards under one UUID" 2 clash.csv --baseline good.csv
says "2 of 40 points" 2 few.csv --baseline many.csv
says "a benchmark was skipped" 2 skipped.csv --baseline good.csv
says "a second file with only a header" 2 good.csv header.csv --baseline good.csv
says "a slow roof, and another that has no verdict" 3 slow-lost.csv --baseline many.csv

# ---- how far below ---------------------------------------------------------------------------------------------------

# card_of UUID HOST PART: a GPU of a known board with one roof of each kind; the roof $slow has a part of its value.
kinds='dram.read fp64 tensor.bf16 gemm.bf16 launch.rate toy.add'
card_of() {
	awk -v kinds="$kinds" -v slow="${slow-}" -v part="$3" \
		-v before="gpubench-1,$version,$mode,$run,$2,$device,$model,$1,dram,$place" \
		-v after="$lo,$hi,$status,$reason" 'BEGIN {
		points = split(kinds, name, " ")
		for (i = 1; i <= points; i++)
			printf "%s,%s,%s,%.9g,%s,%d,%d,board,1.5e9\n", before, name[i],
				name[i] ~ /^dram/ ? "B/s" : "FLOP/s",
				1e12 * (name[i] == slow ? part : 1), after, i, points
	}'
}

board_file() {
	echo "$header,board,sm_clock_slowest_hz"
	cat
}

# status_of COMMAND...: runs the command; check, and a store, must end in the same way.
status_of() {
	"$fake" compare "$@" --max-drop 5% >/dev/null 2>&1
	local ended=$?
	others_agree "$ended" "$@" && echo "$ended" || echo "they differ"
}

set_row
run_status=$status
status=ok
slow='' card_of GPU-1 n1 1 | board_file >whole.csv
for other in 2 3 4; do
	slow='' card_of GPU-$other n$other 1 | board_file >other-$other.csv
done
drops='0 0.02 0.045 0.06 0.1 0.5'
{
	printf '| roof | compared with |'
	for drop in $drops; do
		awk -v drop="$drop" 'BEGIN { printf " -%g %% |", 100 * drop }'
	done
	printf '\n| --- | --- |'
	for drop in $drops; do
		printf ' --- |'
	done
	echo
	for slow in $kinds; do
		for against in 'what it gave itself' 'another card' 'three peers'; do
			printf '| `%s` | %s |' "$slow" "$against"
			for drop in $drops; do
				rm -rf stored/now.db
				card_of GPU-1 n1 "$(awk -v drop="$drop" 'BEGIN { print 1 - drop }')" |
					board_file >now.csv
				case $against in
				what*) ended=$(status_of now.csv --baseline whole.csv) ;;
				another*) ended=$(status_of now.csv --baseline other-2.csv) ;;
				*) ended=$(status_of now.csv other-2.csv other-3.csv other-4.csv) ;;
				esac
				printf ' %s |' "$ended"
			done
			echo
		done
	done
} >table2
status=$run_status
check "both commands agree, with files and stores" test "$(grep -c differ table2)" -eq 0
{ echo; cat table2; } >>table

# ---- the page --------------------------------------------------------------------------------------------------------

begin='<!-- made by tests/cli/gates.sh: begin -->' end='<!-- made by tests/cli/gates.sh: end -->'
if [ "${GB_GOLDEN-}" = write ]; then
	# shellcheck disable=SC2094 # the table is another file
	awk -v begin="$begin" -v end="$end" '
		$0 == end { inside = 0 }
		!inside { print }
		$0 == begin { inside = 1; while ((getline line <"table") > 0) print line }' "$page" >made
	cat made >"$page"
fi
awk -v begin="$begin" -v end="$end" '$0 == end { inside = 0 } inside { print } $0 == begin { inside = 1 }' \
	"$page" >written
check "the page has what is said" diff table written

# Without --max-drop it is no gate.
run "$fake" compare slow.csv --baseline good.csv
check "a drop alone is no failure" ends 0
run "$fake" compare n1.csv n2.csv n3.csv header.csv
check "a file without a row is listed" grep -q 'header.csv: no row' "$out"
run "$fake" compare cut.csv
check "so is a run that was cut short" grep -q 'GPU-1.*rows of 2 of 3 points' "$out"

totals
