#!/bin/sh
# bundle-libs.sh FOLDER: put the shared libraries that FOLDER's programs need into FOLDER/lib, with their licences.
# Not those of glibc, which come with every system and must match its loader.
set -eu

ldd "$1"/bin/gpubench "$1"/lib/gpubench/plugins/*.so | awk '$2 == "=>" { print $3 }' | sort -u |
while read -r library; do
	case ${library##*/} in
	libc.so.* | libm.so.* | libpthread.so.* | libdl.so.* | librt.so.* | ld-linux*) continue ;;
	esac
	cp -L "$library" "$1/lib/"
	package=$(dpkg-query -S "$(realpath "$library")" 2>/dev/null | sed 's/:.*//' || true)
	if [ -n "$package" ]; then
		mkdir -p "$1/share/doc/gpubench/licenses"
		cp -L "/usr/share/doc/$package/copyright" "$1/share/doc/gpubench/licenses/$package"
	fi
done
