tests/gpu/sanitize.sh with a stand-in for compute-sanitizer that prints typical output.

  $ mkdir -p tool small/plugins; cp build/tests/gpubench-fake small/gpubench; ln -s "$PWD"/build/tests/plugins/{toy,toy_cycles}.so small/plugins
  $ cat >tool/compute-sanitizer <<'END'
  > #!/bin/bash
  > while [ "${1#--}" != "$1" ]; do
  >   [ "$1" != --tool ] || tool=$2
  >   [ "$1" != --help ] || exit 0
  >   shift 2
  > done
  > sleep "${TAKES:-0}"
  > "$@"
  > code=$?
  > [ "$tool" != racecheck ] || echo "========= RACECHECK SUMMARY: ${FINDS:-0} hazards displayed (${FINDS:-0} errors, 0 warnings)"
  > [ "$tool" = racecheck ] || echo "========= ERROR SUMMARY: ${FINDS:-0} errors"
  > exit $code
  > END
  $ chmod +x tool/compute-sanitizer; echo 'export PATH=$PWD/tool:$PATH; env -u BASH_ENV tests/gpu/sanitize.sh small "$@" | sed "s/[0-9]* s\$/N s/"' >sanitize

All benchmarks under all tools:

  $ . ./sanitize | sort
  8 passed, 0 failed, 0 not done, in N s
  initcheck: 2 of 2 clean
  memcheck: 2 of 2 clean
  ok: initcheck, toy: 54 points launched, 2 measured, N s
  ok: initcheck, toy_cycles: 3 points launched, 1 measured, N s
  ok: memcheck, toy: 54 points launched, 2 measured, N s
  ok: memcheck, toy_cycles: 3 points launched, 1 measured, N s
  ok: racecheck, toy: 54 points launched, 2 measured, N s
  ok: racecheck, toy_cycles: 3 points launched, 1 measured, N s
  ok: synccheck, toy: 54 points launched, 2 measured, N s
  ok: synccheck, toy_cycles: 3 points launched, 1 measured, N s
  racecheck: 2 of 2 clean
  synccheck: 2 of 2 clean

An error that a tool finds, rows that fail, a benchmark that is not there, and what takes too long:

  $ export FINDS=3 TOOLS="memcheck racecheck"; . ./sanitize toy | tail -1
  0 passed, 2 failed, 0 not done, in N s
  [1]
  $ export GPUBENCH_FAKE=fail=launch:9+ TOOLS=memcheck; . ./sanitize toy | tail -1
  0 passed, 1 failed, 0 not done, in N s
  [1]
  $ export TOOLS=memcheck; . ./sanitize none | tail -1
  0 passed, 1 failed, 0 not done, in N s
  [1]
  $ export TAKES=3 LIMIT=1 JOBS=1 TOOLS="memcheck synccheck"; . ./sanitize toy | tail -1
  0 passed, 0 failed, 2 not done, in N s
  [1]

Kernels without shared memory have no races in it, which is no pass:

  $ mkdir -p tree/tests tree/bench/toy; cp -r tests/gpu tests/shared tree/tests; echo 'extern "C" __global__ void toy() {}' >tree/bench/toy/toy.cu
  $ export PATH=$PWD/tool:$PATH TOOLS="racecheck memcheck"; env -u BASH_ENV tree/tests/gpu/sanitize.sh small toy | tail -1 | cut -d , -f 1-3
  1 passed, 0 failed, 0 not done
  $ echo '__shared__ int room;' >>tree/bench/toy/toy.cu; export PATH=$PWD/tool:$PATH TOOLS=racecheck; env -u BASH_ENV tree/tests/gpu/sanitize.sh small toy | tail -1 | cut -d , -f 1-3
  1 passed, 0 failed, 0 not done

A reader that has enough of the rows of columns.awk is no error:

  $ awk -f tests/shared/columns.awk column < <(yes column,other | head -50000) | head -1 || :
  column
