#!/bin/sh
# sysroot.sh: makes .toolkit-glibc, a sysroot of glibc 2.28 with the libraries that the program needs as archives. What is built
# with this machine's compiler against it (`make bundle`) starts on every Linux since RHEL 8, SLES 15 and Debian 10.
#   - Headers, the start of a program and stubs of glibc's libraries, with the symbol versions of 2.28, come from the package
#     ziglang on PyPI (ci/sysroot.txt).
#   - libjansson, libcsv, libseccomp, libsqlite3 and libz are Debian's archives, hwloc its source: its archive wants libudev.
# No root is needed. Whole or not at all.
set -eu
cd "$(dirname "$0")/.."

glibc=2.28
tree=.toolkit-glibc
new=$tree.new
machine=$(uname -m)
multiarch=$(cc -print-multiarch)
archives="libjansson.a libcsv.a libseccomp.a libsqlite3.a libz.a"
headers="jansson.h jansson_config.h csv.h seccomp.h seccomp-syscalls.h sqlite3.h zlib.h zconf.h"

[ ! -e "$tree/done" ] || ! cmp -s ci/sysroot.sh "$tree/done" || exit 0

rm -rf "$new"
mkdir -p "$new/usr/include" "$new/usr/lib" "$new/doc"
trap 'rm -rf "$new"' EXIT

# ---- glibc -----------------------------------------------------------------------------------------------------------

python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 60 --no-deps --only-binary=:all: --require-hashes \
	-r ci/sysroot.txt --target "$new/zig"
include=$new/zig/ziglang/lib/libc/include
# zig calls 64-bit Intel's kernel headers x86.
for from in any-linux-any "${machine%_64}-linux-any" generic-glibc "${machine%_64}-linux-gnu"; do
	cp -r "$include/$from/." "$new/usr/include"
done
# zig gives this number to its own compiler.
sed -i "s/^#define\t__GLIBC__\t2\$/&\n#define\t__GLIBC_MINOR__\t${glibc#2.}/" "$new/usr/include/features.h"
grep -q '__GLIBC_MINOR__.*28$' "$new/usr/include/features.h"

# It makes the stubs when it links for the first time.
echo 'int main(void) { return 0; }' >"$new/try.c"
"$new/zig/ziglang/zig" build-exe -target "$machine-linux-gnu.$glibc" -fPIE -lc "$new/try.c" -femit-bin="$new/try" \
	--cache-dir "$new/cache" --global-cache-dir "$new/cache"
cp "$new"/cache/o/*/lib*.so.? "$new"/cache/o/*/libc_nonshared.a "$new"/cache/o/*/Scrt1.o "$new/usr/lib"
# The frame of _init has not changed in ages.
for object in crti.o crtn.o; do
	cp "$(cc -print-file-name=$object)" "$new/usr/lib"
done
for stub in m.so.6 pthread.so.0 dl.so.2 rt.so.1 util.so.1; do
	ln -s "lib$stub" "$new/usr/lib/lib${stub%.?}"
done
case $machine in x86_64) loader=ld-linux-x86-64.so.2 ;; aarch64) loader=ld-linux-aarch64.so.1 ;; esac
mv "$new/usr/lib/libld.so.2" "$new/usr/lib/$loader"
echo "GROUP ( libc.so.6 libc_nonshared.a AS_NEEDED ( $loader ) )" >"$new/usr/lib/libc.so"
rm -r "$new/zig" "$new/cache" "$new"/try*

# ---- libraries -------------------------------------------------------------------------------------------------------

for archive in $archives; do
	cp "/usr/lib/$multiarch/$archive" "$new/usr/lib"
	package=$(dpkg-query -S "/usr/lib/$multiarch/$archive" | sed 's/:.*//')
	cp -L "/usr/share/doc/$package/copyright" "$new/doc/${archive%.a}"
done
printf '#include <%s>\n' jansson.h csv.h seccomp.h sqlite3.h zlib.h | cc -E - >"$new/included"
for header in $headers; do
	cp "$(sed -n "s,^# 1 \"\(/.*/$header\)\".*,\1,p" "$new/included" | head -n 1)" "$new/usr/include"
done
rm "$new/included"

# The sources of what apt has of hwloc here, with lists of their own: most machines have no source lists.
mkdir -p "$new/hwloc/lists/partial" "$new/hwloc/cache/archives/partial"
here=$PWD/$new/hwloc
# shellcheck disable=SC2016
apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' 'Component: main' |
	sort -u | sed 's/^/deb-src /' >"$here/sources.list"
apt() {
	apt-get -qq -o Dir::Etc::sourcelist="$here/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache" -o APT::Sandbox::User=root "$@"
}
apt update
(cd "$here" && apt source --download-only hwloc && tar -xf hwloc_*.orig.tar.* --strip-components 1)
cp -L /usr/share/doc/libhwloc-dev/copyright "$new/doc/libhwloc"
compiler="cc --sysroot=$PWD/$new -B$PWD/$new/usr/lib -L$PWD/$new/usr/lib"
# Of PCI it asks the kernel, without libpciaccess.
(
	cd "$here"
	PKG_CONFIG=false ac_cv_header_pciaccess_h=no ./configure CC="$compiler" --quiet --prefix=/usr --disable-shared --enable-static \
		--disable-plugins --disable-libxml2 --disable-cairo --disable-opencl --disable-cuda --disable-nvml --disable-rsmi \
		--disable-levelzero --disable-gl --disable-libudev --disable-doxygen --without-x
	for part in include hwloc; do
		make --quiet -j"$(nproc)" -C $part install DESTDIR="$PWD/.."
	done
) >"$new.log" 2>&1 || { tail -n 20 "$new.log" >&2; exit 1; }
rm -rf "$new.log" "$new/hwloc" "$new/usr/lib/pkgconfig" "$new"/usr/lib/*.la "${new:?}/usr/share"
[ -e "$new/usr/lib/libhwloc.a" ]

cp ci/sysroot.sh "$new/done"
rm -rf "$tree"
mv "$new" "$tree"
