#!/bin/sh
# deb.sh VERSION BUILD NVCC [ARCHS]: makes a Debian package for this release of Debian, in BUILD. `make deb` calls it.
set -eu
version=$1 build=$2
GPUBENCH_CUDA=${3%/bin/nvcc}
export GPUBENCH_CUDA="${GPUBENCH_CUDA:-none}" ARCHS="${4-}"
# 0.1.0-1a2b3c4-dirty must sort after 0.1.0.
debian=$(echo "$version" | sed 's/-dirty/.dirty/; s/-/+g/')

if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh >/dev/null; then
	echo "dpkg-buildpackage or dh was not found (Debian: dpkg-dev, debhelper)" >&2
	exit 1
fi
rm -rf "$build/deb"
source=$build/deb/gpubench-$debian
packaging/stage.sh "$version" "$source"
cp -a packaging/debian "$source"
cat >"$source/debian/changelog" <<-END
	gpubench ($debian) unstable; urgency=medium

	  * Built from $version.

	 -- gpubench <gpubench@localhost.localdomain>  $(date --utc --reference=VERSION '+%a, %d %b %Y %H:%M:%S +0000')
END
# The outer build's settings, which make would pass down, do not apply here.
if ! (cd "$source" && env -u MAKEFLAGS -u MAKELEVEL -u CI dpkg-buildpackage --build=binary --unsigned-changes \
		--unsigned-buildinfo) \
	>"$build/deb/log" 2>&1; then
	tail -n 30 "$build/deb/log" >&2
	exit 1
fi
mv "$build"/deb/gpubench_*.deb "$build"
