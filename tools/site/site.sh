#!/bin/sh
# site.sh BUILD: makes BUILD/site, static pages of docs, gallery, catalogue and results, with MkDocs
# (tools/toolchain/pins/site.txt), which it installs from PyPI into BUILD/site-tools. The pages can be read as files,
# without a server or a network. Exit status 77: MkDocs is not available.
set -eu
cd "$(dirname "$0")/../.."
build=$1 tools=$1/site-tools

if ! cmp -s tools/toolchain/pins/site.txt "$tools/requirements.txt"; then
	rm -rf "$tools"
	python3 -m venv "$tools"
	"$tools/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps \
		--only-binary=:all: \
		--require-hashes -r tools/toolchain/pins/site.txt || exit 77
	cp tools/toolchain/pins/site.txt "$tools/requirements.txt"
fi
mkdir -p "$build/site-pages"
plots/gallery.sh "$build" results/h200-sxm/all.csv
tools/site/stage.py "$build/site-pages" "$build/site" "$build/gallery"
# The variable suppresses Material's banner about MkDocs 2.
NO_MKDOCS_2_WARNING=1 "$tools/bin/mkdocs" --quiet build --strict --clean --config-file "$build/site-pages/mkdocs.yml"
