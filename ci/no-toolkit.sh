#!/bin/sh
# no-toolkit.sh: without a CUDA Toolkit everything but the kernels is built, works, and says what is wrong.
set -eu
build='build-ci/none'

make tests CUDA_HOME=none BUILD=$build
$build/gpubench --list
status=0
$build/gpubench --all >$build/out 2>$build/err || status=$?
cat $build/err
[ $status -eq 2 ]
