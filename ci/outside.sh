#!/bin/sh
# outside.sh: the skeleton plug-in, built away from the source tree against an installed gpubench, is found and drawn by it; in a
# copy of the tree it is one folder that the build, the list, the plots and the tests find, and no other file.
set -eu
build=${1:-build}
tree=$PWD

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make install BUILD="$build" DESTDIR="$folder/root" PREFIX=/usr
export PKG_CONFIG_PATH="$folder/root/usr/lib/pkgconfig"
[ -e "$(pkg-config --variable=makefile gpubench)" ]

cp -r tests/plugins/skeleton "$folder"
cd "$folder"
cat >Makefile <<'END'
GPUBENCH_BENCHES = skeleton
include $(shell pkg-config --variable=makefile gpubench)
END
make
make --question
# The installed program runs from any folder and lists its own benchmarks and this one.
cd /
"$folder/root/usr/bin/gpubench" --plugin "$folder/build/plugins/skeleton.so" --list | tee "$folder/list"
grep -w skeleton "$folder/list"
grep -w dram "$folder/list"

# rows NAME: a result file of the rows in NAME.rows.
rows() {
	echo "schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,limit,status"
	sed "/^#/d; s/^/gpubench-1,node1,Some GPU,GPU-1,$1,/; s/\$/,1,1,,ok/" "$2/$1.rows"
}

# It draws its picture too, which lies next to the plug-in.
rows skeleton "$folder/skeleton" >"$folder/rows.csv"
export GPUBENCH_PLUGIN_PATH="$folder/build/plugins"
"$folder/root/usr/bin/gpubench" plot | grep '^skeleton '
"$folder/root/usr/bin/gpubench" plot skeleton "$folder/rows.csv" -o "$folder/skeleton.svg"
grep -q 'working set (MiB)' "$folder/skeleton.svg"
unset GPUBENCH_PLUGIN_PATH

# In the tree, by the lines of docs/adding-a-benchmark.md.
mkdir "$folder/tree"
cd "$tree"
git ls-files -z | xargs -0 cp --parents -t "$folder/tree"
cd "$folder/tree"
find . -type f | sort >"$folder/before"
bash -eu -c "$(sed -n '/^cp -r tests.plugins.skeleton/,/^cd \.\./p' docs/adding-a-benchmark.md)"
find . -type f | sort | comm -13 "$folder/before" - | tee "$folder/added"
if grep -v '^./bench/mybench/' "$folder/added"; then
	echo "files elsewhere were touched"
	exit 1
fi
make CUDA_HOME=none BUILD=build build/gpubench build/plugins/mybench.so build/tests/unit/test_mybench
build/tests/unit/test_mybench
build/gpubench --list | grep '^mybench '
build/gpubench plot | grep '^mybench '
rows mybench bench/mybench >"$folder/rows.csv"
build/gpubench plot mybench "$folder/rows.csv" -o "$folder/mybench.svg"
grep -q 'working set (MiB)' "$folder/mybench.svg"
