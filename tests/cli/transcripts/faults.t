A fault costs its row, and no other.

  $ echo 'command gpubench-fake --plugin build/tests/plugins/faults.so -b faults --quick "$@"' >faults

A crash, a wild pointer, an exit, a kernel or a hook that does not end, an illegal address, a wrong result:

  $ . ./faults --patience 1 -a fault=fine_first,abort,segfault,exit,hang,endless,illegal_address,wrong,fine_last -o all.csv 2>said
  [2]
  $ fields point status reason value <all.csv | sed 's/got [0-9]*, expected [0-9]*/got ..., expected .../; s/ok .*/ok/'
  fault=fine_first ok
  fault=abort failed the worker was ended by signal 6 (Aborted) 
  fault=segfault failed the worker was ended by signal 11 (Segmentation fault) 
  fault=exit failed the worker ended with status 0 
  fault=hang failed hung: no answer for 1 s; the worker was killed 
  fault=endless failed hung: no answer for 1 s; the worker was killed 
  fault=illegal_address failed cudaStreamSynchronize: cudaErrorIllegalAddress (illegal memory access) 
  fault=wrong failed verify: the last word: got ..., expected ... 
  fault=fine_last ok
  $ tail -1 said | cut -c 1-60; grep -c 'GPU 0: faults fault=.*: failed: ' said
  gpubench: 7 rows failed, which is why the exit status is 2; 
  6

The last line says how many rows failed, and why:

  $ . ./faults -a fault=fine_first,abort,exit,fine_last -o last.csv 2>&1 | tail -1
  gpubench: 2 rows failed, which is why the exit status is 2; the first: faults fault=abort: the worker was ended by signal 6 (Aborted)
  [2]

A plug-in that prints is heard on standard error:

  $ . ./faults -a fault=fine_first,prints,fine_last 2>said | fields point status; grep -o 'a library, of itself' said | sort -u
  fault=fine_first ok
  fault=prints ok
  fault=fine_last ok
  a library, of itself

A plug-in that writes to every open file, in a worker after the first: none of it is in a result.

  $ . ./faults -o stray.csv --json stray.json -a fault=abort,stray,fine_last 2>/dev/null
  [2]
  $ fields point status <stray.csv; cat stray.* | grep -cx stray
  fault=abort failed
  fault=stray ok
  fault=fine_last ok
  0
  [1]

One fault after the other, on two GPUs:

  $ GPUBENCH_FAKE=devices=2 . ./faults --json faults.json -a fault=abort,fine_first,segfault,illegal_address,exit,fine_last 2>/dev/null | fields device point status; build/tests/unit/test_json faults.json
  0 fault=abort failed
  0 fault=fine_first ok
  0 fault=segfault failed
  0 fault=illegal_address failed
  0 fault=exit failed
  0 fault=fine_last ok
  1 fault=abort failed
  1 fault=fine_first ok
  1 fault=segfault failed
  1 fault=illegal_address failed
  1 fault=exit failed
  1 fault=fine_last ok
  12 rows

A hook that breaks before anything is measured, and a plan:

  $ . ./faults -a fault=fine_first,roof,fine_last 2>/dev/null | fields point status reason
  fault=roof failed the worker was ended by signal 6 (Aborted)
  fault=fine_first ok 
  fault=fine_last ok 
  [2]
  $ . ./faults -b toy --plan=90 -a fault=roof | grep -E '^(faults|toy)'
  gpubench: faults: planning it ended a process by signal 6 (Aborted)
  faults           unknown unknown   unknown
  toy                    3       2         1
  [2]

Host memory is refused: what needs it says so, and the rest is measured.

  $ GPUBENCH_FAKE=fail=buffer_alloc:1+ gpubench-fake --plugin build/plugins/transfer.so -b 'transfer|toy' --quick 2>/dev/null | fields benchmark status reason | sort | uniq -c
        3 toy ok 
        3 transfer failed 53673984 bytes of host memory: cudaHostAlloc: cudaErrorMemoryAllocation (out of memory)
  [2]

