#!/bin/sh
# rpm.sh VERSION BUILD CC SYSROOT NVCC [ARCHS]: makes an RPM for RHEL 8, SLES 15 SP3 and later, in BUILD. `make rpm`
# calls it.
set -eu
version=$1 build=$PWD/$2 cc=$3 sysroot=$4 cuda=${5%/bin/nvcc} archs=${6-}

if ! command -v rpmbuild >/dev/null; then
	echo "rpmbuild was not found (Debian: rpm)" >&2
	exit 1
fi
top=$build/rpm
rm -rf "$top"
mkdir -p "$top/SOURCES"
packaging/stage.sh "$version" "$top/gpubench-$version"
# A path relative to the tree, so that the absolute path does not get into the build.
ln -s "$PWD/$sysroot" "$top/gpubench-$version/$sysroot"
tar -C "$top" -czf "$top/SOURCES/gpubench-$version.tar.gz" "gpubench-$version"
with=
[ -z "$cuda" ] || with="--with cuda"
# The outer build's settings, which make would pass down, do not apply here. Debian's rpm has no dist, and knows none of
# the required packages.
# shellcheck disable=SC2086 # a word or two, or none
if ! env -u MAKEFLAGS -u MAKELEVEL -u CI rpmbuild -bb --nodeps $with --define "_topdir $top" \
		--define "gpubench_version $version" \
	--define "gpubench_cuda ${cuda:-none}" --define "gpubench_cc $cc" ${archs:+--define "gpubench_archs $archs"} \
	${WERROR:+--define "gpubench_werror $WERROR"} \
	--define "_libdir %{_prefix}/lib64" packaging/gpubench.spec >"$top/log" 2>&1; then
	tail -n 30 "$top/log" >&2
	exit 1
fi
mv "$top"/RPMS/*/gpubench-*.rpm "$build"
