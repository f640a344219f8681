#!/bin/bash
# templates.sh BUILD: tests the templates that come with the program.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

full=$tests/data/card/full.csv
shipped=$tests/../harness/reading/export/templates

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
