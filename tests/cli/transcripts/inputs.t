Files by folder and by list, and files that are not of the named kind.

  $ mkdir -p many/below empty
  $ for i in 3 1 2; do sed "s/GPU-/GPU-$i/g" tests/data/before.csv >"many/node $i.csv"; done
  $ touch many/README.md many/.hidden.csv; mkfifo many/pipe.csv; gpubench-fake roofs many/node*.csv --csv >wanted

A folder stands for its result files. What is left out is one line.

  $ gpubench-fake roofs many --csv | cmp - wanted
  gpubench: note: many: 3 left out, no result files: README.md, below/, pipe.csv

A list of files, one a line, with CRLF too, comes after those that are named:

  $ { printf '\xef\xbb\xbf'; printf '%s\r\n' many/node*.csv; } >list; gpubench-fake roofs --files-from list --csv | cmp - wanted
  $ echo many/node\ 3.csv >list; gpubench-fake roofs many/node\ 1.csv many/node\ 2.csv --files-from list --csv | cmp - wanted

Of standard input, closed by NUL, and with folders in it:

  $ find many -name 'node*.csv' -print0 | sort -z | gpubench-fake roofs --files-from - --csv | cmp - wanted
  $ echo many | gpubench-fake roofs --files-from - --csv 2>/dev/null | cmp - wanted

Every command reads the same from a list and from a folder:

  $ for command in compare check history 'plot compare' report; do gpubench-fake $command many/node*.csv >named 2>/dev/null; gpubench-fake $command --files-from <(printf '%s\n' many/node*.csv) >listed 2>/dev/null; gpubench-fake $command many >found 2>/dev/null; cmp named listed; cmp named found; done

store takes the CSV files of a folder, the store in it aside; a folder's stores are read too:

  $ gpubench-fake store many/fleet.db many
  gpubench: note: many: 3 left out, no result files: README.md, below/, pipe.csv
  gpubench: many/node 1.csv: 12 new rows
  gpubench: many/node 2.csv: 12 new rows
  gpubench: many/node 3.csv: 12 new rows
  $ gpubench-fake roofs many/fleet.db --csv >wanted; rm many/node*.csv; gpubench-fake roofs many --csv 2>/dev/null | cmp - wanted

A folder without results and an empty list pass no gate:

  $ gpubench-fake roofs empty
  gpubench: empty: is a folder without result files: expected *.csv or stores, *.db
  [1]
  $ gpubench-fake check empty
  gpubench: empty: is a folder without result files: expected *.csv or stores, *.db
  [1]
  $ : >list; gpubench-fake check --files-from list
  gpubench: list: names no file
  [1]

What is no list:

  $ gpubench-fake roofs --files-from none
  gpubench: none: cannot be read: No such file or directory
  [1]
  $ gpubench-fake roofs --files-from /dev/zero
  gpubench: /dev/zero: is a device, expected a file or a pipe
  [1]
  $ gpubench-fake roofs --files-from - </dev/null
  gpubench: standard input: is not a list of files: expected a file or a pipe
  [1]
  $ gpubench-fake roofs - --files-from - <tests/data/before.csv
  gpubench: standard input is a list of files or a file, not both
  [1]
  $ gpubench-fake store --files-from list
  gpubench: 'list' lists only the files to read; expected gpubench store STORE [FILE...]
  [1]

Standard input has its name:

  $ for command in show roofs history 'profile --roofs tests/data/every-roof.csv --from' 'ab --from' 'store new.db' 'roofs --files-from'; do gpubench-fake $command - 2>&1 | grep -m 1 'standard input'; done
  gpubench: standard input: is empty, expected a header with the columns of gpubench-1
  gpubench: standard input: is empty, expected a header with the columns of gpubench-1
  gpubench: standard input: is empty, expected a header with the columns of gpubench-1
  gpubench: standard input: no kernel launch in it: expected output of ncu --csv --page raw, or of nsys stats --report cuda_gpu_trace in the locale C
  gpubench: standard input: no run in it
  gpubench: standard input: is empty, expected a header with the columns of gpubench-1
  gpubench: standard input: is not a list of files: expected a file or a pipe
  [1]

