#!/bin/sh
# sysroot.sh [MACHINE]: makes .toolkit-glibc, a sysroot of glibc 2.28 with the libraries that the program needs as
# archives. A program built against it with this machine's compiler (`make bundle`) runs on every Linux since RHEL 8,
# SLES 15 and Debian 10. For another MACHINE (aarch64) it is .toolkit-glibc-MACHINE, used with Debian's compiler for
# that machine.
#   - Headers, start-up objects and stubs of glibc's libraries, with the symbol versions of 2.28, come from the package
#     ziglang on PyPI (tools/toolchain/pins/sysroot.txt).
#   - libjansson, libcsv, libseccomp, libsqlite3 and libz are Debian's archives; hwloc is built, as Debian's archive
#   needs libudev.
#   - For tests there is libcmocka, and for another MACHINE, in run/, the C library with which its programs
#   run under qemu.
# No root is needed, and apt's state on this machine is not changed. The sysroot is made completely or not at all.
set -eu
cd "$(dirname "$0")/../.."

glibc=2.28
host=$(uname -m)
machine=${1:-$host}
case $machine in
x86_64) debian=amd64 kernel=x86 loader=ld-linux-x86-64.so.2 ;; # zig calls 64-bit Intel's kernel headers x86
aarch64) debian=arm64 kernel=aarch64 loader=ld-linux-aarch64.so.1 ;;
*) echo "sysroot.sh: '$machine' is not a machine: x86_64 or aarch64" >&2 && exit 1 ;;
esac
compiler=cc tree=.toolkit-glibc run=
[ "$machine" = "$host" ] || compiler=$machine-linux-gnu-gcc tree=$tree-$machine run=libc6
new=$tree.new
archives="libjansson.a libcsv.a libseccomp.a libsqlite3.a libz.a"
headers="jansson.h jansson_config.h csv.h seccomp.h seccomp-syscalls.h sqlite3.h zlib.h zconf.h cmocka.h"

[ ! -e "$tree/done" ] || ! cmp -s tools/toolchain/sysroot.sh "$tree/done" || exit 0
if ! command -v "$compiler" >/dev/null; then
	echo "$compiler was not found (Debian: gcc-$(echo "$machine" | tr _ -)-linux-gnu)" >&2
	exit 1
fi

rm -rf "$new"
mkdir -p "$new/usr/include" "$new/usr/lib" "$new/doc"
trap 'rm -rf "$new"' EXIT

# ---- glibc -----------------------------------------------------------------------------------------------------------

python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 60 --no-deps --only-binary=:all: \
	--require-hashes \
	-r tools/toolchain/pins/sysroot.txt --target "$new/zig"
include=$new/zig/ziglang/lib/libc/include
for from in any-linux-any "$kernel-linux-any" generic-glibc "$kernel-linux-gnu"; do
	cp -r "$include/$from/." "$new/usr/include"
done
# zig passes this number to its own compiler.
sed -i "s/^#define\t__GLIBC__\t2\$/&\n#define\t__GLIBC_MINOR__\t${glibc#2.}/" "$new/usr/include/features.h"
grep -q '__GLIBC_MINOR__.*28$' "$new/usr/include/features.h"

# zig creates the stubs when it links for the first time.
echo 'int main(void) { return 0; }' >"$new/try.c"
"$new/zig/ziglang/zig" build-exe -target "$machine-linux-gnu.$glibc" -fPIE -lc "$new/try.c" -femit-bin="$new/try" \
	--cache-dir "$new/cache" --global-cache-dir "$new/cache"
cp "$new"/cache/o/*/lib*.so.? "$new"/cache/o/*/libc_nonshared.a "$new"/cache/o/*/Scrt1.o "$new/usr/lib"
for stub in m.so.6 pthread.so.0 dl.so.2 rt.so.1 util.so.1; do
	ln -s "lib$stub" "$new/usr/lib/lib${stub%.?}"
done
mv "$new/usr/lib/libld.so.2" "$new/usr/lib/$loader"
echo "GROUP ( libc.so.6 libc_nonshared.a AS_NEEDED ( $loader ) )" >"$new/usr/lib/libc.so"
rm -r "$new/zig" "$new/cache" "$new"/try*

# ---- libraries -------------------------------------------------------------------------------------------------------

# Debian's packages for that machine, with separate package lists: most machines have no lists of sources.
mkdir -p "$new/debian/lists/partial" "$new/debian/cache/archives/partial" "$new/debian/root" "$new/debian/hwloc"
here=$PWD/$new/debian
# shellcheck disable=SC2016
apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' \
	'Component: main' |
	sort -u | sed 'h; s/^/deb /; p; g; s/^/deb-src /' >"$here/sources.list"
apt() {
	apt-get -qq -o APT::Architecture="$debian" -o APT::Architectures="$debian" -o Dir::State::status=/dev/null \
		-o Dir::Etc::sourcelist="$here/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache" -o APT::Sandbox::User=root "$@"
}
apt update
# shellcheck disable=SC2086 # a package or none
(cd "$here" && apt download libjansson-dev libcsv-dev libseccomp-dev libsqlite3-dev zlib1g-dev libhwloc-dev \
	libcmocka-dev libcmocka0 libc6-dev $run)
for package in "$here"/*.deb; do
	dpkg-deb -x "$package" "$here/root"
done
lib=$here/root/usr/lib/$machine-linux-gnu
for archive in $archives; do
	cp "$lib/$archive" "$new/usr/lib"
done
# The frame of _init has not changed in years.
cp "$lib/crti.o" "$lib/crtn.o" "$lib/libcmocka.so.0" "$new/usr/lib"
ln -s libcmocka.so.0 "$new/usr/lib/libcmocka.so"
for header in $headers; do
	cp "$(find "$here/root/usr/include" -name "$header")" "$new/usr/include"
done
for package in jansson csv seccomp sqlite3 hwloc; do
	cp "$here/root/usr/share/doc/lib$package-dev/copyright" "$new/doc/lib$package"
done
cp "$here/root/usr/share/doc/zlib1g-dev/copyright" "$new/doc/libz"
if [ -n "$run" ]; then
	mkdir "$new/run"
	mv "$here/root/lib" "$new/run"
	cp "$lib/libcmocka.so.0" "$new/run/lib/$machine-linux-gnu"
fi

(cd "$here/hwloc" && apt source --download-only hwloc && tar -xf hwloc_*.orig.tar.* --strip-components 1)
# For PCI it reads from the kernel, without libpciaccess.
(
	cd "$here/hwloc"
	PKG_CONFIG=false ac_cv_header_pciaccess_h=no ./configure --host="$machine-linux-gnu" --quiet --prefix=/usr \
		CC="$compiler --sysroot=$here/.. -B$here/../usr/lib -L$here/../usr/lib" --disable-shared \
		--enable-static \
		--disable-plugins --disable-libxml2 --disable-cairo --disable-opencl --disable-cuda --disable-nvml \
		--disable-rsmi \
		--disable-levelzero --disable-gl --disable-libudev --disable-doxygen --without-x
	for part in include hwloc; do
		make --quiet -j"$(nproc)" -C $part install DESTDIR="$here/.."
	done
) >"$new.log" 2>&1 || { tail -n 20 "$new.log" >&2; exit 1; }
rm -rf "$new.log" "$new/debian" "$new/usr/lib/pkgconfig" "$new"/usr/lib/*.la "${new:?}/usr/share"
[ -e "$new/usr/lib/libhwloc.a" ]

cp tools/toolchain/sysroot.sh "$new/done"
rm -rf "$tree"
mv "$new" "$tree"