Standard output is closed, and all streams are:

  $ gpubench-fake -b toy --quick --patience 2 >&-
  gpubench: standard output: cannot write: Bad file descriptor
  [2]
  $ GPUBENCH_FAKE=processes=1 gpubench-fake -b toy --quick --patience 2 -o closed.csv <&- >&- 2>&-
  $ fields point status <closed.csv
  op=double,block=256 suspect
  op=add,parts=1,block=256 suspect
  op=add,parts=4,block=256 suspect

SIGCHLD is ignored: a worker would inherit it, and the way it ended would be unknown.

  $ env --ignore-signal=CHLD gpubench-fake --plugin build/tests/plugins/faults.so -b faults --quick -a fault=abort 2>/dev/null | fields status reason
  failed the worker was ended by signal 6 (Aborted)
  [2]

A file that may not grow:

  $ ulimit -f 1; gpubench-fake -b toy --quick -o short.csv 2>&1 | grep -o 'rows: cannot write: File too large'
  rows: cannot write: File too large
  [2]

Fewer files than eight simultaneous workers need: those of the first GPU are fine.

  $ ulimit -n 7; GPUBENCH_FAKE=devices=8 gpubench-fake -b toy --quick --concurrent -o few.csv 2>/dev/null
  [2]
  $ fields device status reason <few.csv | sort | uniq -c | sed -n '1p; $p'
        3 0 ok measured together with 7 other GPUs of this host
        3 7 failed no socket pair for a worker: Too many open files

Every operation of a device fails at a first call and at all later ones: the rows are all there, each failure is told in
a line, or similar ones with their number, and the exit status is 2 if one has failed. Without a list of devices there
are no rows.

  $ cat >operation <<'END'
  > GPUBENCH_FAKE=fail=$1 gpubench-fake -b 'toy|skeleton' --quick -a bytes=1048576 >out.csv 2>err; status=$?
  > told=$(awk '/: failed: .*cu/ { n++ } / more points?: the same$/ { n += $4 } END { print n + 0 }' err)
  > rows=$(fields status <out.csv | wc -l) failed=$(fields status <out.csv | grep -c failed)
  > [ "$rows $told $status" = "5 $failed $((failed > 0 ? 2 : 0))" ] || echo "$1: status $status, $rows rows, $failed failed, $told told, $(wc -l <err) lines"
  > END
  $ for operation in count describe open memory_free alloc fill copy_in copy_out load kernel occupancy launch mark sync elapsed; do for nth in 1 9+; do . ./operation $operation:$nth; done; done
  count:1: status 2, 0 rows, 0 failed, 0 told, 1 lines
  describe:1: status 2, 0 rows, 0 failed, 0 told, 1 lines

A plug-in without a checksum has the same rows and conclusions. The checksum of its build is in a note.

  $ cat >unsealed <<'END'
  > import sys
  > data = bytearray(open("build/tests/plugins/toy_curve.so", "rb").read())
  > at = data.index(b"\x09\0\0\0\x18\0\0\0\x01\0\0\0gpubench\0") + 24
  > data[at:at + 24] = bytes(24)
  > open("plain/toy_curve.so", "wb").write(data)
  > END
  $ mkdir plain; python3 unsealed; for folder in build/tests/plugins plain; do gpubench-fake --plugin $folder/toy_curve.so -b toy_curve --quick 2>/dev/null | fields benchmark variant point metric status >${folder##*/}.rows; done; diff plugins.rows plain.rows; grep -m 1 '^toy_curve  ' plain.rows
  toy_curve  size=256 bandwidth ok

A deadline: what was not measured by then has failed.

  $ GPUBENCH_FAKE=devices=2 . ./faults -a fault=fine_first,hang --deadline 8 2>/dev/null | fields device status reason
  0 ok 
  0 failed the deadline of the run, 8 s, passed before this was measured
  1 failed the deadline of the run, 8 s, passed before this was measured
  1 failed the deadline of the run, 8 s, passed before this was measured
  [2]
  $ gpubench-fake -b toy --quick --deadline 600 2>/dev/null | fields status
  ok
  ok
  ok
