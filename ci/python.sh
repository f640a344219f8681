#!/bin/sh
# python.sh: checks that every Python file compiles, also for Python 3.9, and passes pyflakes, and that the package of
# the wheel passes mypy in strict mode.
set -eu
cd "$(dirname "$0")/.."
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT

git ls-files -z '*.py' >"$cache/files"
PYTHONPYCACHEPREFIX=$cache xargs -0 python3 -m compileall -q <"$cache/files"
xargs -0 python3 -c '
import ast, sys
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        ast.parse(file.read(), path, feature_version=(3, 9))
' <"$cache/files"
# Spack recipes use star imports, which hide all names. Stored files of other projects stay as they are.
git ls-files -z '*.py' ':!packaging/spack' ':!python/tests/kept' >"$cache/plain"
# Names that ReFrame adds to check classes.
PYFLAKES_BUILTINS=variable,run_before,sanity_function xargs -0 pyflakes3 <"$cache/plain"
python3 -m venv "$cache/tools"
"$cache/tools/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: mypy==2.4.1
"$cache/tools/bin/mypy" --strict --python-version 3.10 --cache-dir "$cache/mypy" python/gpubench
echo "$(tr -cd '\0' <"$cache/files" | wc -c) files of Python"
