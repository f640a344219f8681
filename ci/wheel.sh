#!/bin/bash
# wheel.sh BUILD [SETTING...]: checks `make wheel`: the wheel's tag and description, that a plain user who installs it
# gets a table with one command in less than 30 s, and that pip removes all installed files. With MACHINE=, for another
# machine: its module is imported here, and its program runs under qemu.
set -eu
build=$1
shift
begun=$(date +%s)

rm -f "$build"/gpubench_cuda-*.whl
make wheel BUILD="$build" "$@"
wheel=$(echo "$PWD/$build"/gpubench_cuda-*.whl)
machine=$(make -s print-machine BUILD="$build" "$@")
read -ra emulator <<<"$(make -s print-emulator BUILD="$build" "$@")"
. ci/has.sh
chmod 755 "$folder"

# The same files must yield the same wheel.
mkdir "$folder/again"
version=$(basename "$build"/bundle/*)
version=${version#gpubench-}
packaging/wheel.sh "$build"/bundle/* "${version%-linux-*}" "$folder/again"
has "two wheels are alike" cmp "$wheel" "$folder/again/${wheel##*/}"

python3 -m venv "$folder/tools"
"$folder/tools/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: auditwheel==6.8.2 \
	twine==7.0.0
tag=manylinux_2_28_$machine
has "the tag $tag" bash \
	-c "'$folder/tools/bin/auditwheel' show '$wheel' | tr '\n' ' ' | grep -E 'platform tag: +\"$tag\"'"
has "twine" "$folder/tools/bin/twine" check --strict "$wheel"

# unpack FOLDER: puts the files of the wheel where pip would. For a wheel of another machine, pip needs --target, which
# omits lib.
unpack() {
	python3 -m zipfile -e "$wheel" "$1"
	mv "$1"/*.data/scripts "$1/bin"
	mv "$1"/*.data/data/* "$1"
	chmod +x "$1"/bin/*
}

# The module of another machine's wheel is still Python, and finds a program that only the emulator runs.
foreign_checks() {
	local here=$folder/foreign
	has "pip takes it for $machine" python3 -m pip install --quiet --no-index --no-deps --only-binary=:all: \
		--platform "$tag" \
		--target "$folder/pip" "$wheel"
	has "its files" unpack "$here"
	has "the module" bash -c "cd / && PYTHONPATH='$here' python3 -c 'import gpubench; print(gpubench.program())' |
		grep -Fx '$here/bin/gpubench'"
	has "--version" bash -c "cd / && ${emulator[*]} '$here/bin/gpubench' --version | grep '^gpubench '"
	has "--list" bash -c "cd / && ${emulator[*]} '$here/bin/gpubench' --list | grep -w dram"
}

# As an unprivileged user if possible.
native_checks() {
	local user=() here started
	cp "$wheel" "$folder"
	if [ "$(id -u)" -eq 0 ]; then
		mkdir "$folder/home"
		chown 65534:65534 "$folder/home"
		user=(setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$folder/home")
	fi
	here=$folder/${user:+home/}env
	has "a virtual environment" "${user[@]}" python3 -m venv "$here"
	has "pip install" "${user[@]}" "$here/bin/python" -m pip install --no-index "$folder/${wheel##*/}"
	cd "$folder/${user:+home}"
	has "--list" "${user[@]}" bash -c "'$here/bin/gpubench' --list | grep -w dram"
	has "python -m gpubench" "${user[@]}" bash \
		-c "cd / && '$here/bin/python' -m gpubench --version | grep '^gpubench '"
	has "gpubench-profile" "${user[@]}" bash -c ": | '$here/bin/gpubench' ab --from - 2>&1 |
		grep 'no run in it'"
	has "the package" "${user[@]}" bash -c "cd / && '$here/bin/python' -c '
import gpubench
peaks = gpubench.peaks(reference=\"h200-sxm\")
print(gpubench.place(2 * 8192**3, 3 * 2 * 8192**2, 2e-3, \"bf16\", peaks=peaks))
print(gpubench.mfu(2 * 8192**3, 2e-3, \"bf16\", peaks=peaks))' | grep 'of tensor.bf16'"
	has "the manual page" test -e "$here/share/man/man1/gpubench.1"
	has "one licence" bash -c "[ \$(find '$here' -name LICENSE -size +9k -path '*gpubench*' | wc -l) -eq 1 ]"
	started=$(date +%s)
	has "a table" "${user[@]}" bash \
		-c "'$here/bin/gpubench' -b host_fma --quick --device host -o roofs.csv >table 2>&1; cat table
			grep -E '^ *fp32 ' table"
	cat "$folder/log"
	has "a table in less than 30 s" test $(($(date +%s) - started)) -lt 30
	has "pip uninstall" "${user[@]}" "$here/bin/python" -m pip uninstall --yes gpubench-cuda
	has "no file is left" bash -c "[ -z \"\$(find '$here' -path '*gpubench*' ! -type d)\" ]"
}

if [ ${#emulator[@]} -gt 0 ]; then foreign_checks; else native_checks; fi

echo "$(wc -c <"$wheel") bytes, $(($(date +%s) - begun)) s"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
