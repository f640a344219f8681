#!/bin/sh
# site.sh BUILD: BUILD/site, static pages of docs, gallery, catalogue and results, made by MkDocs of
# tools/toolchain/pins/site.txt from PyPI, which is in BUILD/site-tools from then on. It can be read from its folder,
# without a server or a network. Exit status 77: MkDocs cannot be had.
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
# Material shows its users a banner that does not apply here.
NO_MKDOCS_2_WARNING=1 "$tools/bin/mkdocs" --quiet build --strict --clean --config-file "$build/site-pages/mkdocs.yml"
