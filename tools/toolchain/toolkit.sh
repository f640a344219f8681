#!/bin/sh
# toolkit.sh [newest|12.9|11.8]: makes a CUDA Toolkit from packages, completely or not at all. No root is needed.
#   (none)  nvcc 13 of tools/toolchain/pins/toolkit.txt from PyPI, in .toolkit
#   newest  the same from tools/toolchain/pins/toolkit-newest.txt, in .toolkit-newest
#   12.9    NVRTC 12.9 of tools/toolchain/pins/toolkit-12.9.txt from PyPI, with tools/nvrtc/nvcc.py as nvcc, in
#           .toolkit-12.9
#   11.8    nvcc 11.8 from Debian 12's non-free (860 MB), in .toolkit-11.8
set -eu
cd "$(dirname "$0")/../.."

tree=.toolkit${1:+-$1}
new=$tree.new

# pypi REQUIREMENTS: installs the packages under $new/nvidia.
pypi() {
	python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps \
		--only-binary=:all: \
		--require-hashes -r "$1" --target "$new"
}

# works NVCC: fails if nvcc does not compile.
works() {
	echo '__global__ void kernel() {}' >"$new/try.cu"
	"$1" -fatbin -gencode arch=compute_80,code=sm_80 -allow-unsupported-compiler -o "$new/try.fatbin" "$new/try.cu"
	rm "$new"/try.*
}

# ---- 13 --------------------------------------------------------------------------------------------------------------

make_13() {
	pypi tools/toolchain/pins/toolkit.txt
	works "$(echo "$PWD/$new"/nvidia/cu*/bin/nvcc)"
}

# The folder of PyPI's packages names the major version, which may change.
make_newest() {
	cp tools/toolchain/pins/toolkit-newest.txt "$new/requirements.txt"
	pypi "$new/requirements.txt"
	mv "$new"/nvidia/cu*/* "$new"
	rm -r "$new/nvidia"
	works "$new/bin/nvcc"
}

# ---- 12.9 ------------------------------------------------------------------------------------------------------------

requirements_12_9() {
	cat tools/toolchain/pins/toolkit-12.9.txt
	sed -n '/^nvidia-cuda-nvcc==/,/[^\\]$/p; /^nvidia-cuda-crt==/,/[^\\]$/p' tools/toolchain/pins/toolkit.txt
}

make_12_9() {
	requirements_12_9 >"$new/requirements.txt"
	pypi "$new/requirements.txt"
	mkdir -p "$new/bin" "$new/lib64"
	mv "$new"/nvidia/cuda_runtime/include "$new"
	mkdir "$new/include/crt"
	mv "$new"/nvidia/cu13/include/crt/host_defines.h "$new/include/crt"
	mv "$new"/nvidia/cuda_runtime/lib/libcudart_static.a "$new"/nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
		"$new"/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9 "$new/lib64"
	mv "$new"/nvidia/cu13/bin/fatbinary "$new/bin"
	mv "$new"/nvidia_cuda_nvrtc_cu12-*.dist-info/licenses/License.txt "$new/EULA.txt"
	rm -r "$new"/nvidia "$new"/nvidia_*
	chmod +x "$new/bin/fatbinary"
	install -m 755 tools/nvrtc/nvcc.py "$new/bin/nvcc"
	works "$new/bin/nvcc"
}

# ---- 11.8 ------------------------------------------------------------------------------------------------------------

# apt WORD...: apt-get for Debian's non-free only, with package lists of its own.
apt() {
	apt-get -qq -o Dir::Etc::sourcelist="$here/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache" -o APT::Sandbox::User=root "$@"
}

make_11_8() {
	mkdir -p "$new/lists/partial" "$new/cache/archives/partial" "$new/root" "$new/bin" "$new/nvvm/bin" "$new/lib64"
	here=$PWD/$new
	# The source of this machine's own Debian packages.
	# shellcheck disable=SC2016
	from=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
		'Codename: bookworm' |
		sort -u | head -n 1)
	if [ -z "$from" ]; then
		echo "CUDA 11.8 is a package of Debian 12, and this is another system" >&2
		return 1
	fi
	echo "deb $from bookworm non-free" >"$new/sources.list"
	apt update
	(cd "$new/root" && apt download nvidia-cuda-toolkit nvidia-cuda-dev)
	for deb in "$new"/root/*.deb; do
		dpkg-deb -x "$deb" "$new/root"
	done
	root=$new/root/usr
	for tool in bin2c cudafe++ cuobjdump fatbinary nvdisasm nvlink ptxas; do
		mv "$root/bin/$tool" "$new/bin"
	done
	mv "$root"/lib/nvidia-cuda-toolkit/bin/nvcc "$root"/lib/nvidia-cuda-toolkit/bin/crt "$new/bin"
	mv "$root"/lib/nvidia-cuda-toolkit/bin/cicc "$new/nvvm/bin"
	mv "$root"/lib/nvidia-cuda-toolkit/libdevice "$new/nvvm"
	mv "$root"/lib/*-linux-gnu/libcudart_static.a "$new/lib64"
	mv "$root/include" "$new"
	# Debian's file names Debian's folders.
	cat >"$new/bin/nvcc.profile" <<-'END'
		TOP = $(_HERE_)/..
		NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
		PATH += $(TOP)/nvvm/bin:$(_HERE_):
		INCLUDES += "-I$(TOP)/include" $(_SPACE_)
	END
	rm -r "$new/root" "$new/lists" "$new/cache" "$new/sources.list"
	works "$new/bin/nvcc"
}

# ----------------------------------------------------------------------------------------------------------------------

case ${1-} in
12.9)
	if [ -e "$tree/bin/fatbinary" ] && requirements_12_9 | cmp -s - "$tree/requirements.txt"; then
		install -m 755 tools/nvrtc/nvcc.py "$tree/bin/nvcc"
		exit
	fi
	make=make_12_9
	;;
11.8)
	[ ! -e "$tree/bin/nvcc" ] || exit 0
	make=make_11_8
	;;
newest)
	! cmp -s tools/toolchain/pins/toolkit-newest.txt "$tree/requirements.txt" || exit 0
	make=make_newest
	;;
*) make=make_13 ;;
esac
if [ $make != make_11_8 ] && ! python3 -m pip --version >/dev/null 2>&1; then
	echo "python3 with pip is needed to install a CUDA Toolkit from PyPI (Debian's python3-pip)" >&2
	exit 1
fi
rm -rf "$new"
mkdir "$new"
trap 'rm -rf "$new"' EXIT
$make
# Other files there, such as disassemblers, are kept.
[ ! -d "$tree/disasm" ] || mv "$tree/disasm" "$new"
rm -rf "$tree"
mv "$new" "$tree"