A file of the folder is not written over, whatever its name:

  $ cp tests/data/before.csv many/new.csv; ln -s many/new.csv link.csv
  $ gpubench-fake roofs many --csv -o link.csv
  gpubench: 'link.csv' is an input and would be overwritten
  [1]

UTF-16, a compressed file, and semicolons:

  $ { printf '\xff\xfe'; iconv -t UTF-16LE tests/data/before.csv; } >wide.csv; gpubench-fake roofs wide.csv
  gpubench: wide.csv: is UTF-16, expected UTF-8: save it as CSV in UTF-8
  gpubench: no GPU in these files
  [2]
  $ gzip <tests/data/before.csv >packed.csv; gpubench-fake roofs packed.csv
  gpubench: packed.csv: is compressed by gzip, expected CSV
  gpubench: no GPU in these files
  [2]
  $ tr ',' ';' <tests/data/before.csv >semicolons.csv; gpubench-fake roofs semicolons.csv
  gpubench: semicolons.csv: line 1: the header: found 'fields with ';' between them', expected commas: save it as CSV with commas
  gpubench: no GPU in these files
  [2]

A pipe that is named is read from its first byte:

  $ gpubench-fake roofs <(cat tests/data/before.csv) | diff - <(gpubench-fake roofs tests/data/before.csv)

Pipes and devices in a folder of references, and one that is named:

  $ mkdir reference; cp tests/data/before.csv reference/good.csv; mkfifo reference/pipe.csv
  $ GPUBENCH_REFERENCE=reference gpubench-fake compare tests/data/before.csv --baseline reference 2>&1 >/dev/null | grep pipe
  gpubench: reference/pipe.csv: is not a regular file, and is left out
  [2]
  $ gpubench-fake roofs /dev/zero
  gpubench: /dev/zero: is a device, expected a file or a pipe
  gpubench: no GPU in these files
  [2]

Files that are too long, or are zeros:

  $ truncate -s 65M long; gpubench-fake ab --from long
  gpubench: long: is longer than 64 MiB
  [2]
  $ truncate -s 257M long; gpubench-fake roofs --files-from long
  gpubench: long: is longer than 256 MiB
  [1]
  $ truncate -s 8G long; gpubench-fake roofs long
  gpubench: long: begins with a 0 byte, expected CSV
  gpubench: no GPU in these files
  [2]

A line without an end, of 100 MB, is left out, and so is a quote without one. The rows after the line are read.

  $ { head -1 tests/data/before.csv; head -c 100000000 /dev/zero | tr '\0' a; echo; tail -n +2 tests/data/before.csv; } >long.csv; gpubench roofs long.csv >long; cmp long <(gpubench roofs tests/data/before.csv)
  gpubench: long.csv: line 2: the row: found 'no end', expected at most 256 fields and 64 KiB
  $ { printf '"'; head -c 100000000 /dev/zero; } >open.csv; gpubench roofs open.csv; rm long.csv open.csv
  gpubench: open.csv: line 1: the row: found 'no end', expected at most 256 fields and 64 KiB
  gpubench: no GPU in these files

What a plug-in says is shown, and no control characters of it are sent to a terminal:

  $ mkdir plugins; sed 's/a plug-in/a \x1b[2J-in/' build/tests/plugins/toy.so >plugins/toy.so; build/obj/seal plugins/toy.so; grep -cam 1 $'a \x1b\[2J' plugins/toy.so
  1
  $ printf 'summary a \033[2J-in\npanel a time {a} - {b}\n' >plugins/escape.plot
  $ for words in "--plugin plugins/toy.so --list" "--plugin plugins/toy.so --describe toy" "--plugin plugins/toy.so --man" "plot --help"; do GPUBENCH_PLUGIN_PATH=plugins gpubench $words >shown; grep -om 1 'x1b\[2J' shown; tr -d '\n' <shown | grep -c '[[:cntrl:]]'; done
  x1b[2J
  0
  x1b[2J
  0
  x1b[2J
  0
  x1b[2J
  0
  [1]
