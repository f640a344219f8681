#!/bin/sh
# stage.sh VERSION FOLDER: the sources of this tree in FOLDER, as a release has them: without git, VERSION says what they are.
set -eu
mkdir -p "$2"
cp -a Makefile LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md bench harness docs plots python tests tools ci "$2"
mkdir "$2/results"
cp -a results/reference "$2/results"
find "$2" -name __pycache__ -prune -exec rm -r {} +
echo "$1" >"$2/VERSION"
