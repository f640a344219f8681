#!/bin/sh
# stage.sh VERSION FOLDER: copies the sources of this tree to FOLDER, as in a release: without git, VERSION
# identifies them.
set -eu
mkdir -p "$2"
cp -a Makefile LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md bench harness examples docs plots \
	python tests third_party tools ci packaging "$2"
mkdir "$2/results"
cp -a results/reference "$2/results"
find "$2" -name __pycache__ -prune -exec rm -r {} +
echo "$1" >"$2/VERSION"
