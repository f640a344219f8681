#!/bin/sh
# install.sh: checks that `make install` installs what it should and nothing else, that everything works when installed,
# and that `make uninstall` leaves files that others have added.
set -eu
build=${1:-build}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Folders of users may contain spaces and quotes.
root="$folder/a root" opt="/opt/gpu's bench"
prefix=$root$opt
run() {
	make "$1" BUILD="$build" DESTDIR="$root" PREFIX="$opt"
}
files() {
	(cd "$prefix" && find . -type f -printf '%m %P\n' | sort)
}

run install
{
	printf '755 bin/%s\n' gpubench gpubench-profile
	for bench in $(make -s print-GPUBENCH_BENCHES); do
		echo "644 lib/gpubench/plugins/$(basename "$bench").so"
	done
	echo "644 lib/gpubench/libgpubench_inject.so"
	for models in bench/*/*.model.c; do
		echo "644 lib/gpubench/plugins/$(basename "$models" .c)"
	done
	for picture in bench/*/*.plot bench/*/*.gp; do
		[ ! -e "$picture" ] || echo "644 lib/gpubench/plugins/$(basename "$picture")"
	done
	for example in examples/*/*.cu; do
		echo "644 share/doc/gpubench/$example"
	done
	for page in README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*.ipynb docs/cluster/*; do
		echo "644 share/doc/gpubench/$page"
	done
	# The files that authors of plug-ins need.
	for script in plots/*.gp tests/shared/*.py tests/shared/*.awk bench/common/*.h \
			tests/plugins/skeleton/skeleton.* tests/plugins/start/start.cu; do
		echo "644 share/gpubench/${script#tests/}"
	done | sed 's#/plugins/#/#; s#/bench/#/#'
	for script in audit code_reader disassembler expectations instruction; do
		echo "644 share/gpubench/audit/$script.py"
	done
	sed -n 's/^\t\.word = "\(.*\)",/\1/p' harness/commands/cli/command_*.c | grep -vx run |
		while read -r command; do
		echo "644 share/man/man1/gpubench-$command.1"
	done
	for template in harness/reading/export/templates/*; do
		echo "644 share/gpubench/templates/$(basename "$template")"
	done
	for reference in results/reference/*.csv; do
		[ ! -e "$reference" ] || echo "644 share/gpubench/reference/$(basename "$reference")"
	done
	sed 's/^/644 /' <<-END
		include/gpubench.h
		include/gpubench_counted.h
		include/gpubench_declared.h
		include/gpubench_emulate.h
		include/gpubench_libc.h
		include/gpubench_model.h
		include/gpubench_peaks.h
		include/gpubench_report.h
		include/gpubench_tensor.h
		lib/pkgconfig/gpubench.pc
		share/bash-completion/completions/gpubench
		share/doc/gpubench/LICENSE
		share/doc/gpubench/licenses/chartjs.LICENSE
		share/fish/vendor_completions.d/gpubench.fish
		share/gpubench/audit/disasm-sm70.txt
		share/gpubench/audit/disasm.txt
		share/gpubench/gpu/audit_counters.py
		share/gpubench/gpu/counters.py
		share/gpubench/gpu/sanitize.sh
		share/gpubench/gpubench.mk
		share/gpubench/new.sh
		share/gpubench/plots/kinds.h
		share/gpubench/plots/panel_settings.h
		share/man/man1/gpubench.1
		share/zsh/site-functions/_gpubench
	END
} | sort >"$folder/expected"
files | diff "$folder/expected" -

# Links in the pages must lead to installed files.
ci/pages.sh "$prefix/share/doc/gpubench"

# The program, its plug-ins and its scripts must run from another folder, without those of the tree.
cd /
PATH=$prefix/bin:$PATH
export PATH
gpubench --list >"$folder/list"
[ "$(wc -l <"$folder/list")" -eq "$(grep -c '/plugins/.*\.so$' "$folder/expected")" ]
# The same points are verified as in the tree, of six benchmarks that the commit chooses.
chosen=$(cut -d ' ' -f 1 "$folder/list" | grep -vx gemm | xargs "$OLDPWD/tests/shared/sample_by_commit.py" 6 |
	sed 's/[^ ]*/-b &/g')
# shellcheck disable=SC2086 # words
gpubench --dry-run $chosen | sed 's/: dry run of .*//' >"$folder/dry"
[ "$(grep -c ': ok: .* verified' "$folder/dry")" -eq 6 ]
# shellcheck disable=SC2086 # words
(cd "$OLDPWD" && "$build/gpubench" --dry-run $chosen) | sed 's/: dry run of .*//' | diff - "$folder/dry"
printf 'name,flop,byte,seconds\nsaxpy,2,12,1e-9\n' >"$folder/kernels.csv"
gpubench plot roofline "$OLDPWD/results/h200-sxm/all.csv" --kernels "$folder/kernels.csv" -o "$folder/roofline.svg"
grep -q '</svg>' "$folder/roofline.svg"
gpubench plot | grep -q '^bank '
gpubench plot bank "$OLDPWD/results/h200-sxm/all.csv" -o "$folder/bank.svg"
grep -q '</svg>' "$folder/bank.svg"

# The manual page lists this build's benchmarks, and man finds the page.
cut -d ' ' -f 1 "$folder/list" | while read -r name; do
	grep -qxF "\\fB$name\\fR" "$prefix/share/man/man1/gpubench.1" ||
		{ echo "not in the manual page: $name"; exit 1; }
done
if command -v man >/dev/null && command -v groff >/dev/null; then
	MANPATH=$prefix/share/man man gpubench | grep -q 'EXIT STATUS'
	MANPATH=$prefix/share/man man gpubench-compare | grep -q -- '--baseline'
else
	echo "skipped: man or groff is not installed, the manual page is not shown"
fi

# bash-completion reads a file with the program's name.
bash --norc -c '. "$1/share/bash-completion/completions/gpubench" && complete -p gpubench &&
	COMP_WORDS=(gpubench -b dra) COMP_CWORD=2 COMP_LINE="gpubench -b dra" COMP_POINT=15 &&
	_gpubench gpubench dra -b && [[ ${COMPREPLY[*]} == dram ]]' bash "$prefix"

# A foreign plug-in stays, with the folders that contain it. A second uninstall finds nothing to do.
cd "$OLDPWD"
touch "$prefix/lib/gpubench/plugins/mine.so" "$prefix/bin/other"
run uninstall
printf '%s\n' "644 bin/other" "644 lib/gpubench/plugins/mine.so" >"$folder/expected"
files | diff "$folder/expected" -
[ ! -e "$prefix/share/gpubench" ] && [ ! -e "$prefix/share/doc/gpubench" ]
rm "$prefix/lib/gpubench/plugins/mine.so" "$prefix/bin/other"
run uninstall
[ -z "$(find "$prefix" -type f)" ] && [ ! -e "$prefix/lib/gpubench" ]

# LIBDIR receives the plug-ins and gpubench.pc, and nothing else. The program and pkg-config find them there, even after
# everything has been moved.
multiarch() {
	make "$1" BUILD="$build" DESTDIR="$root" PREFIX=/usr LIBDIR=/usr/lib/some-linux-gnu
}
multiarch install
[ "$(ls "$root/usr/lib")" = some-linux-gnu ]
[ -e "$root/usr/lib/some-linux-gnu/pkgconfig/gpubench.pc" ]
mv "$root/usr" "$folder/moved"
env -u GPUBENCH_PLUGIN_PATH "$folder/moved/bin/gpubench" --list | diff "$folder/list" -
(: | "$folder/moved/bin/gpubench" ab --from - 2>&1) | grep -q 'no run in it'
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH="$folder/moved/lib/some-linux-gnu/pkgconfig"
	[ -e "$(pkg-config --variable=plugindir gpubench)/dram.so" ]
	[ -e "$(pkg-config --variable=makefile gpubench)" ]
fi
mv "$folder/moved" "$root/usr"
multiarch uninstall
[ -z "$(find "$root/usr" -type f)" ] && [ ! -e "$root/usr/lib/some-linux-gnu/gpubench" ]
if make all BUILD="$build" PREFIX=/usr LIBDIR=/opt/lib 2>"$folder/log"; then
	echo "a LIBDIR outside of PREFIX was taken"
	exit 1
fi
grep -q 'LIBDIR=/opt/lib is not under PREFIX=/usr' "$folder/log"
# Restore the default build for the other checks.
make all BUILD="$build"
