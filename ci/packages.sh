#!/bin/bash
# packages.sh BUILD: checks `make deb` or `make rpm` without kernels, as the commit chooses: lintian or rpmlint accepts
# the package, dependencies are complete, and the contents run.
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
case $(tests/shared/sample_by_commit.py 1 deb rpm) in
deb)
	echo "left to other commits: make rpm"
	has "make deb" make deb CUDA_HOME=none BUILD="$build"
	deb=$(echo "$build"/gpubench_*.deb)
	# The project has no e-mail address.
	has "lintian" lintian --allow-root --fail-on error,warning \
		--suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$deb"
	has "the files of the deb" dpkg-deb --extract "$deb" "$folder/deb"
	has "the program of the deb" runs "$folder/deb"
	has "plug-ins by architecture" test -e "$folder/deb/usr/lib/$(cc -print-multiarch)/gpubench/plugins/host_fma.so"
	has "libraries of Debian" bash -c "dpkg-deb --field '$deb' Depends | grep libhwloc15"
	;;
rpm)
	echo "left to other commits: make deb"
	# The flags of the bundle, which ccache has already compiled.
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
	# Only glibc, and what an RPM requires of rpm itself.
	has "no other library" bash -c "! rpm -qp --requires '$rpm' |
		grep -vE '^(lib(c|m|dl|pthread|rt)|ld-linux.*)\.so|^rpmlib|^rtld|^/(usr/)?bin/'"
	;;
esac

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
