#!/bin/sh
# site.sh BUILD: runs `make site`, and site.py on the result. If MkDocs is unavailable, this is only reported.
set -eu
cd "$(dirname "$0")/../.."
status=0
tools/site/site.sh "$1" || status=$?
if [ $status -eq 77 ]; then
	echo "skipped: MkDocs cannot be had from PyPI: no site was made"
	echo "0 passed, 0 failed, 1 skipped"
	exit
fi
[ $status -eq 0 ]
exec tests/browser/site.py "$1"
