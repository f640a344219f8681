#!/usr/bin/env bash
# disasm.sh ARCH: prints the full path of a folder with a cuobjdump and an nvdisasm that read machine code of sm_ARCH:
# the toolkit's, else those from PyPI, fetched once into .toolkit/disasm. Exit status 77, with one line that says why,
# if there is none.
set -uo pipefail
here=$(dirname "$0")
arch=$1
fetched=${DISASM:-.toolkit/disasm}

# reads FOLDER: nvdisasm's help lists the architectures that it knows.
reads() {
	local help
	[ -x "$1/nvdisasm" ] && [ -x "$1/cuobjdump" ] || return 1
	# Not through a pipe to grep -q, which would end nvdisasm by a signal.
	help=$("$1/nvdisasm" --help 2>/dev/null)
	[[ $help == *"'SM$arch'"* ]]
}

# find_here: the first that is here already.
find_here() {
	local folder
	for folder in "$(dirname "$(command -v nvdisasm || echo /none/)")" "${CUDA_HOME:-/usr/local/cuda}/bin" \
		/usr/local/cuda/bin .toolkit/nvidia/cu*/bin "$fetched"/*/nvidia/cu*/bin "$fetched"/*/bin; do
		if reads "$folder"; then
			realpath "$folder"
			return 0
		fi
	done
	return 1
}

pip() {
	python3 -m pip "$1" --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps --only-binary=:all: \
		--require-hashes "${@:2}"
}

fetch_current() {
	pip install -r "$here/disasm.txt" --target "$new" && chmod +x "$new"/nvidia/cu*/bin/*
}

fetch_sm70() {
	pip download -r "$here/disasm-sm70.txt" --dest "$new" --python-version 3.11 --implementation cp --abi cp311 \
		--platform manylinux2014_x86_64 || return 1
	python3 -c '
import sys, zipfile
for name in "nvdisasm", "cuobjdump":
    with zipfile.ZipFile(sys.argv[1]) as wheel, open(f"{sys.argv[2]}/{name}", "wb") as out:
        out.write(wheel.read(f"triton/backends/nvidia/bin/{name}"))
' "$new"/triton-*.whl "$new/bin" && chmod +x "$new"/bin/* && rm "$new"/triton-*.whl
}

# fetch WHAT: into a folder of its own, whole or not at all. Another process may do the same.
fetch() {
	mkdir -p "$new/bin" || return 1
	case $1 in
	current) fetch_current ;;
	sm70) fetch_sm70 ;;
	esac || return 1
	find_here >/dev/null || { chmod 755 "$new" && rm -rf "${fetched:?}/$1" && mv -T "$new" "$fetched/$1"; }
}

find_here && exit
what=current
[[ ! ${arch%[a-z]} -lt 75 ]] || what=sm70
mkdir -p "$fetched"
new=$(mktemp -d "$fetched/.new.XXXXXX") || exit 77
trap 'rm -rf "$new"' EXIT
if fetch "$what" >"$fetched/log" 2>&1 && find_here; then
	exit
fi
echo "audit: no nvdisasm that reads sm_$arch, neither in a CUDA Toolkit nor from PyPI" \
	"($(grep -m 1 -iE 'error|could not|no module' "$fetched/log" | cut -c 1-150))" >&2
exit 77
