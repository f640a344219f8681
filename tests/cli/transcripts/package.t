The Python package with the program: run(), stores, python -m gpubench.

  $ echo 'export PYTHONPATH=$(realpath tests/../python) PYTHONDONTWRITEBYTECODE=1 GPUBENCH_PROGRAM=${GPUBENCH_PROGRAM-$(type -P gpubench-fake)}; python3 -c "import gpubench, sys
  > try: exec(sys.argv[1])
  > except gpubench.Error as error: print(\"Error:\", error)" "$1"' >py
  $ . ./py 'told = []; rows = gpubench.run("toy", op="add", parts=[1, 4], progress=told.append); print(len(rows), list(rows) == told, rows[0].axes["op"], rows[0].status)'
  2 True add ok
  $ . ./py 'peaks = gpubench.peaks_of(gpubench.run("toy", parts=[1, 4])); print(peaks["toy.add"].roof, peaks["toy.add"].unit, peaks.source)'
  toy.add B/s measured

A benchmark, an axis and a device that are not there:

  $ . ./py 'gpubench.run("none")'
  Error: gpubench: no benchmark 'none'; there are skeleton, toy, toy_cycles
  $ . ./py 'gpubench.run("toy", colour=1)'
  Error: gpubench: no axis 'colour': toy has op, parts, block
  $ . ./py 'gpubench.run("toy", device=7)'
  Error: gpubench: no device '7'; there is 0 (Fake GPU, GPU-a0000000-1111-2222-3333-444444444444, 0000:18:00.0)

What crashes is a row, and what progress raises ends the run:

  $ . ./py 'rows = gpubench.run("faults", fault=["fine_first", "segfault", "fine_last"], options=["--plugin", "build/tests/plugins/faults.so"]); print(*[(row.axes["fault"], row.status) for row in rows if row.metric != "x"])'
  ('fine_first', 'ok') ('segfault', 'failed') ('fine_last', 'ok')
  $ . ./py 'def enough(row): raise gpubench.Error("enough")
  > gpubench.run("toy", progress=enough)'
  Error: enough

Files: one that is not there to remember, a store, and one that is broken.

  $ . ./py 'gpubench.remember("none.csv")'
  Error: gpubench peaks: gpubench: none.csv: cannot be read: No such file or directory
  $ gpubench-fake --all --quick -o run.csv 2>/dev/null; gpubench store kept.db run.csv; export GPUBENCH_PROGRAM=build/gpubench; . ./py 'print(list(gpubench.read("kept.db")) == list(gpubench.read("run.csv")))'
  gpubench: run.csv: 6 new rows
  True
  $ export GPUBENCH_PROGRAM=build/gpubench; . ./py 'open("bad.db", "wb").write(b"SQLite format 3\0" + bytes(600)); gpubench.read("bad.db")'
  Error: gpubench store: gpubench: bad.db: file is not a database

No program, and the program by the name of the package:

  $ export GPUBENCH_PROGRAM=none; . ./py 'gpubench.program()'
  Error: the program gpubench was not found: reinstall the wheel, or set GPUBENCH_PROGRAM
  $ GPUBENCH_PROGRAM=build/gpubench PYTHONPATH=$(realpath tests/../python) python3 -B -m gpubench --version | head -1 | cut -d ' ' -f 1
  gpubench
