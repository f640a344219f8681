#!/bin/bash
# packages.sh BUILD: checks `make deb` and `make rpm` without kernels: lintian and rpmlint must accept the packages,
# dependencies must be complete, and the contents must run.
set -u
build=$1
. ci/has.sh
# runs ROOT: the program installed there must run with its own plug-ins.
runs() {
	(cd / && env -u GPUBENCH_PLUGIN_PATH "$1/usr/bin/gpubench" --list | grep -w host_fma) &&
		(: | "$1/usr/bin/gpubench" ab --from - 2>&1) | grep 'no run in it' &&
		ls "$1"/usr/share/man/man1/gpubench.1*
}
glibc_needed() {
	objdump -T "$1"/usr/bin/gpubench* | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -uV | tail -n 1
}

rm -f "$build"/gpubench_*.deb "$build"/gpubench-*.rpm
has "make deb" make deb CUDA_HOME=none BUILD="$build"
deb=$(echo "$build"/gpubench_*.deb)
# The project has no e-mail address.
has "lintian" lintian --allow-root --fail-on error,warning \
	--suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$deb"
has "the files of the deb" dpkg-deb --extract "$deb" "$folder/deb"
has "the program of the deb" runs "$folder/deb"
has "plug-ins by architecture" test -e "$folder/deb/usr/lib/$(cc -print-multiarch)/gpubench/plugins/host_fma.so"
has "libraries of Debian" bash -c "dpkg-deb --field '$deb' Depends | grep libhwloc15"

# Uses the flags of the bundle, which ccache has already compiled.
has "make rpm" env WERROR=1 make rpm CUDA_HOME=none BUILD="$build"
rpm=$(echo "$build"/gpubench-*.rpm)
has "rpmlint" rpmlint --config packaging/rpmlint.toml "$rpm"
mkdir "$folder/rpm"
has "the files of the rpm" bash -c "rpm2cpio '$rpm' | (cd '$folder/rpm' && cpio --quiet -id)"
has "the program of the rpm" runs "$folder/rpm"
has "one licence" bash -c "[ \$(find '$folder/rpm' -name 'LICENSE*' | wc -l) -eq 1 ]"
has "the licence of Chart.js" \
	bash -c "[ \$(find '$folder/rpm/usr/share/licenses' -name chartjs.LICENSE | wc -l) -eq 1 ]"
has "glibc 2.28" bash -c "printf '%s\n' '$(glibc_needed "$folder/rpm")' 2.28 | sort -CV"
# Only glibc, and what every RPM requires from rpm itself.
has "no other library" bash \
	-c \
	"! rpm -qp --requires '$rpm' | grep -vE '^(lib(c|m|dl|pthread|rt)|ld-linux.*)\.so|^rpmlib|^rtld|^/(usr/)?bin/'"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
