#!/bin/sh
# wheel.sh BUNDLE VERSION OUT: makes a wheel from an unpacked bundle, in OUT. `make wheel` calls it. pip places the
# scripts and data of a wheel as `make install` does: the program itself is the command, without Python.
# The name gpubench on PyPI belongs to another project: this is gpubench-cuda.
set -eu
bundle=$1 version=$2 out=$3
name=gpubench-cuda module=gpubench_cuda
# Public versions have no hash: 0.1.0-1a2b3c4-dirty is 0.1.0+g1a2b3c4.dirty here.
version=$(echo "$version" | sed 's/-dirty/.dirty/; s/-/+g/')
tag=py3-none-manylinux_2_28_${bundle##*-linux-}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
info=$work/wheel/$module-$version.dist-info data=$work/wheel/$module-$version.data
mkdir -p "$info/licenses" "$data/scripts" "$data/data"

cp "$bundle"/bin/* "$data/scripts"
cp -r "$bundle/include" "$bundle/lib" "$bundle/share" "$data/data"
doc=$data/data/share/doc/gpubench
mv "$doc/LICENSE" "$doc"/licenses/* "$info/licenses"
rmdir "$doc/licenses"
cp -r python/gpubench "$work/wheel"
echo "__version__ = \"$version\"" >"$work/wheel/gpubench/_version.py"
rm -rf "$work/wheel/gpubench/__pycache__"

cat >"$info/WHEEL" <<END
Wheel-Version: 1.0
Generator: gpubench
Root-Is-Purelib: false
Tag: $tag
END
{
	cat <<-END
		Metadata-Version: 2.4
		Name: $name
		Version: $version
		Summary: Measures what an NVIDIA GPU can sustain: roofs with their intervals, clocks and limits
		License-Expression: Apache-2.0
	END
	(cd "$info/licenses" && printf 'License-File: %s\n' *)
	cat <<-END
		Requires-Python: >=3.9
		Classifier: Environment :: Console
		Classifier: Environment :: GPU :: NVIDIA CUDA
		Classifier: Operating System :: POSIX :: Linux
		Classifier: Programming Language :: C
		Classifier: Topic :: System :: Benchmark
		Description-Content-Type: text/markdown

	END
	# In a wheel, links to pictures and pages would be broken.
	sed -e '/^!\[/d' -e 's/\[\([^]]*\)](\([^)]*\))/\1/g' "$bundle/share/doc/gpubench/README.md"
} >"$info/METADATA"

python3 packaging/pack.py "$work/wheel" "$out/$module-$version-$tag.whl"
