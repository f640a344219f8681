#!/bin/bash
# outside.sh: checks the page docs/adding-a-benchmark.md stage by stage, the examples, and a plug-in from the skeleton,
# outside the source tree against an installed gpubench. They are built, tested, drawn, audited and counted, and each
# common mistake has its message. In a copy of the tree, the plug-in is one folder, which the build, the list, the plots
# and the tests find without changes to other files.
set -euo pipefail
build=$(realpath "${1:-build}")
tree=$PWD

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make install BUILD="$build" DESTDIR="$folder/root" PREFIX=/usr
program=$folder/root/usr/bin/gpubench
PKG_CONFIG_PATH=$(dirname "$(find "$folder/root" -name gpubench.pc)")
export PKG_CONFIG_PATH
# The tree's toolkit may be one from PyPI, and one architecture is enough here.
NVCC=$(make -s print-NVCC)
NVCC=$(realpath "$(command -v "$NVCC")")
DISASM=$tree/.toolkit/disasm
export NVCC DISASM ARCHS=90
unset GPUBENCH_PLUGIN_PATH

# block N LANGUAGE: the N-th block in this language of the page.
page=$tree/docs/adding-a-benchmark.md
block() {
	awk -v n="$1" -v begin="^\`\`\`$2\$" '
		$0 ~ begin { inside = ++count == n; next } /^```/ { inside = 0 } inside' "$page"
}

# fails LINE COMMAND...: the command must fail, and its output must contain this line or text.
fails() {
	local line=$1
	shift
	if "$@" >"$folder/said" 2>&1; then
		echo "went well: $*" >&2
		exit 1
	fi
	grep -qF -- "$line" "$folder/said" || { cat "$folder/said"; echo "expected of $*: $line" >&2; exit 1; }
}

mkdir "$folder/work"
cd "$folder/work"
block 1 make >Makefile
fails "*** pkg-config finds no gpubench: set PKG_CONFIG_PATH to the folder of gpubench.pc.  Stop." env \
	-u PKG_CONFIG_PATH make
fails "*** there is no plug-in here, a folder NAME with NAME.c or NAME.cu: \
\`make new NAME=mybench\` starts one.  Stop." make
fails "new: name it: make new NAME=mybench" make new
fails "new: 'my-bench' cannot be the name of a plug-in: use lowercase letters, digits and '_'" make new NAME=my-bench
PATH=$(dirname "$program"):$PATH bash -eux -c "$(block 1 sh)" >"$folder/list"
[ "$(grep -cw 'vote .*votes of a warp' "$folder/list")" -eq 2 ]
make --question
fails "new: vote already exists" make new NAME=vote
mkdir "$folder/bin.fake"
cp "$build/tests/gpubench-fake" "$folder/bin.fake/gpubench"
fake() {
	GPUBENCH_PLUGIN_PATH=build/plugins "$folder/bin.fake/gpubench" -b vote -o "$folder/$1" 2>"$folder/said"
}

# The page's three stages in one file: a rate, a verified rate, and the first example, which has a limit.
[ "$(find vote -type f)" = vote/vote.cu ]
block 1 cuda | diff - vote/vote.cu
[ "$(wc -l <vote/vote.cu)" -le 20 ]
fake rate.csv
grep -q 'instruction_rate,inst/s.*suspect,"not verified, no limit: ' "$folder/rate.csv"
fails "vote: NOT VERIFIED: 1 point" make test
block 1 diff | patch -s vote/vote.cu
[ "$(wc -l <vote/vote.cu)" -le 45 ]
make test | tee "$folder/said"
grep -q '^vote: ok: 1 point .*; 1 verified; all 1 correctly fail' "$folder/said"
cp vote/vote.cu "$folder"
sed -i 's/ 0xaaaaaaaa;/ 0xaaaaaaab;/' vote/vote.cu
fails "word 0 of block 0 of 'out': got 0x" make test
sed 's/args.trips; trip++/args.trips; trip += clock() == 0/' "$folder/vote.cu" >vote/vote.cu
fails "no model: the kernels do not compile for the host: build/obj/plugins/vote/vote.model.log" make test
fails "vote: NOT VERIFIED: 1 point" make test
cp "$folder/vote.cu" vote
make
fake verified.csv || true # no kernel runs on this device
grep -q "word 0 of block 0 of 'out': got 0xffffffff, expected 0x" "$folder/verified.csv"
block 2 diff | patch -s vote/vote.cu
diff vote/vote.cu "$tree/examples/vote/vote.cu"

# All examples, with pictures.
rm -r vote
cp -r "$tree"/examples/* .
[ "$(wc -l ./*/*.cu | awk '$1 > 60 && !/ total/' | tee /dev/stderr | wc -l)" -eq 0 ]
fails "memset: NOT VERIFIED: " make test
for example in vote stream histogram reduction; do
	grep -qE "^$example: ok: ([0-9]+) points? .*; \1 verified; all \1 correctly fail" "$folder/said"
done
sed -i 's/, .expect = expected//; /^static uint32_t expected/,/^}/d' vote/vote.cu
make
fake limit.csv
GPUBENCH_PLUGIN_PATH=build/plugins "$program" plot vote "$folder/limit.csv" -o "$folder/vote.svg"
grep -q 'instruction rate' "$folder/vote.svg"
rm -r ./*/
make -s new NAME=mybench FULL=1
make
make test | tee "$folder/said"
grep -q '^mybench: ok: .* 2 verified' "$folder/said"

# The installed program must run from any folder, and list its own benchmarks and this one.
(cd / && "$program" --plugin "$folder/work/build/plugins/mybench.so" --list) | tee "$folder/list"
grep -w mybench "$folder/list"
grep -w dram "$folder/list"

# Common mistakes must have messages.
fails "*** GPUBENCH_BENCHES: there is no folder 'gone' in $PWD.  Stop." make GPUBENCH_BENCHES="mybench gone"
[ ! -e build/plugins/gone.so ]
fails "*** GPUBENCH_BENCHES: 'my-bench' cannot be the name of a plug-in: rename it, with lowercase" make \
	GPUBENCH_BENCHES=my-bench
mkdir empty
fails "*** GPUBENCH_BENCHES: empty/ has no empty.c or .cu: files must have the name of their folder.  Stop." make \
	GPUBENCH_BENCHES=empty/
fails "audit-gpu: name the result file with the points: make audit-gpu RESULTS=mybench.csv" make audit-gpu

# The line that includes gpubench.h also includes the headers that the tree's benchmarks share.
sed -i 's|#include "gpubench.h"|&\n#include "../common/input_host.h"|' mybench/mybench.c
sed -i 's|#include "mybench.h"|&\n#include "../common/input.h"|' mybench/mybench.cu

# The audit of the machine code, with faults planted in it.
if make audit >"$folder/said" 2>&1; then
	cat "$folder/said"
	grep -qE '^4 kernels of 1 architectures checked, 0 failed$' "$folder/said"
	cp mybench/mybench.audit "$folder"
	sed -i 's/loop LDG >= 1/loop LDG = 77/' mybench/mybench.audit
	fails "mybench dlcm-cg sm_90 mybench_add: loop LDG = 77: found" make audit
	rm mybench/mybench.audit
	fails "mybench: no expectations: mybench/mybench.audit is missing" make audit
	make audit SHOW=1 | grep '^mybench dlcm-ca sm_90 mybench_add: registers'
	cp "$folder/mybench.audit" mybench
else
	cat "$folder/said"
	grep -q 'no nvdisasm that reads' "$folder/said"
fi

# rows NAME FOLDER: makes a result file from the rows in NAME.rows.
rows() {
	echo "schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,limit,status"
	sed "/^#/d; s/^/gpubench-1,node1,Some GPU,GPU-1,$1,/; s/\$/,1,1,,ok/" "$2/$1.rows"
}

# The build also draws the plug-in's picture next to the plug-in.
make pictures
grep -q 'working set (MiB)' build/mybench.svg
rows mybench mybench >"$folder/rows.csv"
GPUBENCH_PLUGIN_PATH=build/plugins "$program" plot | grep '^mybench '
GPUBENCH_PLUGIN_PATH=build/plugins "$program" plot mybench "$folder/rows.csv" -o "$folder/mybench.svg"
grep -q 'working set (MiB)' "$folder/mybench.svg"

# The counters: a stand-in for ncu reports two launches, which the program makes on request, on the fake device. Half of
# the bytes are loads.
mkdir "$folder/bin" "$folder/fake"
cat >"$folder/bin/ncu" <<'END'
#!/bin/bash
[ "$1" != --version ] || { echo "Version 0 (made up)"; exit; }
while [ "${1#--}" != "$1" ]; do
	case $1 in --csv) shift; continue ;; --log-file) log=$2 ;; esac
	shift 2
done
"$@" || exit
loads=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum stores=l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
{
	printf '"ID","Kernel Name","%s","%s"\n"","","sector","sector"\n' $loads $stores
	for launch in 0 1 2; do
		printf '"%d","mybench_add","%d","%d"\n' $launch $((SECTORS / 2)) $((SECTORS / 2))
	done
} >"$log"
END
chmod +x "$folder/bin/ncu"
cp "$build/tests/gpubench-fake" "$folder/fake/gpubench"
ours=',mybench,dlcm-ca,"bytes=1048576,block=128",bytes,1048576,,bandwidth,B'
sed -n "1p; s/,updates,default,\"[^\"]*\",op,,own.update,access_rate,access/$ours/p" \
	"$tree/tests/data/every-roof.csv" >"$folder/points.csv"
count() {
	PATH=$folder/bin:$PATH SECTORS=$1 make audit-gpu RESULTS="$folder/points.csv" gb_program="$folder/fake/gpubench"
}
count $((1048576 / 32)) | tee "$folder/said"
grep -qE '^\| .*bytes=1048576.* \| bytes .*0' "$folder/said"
fails "+100.00 % | **DIFFERS**" count $((1048576 / 16))

# The page's steps for a plug-in in the tree.
mkdir "$folder/tree"
cd "$tree"
git ls-files -z | xargs -0 cp --parents -t "$folder/tree"
cd "$folder/tree"
find . -type f | sort >"$folder/before"
make -s new NAME=mybench FULL=1
find . -type f | sort | comm -13 "$folder/before" - | tee "$folder/added"
if grep -v '^./bench/mybench/' "$folder/added"; then
	echo "files elsewhere were changed"
	exit 1
fi
make CUDA_HOME=none BUILD=build build/gpubench build/plugins/mybench.so build/tests/unit/test_mybench
build/tests/unit/test_mybench
build/gpubench --list | grep '^mybench '
build/gpubench plot | grep '^mybench '
rows mybench bench/mybench >"$folder/rows.csv"
build/gpubench plot mybench "$folder/rows.csv" -o "$folder/mybench.svg"
grep -q 'working set (MiB)' "$folder/mybench.svg"
