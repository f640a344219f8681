#!/bin/sh
# install.sh install|uninstall PREFIX LIBDIR BUILD VERSION PLUGIN...: installs the program of BUILD, the tree's files
# for users, and these plug-ins with their pictures; or removes exactly these files. LIBDIR is relative to PREFIX.
# EMULATOR runs programs of another machine. `make install` and `make uninstall` call it.
set -eu
what=$1 prefix=$2 libdir=$3 build=$4 version=$5
shift 5

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
ours=
# put FOLDER FILE...
put() {
	folder=$1
	shift
	if [ "$what" = install ]; then
		mode=644
		[ "$folder" != bin ] || mode=755
		install -d "$prefix/$folder"
		install -m $mode "$@" "$prefix/$folder"
		return
	fi
	for file; do
		rm -f "$prefix/$folder/${file##*/}"
	done
	case $folder in */gpubench*) ours="$ours $folder" ;; esac
}

# put_output FOLDER NAME COMMAND...: installs the output of the command as NAME.
put_output() {
	to=$1 file=$made/$2
	shift 2
	[ "$what" = uninstall ] || "$@" >"$file"
	put "$to" "$file"
}

put bin "$build/installed/gpubench" "$build/installed/gpubench-profile"
put include harness/gpubench*.h
put "$libdir/gpubench/plugins" "$@"
put "$libdir/gpubench" "$build/libgpubench_inject.so"
# The file contains the folder of this architecture's plug-ins, so share/pkgconfig is not the place for it.
put_output "$libdir/pkgconfig" gpubench.pc sed "s/@version@/$version/; s,@libdir@,$libdir,
	s,@to_prefix@,$(echo "$libdir/pkgconfig" | sed 's,[^/][^/]*,..,g')," harness/gpubench.pc.in
# Each shell has its own name for this file.
put_output share/bash-completion/completions gpubench cat harness/commands/options/gpubench.bash
put_output share/zsh/site-functions _gpubench cat harness/commands/options/gpubench.zsh
put share/fish/vendor_completions.d harness/commands/options/gpubench.fish
# The benchmarks in the page are those of this build; each command has a page of its own.
# shellcheck disable=SC2086 # a command or nothing
put_output share/man/man1 gpubench.1 env -u GPUBENCH_PLUGIN_PATH ${EMULATOR-} "$build/gpubench" --man
sed -n 's/^\t\.word = "\(.*\)",/\1/p' harness/commands/cli/command_*.c | grep -vx run | while read -r command; do
	# shellcheck disable=SC2086
	put_output share/man/man1 "gpubench-$command.1" env -u GPUBENCH_PLUGIN_PATH ${EMULATOR-} "$build/gpubench" \
		"--man=$command"
done
put_output share/doc/gpubench README.md tools/installed-page.sh README.md
put share/doc/gpubench CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE
for page in docs/*.md; do
	put_output share/doc/gpubench/docs "${page#docs/}" tools/installed-page.sh "$page"
done
put share/doc/gpubench/docs docs/*.ipynb
put share/doc/gpubench/docs/cluster docs/cluster/*
for example in examples/*; do
	put "share/doc/gpubench/$example" "$example"/*
done
ours="$ours share/doc/gpubench/examples"
put share/doc/gpubench/licenses third_party/chartjs/chartjs.LICENSE
put share/gpubench harness/gpubench.mk tools/new.sh
put share/gpubench/audit tests/audit/audit.py tests/audit/code_reader.py tests/audit/disassembler.py \
	tests/audit/expectations.py tests/audit/instruction.py tests/audit/disasm*.txt
put share/gpubench/common bench/common/*.h
put share/gpubench/gpu tests/gpu/audit_counters.py tests/gpu/counters.py tests/gpu/sanitize.sh
put share/gpubench/plots plots/*.gp harness/reading/plot/kinds.h harness/reading/plot/panel_settings.h
put share/gpubench/reference results/reference/*.csv
put share/gpubench/shared tests/shared/*.py tests/shared/*.awk
put share/gpubench/skeleton tests/plugins/skeleton/skeleton.*
put share/gpubench/start tests/plugins/start/start.cu
put share/gpubench/templates harness/reading/export/templates/*

# Remove our own folders, the innermost first, unless others have put something there.
# shellcheck disable=SC2086 # a list
for folder in $(printf '%s\n' $ours | sort -ru); do
	[ ! -d "$prefix/$folder" ] || rmdir --ignore-fail-on-non-empty "$prefix/$folder"
done
