Rows of result files that cannot be read are reported and left out. tests/unit/test_csv_read.c has what is taken.

  $ head -2 tests/data/before.csv | tr -d '\r' >one.csv; tail -1 one.csv >row

Values that cannot be in their column, one in a row, and other faults of lines. Line ends vary, and blank lines are
skipped.

  $ { cat one.csv; for change in "value fast" "schema gpubench-7" "status Ok" "time_utc 11/27/2026" "lo 0.1.2"; do tests/shared/set_columns.py one.csv $change | tail -1; done; echo gpubench-1,1; echo; printf '\r\n'; tests/shared/set_columns.py one.csv run_id run2 reason $'two\nlines' | tail -2; cat row; head -c 12 row; } >bad.csv; gpubench-fake roofs bad.csv --csv | fields roof value
  gpubench: bad.csv: line 3: column value: found 'fast', expected a number
  gpubench: bad.csv: line 4: column schema: found 'gpubench-7', expected gpubench-1
  gpubench: bad.csv: line 5: column status: found 'Ok', expected ok, suspect, skipped, failed
  gpubench: bad.csv: line 6: column time_utc: found '11/27/2026', expected a time such as 2026-01-31T23:59:59Z
  gpubench: bad.csv: line 7: column lo: found '0.1.2', expected a number
  gpubench: bad.csv: 1 more rows are left out
  gpubench: bad.csv: line 14: the file ends in this row, which is left out
  gpubench: bad.csv: note: 1 GPU has older runs, which are left out
  dram.read 4e+12
  [2]

From the sixth on they are counted:

  $ { cat one.csv; for i in {1..40}; do tests/shared/set_columns.py one.csv x '?' | tail -1; done; } >many.csv; gpubench-fake roofs many.csv --csv | fields roof
  gpubench: many.csv: line 3: column x: found '?', expected a number
  gpubench: many.csv: line 4: column x: found '?', expected a number
  gpubench: many.csv: line 5: column x: found '?', expected a number
  gpubench: many.csv: line 6: column x: found '?', expected a number
  gpubench: many.csv: line 7: column x: found '?', expected a number
  gpubench: many.csv: 35 more rows are left out
  dram.read
  [2]

Headers of other versions: columns of later ones are skipped, and those that older ones lack are not known. Rows that
cannot be assigned wait for another header.

  $ { printf 'schema,gpu_name,gpu_uuid,benchmark,roof,unit,value,status,later\ngpubench-1,GPU,GPU-1,dram,dram.read,B/s,75.5,ok,x\nschema,gpu_uuid,benchmark\ngpubench-1,GPU-1,lost\n'; cat one.csv; } >headers.csv; gpubench-fake roofs headers.csv --csv | fields gpu_uuid roof value
  gpubench: headers.csv: line 3: column gpu_name: found 'none', expected a header with the columns of gpubench-1
  GPU-1 dram.read 75.5
  GPU-00 dram.read 4e+12
  [2]

A value that is compared with others has a known unit, is above 0 and lies within its interval. A metric may be
anything.

  $ while read -r row; do printf 'schema,gpu_name,gpu_uuid,benchmark,status,roof,unit,value,lo,hi\ngpubench-1,GPU,GPU-1,dram,ok,%s\n' "$row" >row.csv; gpubench-fake roofs row.csv --csv 2>err | fields roof value; grep '^gpubench: row.csv: line' err; done <<'END'
  > fp32,FLOP/s,2e12,1e12,3e12
  > launch.gap,s,1e-6,,
  > ,GB/s,-1,,
  > fp32,FLOP/s,,,
  > dram.read,GB/s,4632,,
  > dram.read,,4632,,
  > dram.read,B/s,-4e12,,
  > dram.read,B/s,0,,
  > dram.read,B/s,4e12,5e12,6e12
  > dram.read,B/s,4e12,-1,6e12
  > END
  fp32 2e+12
  launch.gap 1e-06
  gpubench: row.csv: line 2: column unit, of a roof: found 'GB/s', expected B/s, FLOP/s, OP/s, access/s, inst/s, s, cycles, Hz or J
  gpubench: row.csv: line 2: column unit, of a roof: found '', expected B/s, FLOP/s, OP/s, access/s, inst/s, s, cycles, Hz or J
  gpubench: row.csv: line 2: column value, of a roof: found '-4e+12', expected a number above 0
  gpubench: row.csv: line 2: column value, of a roof: found '0', expected a number above 0
  gpubench: row.csv: line 2: columns lo and hi, of a roof: found '5e+12 ... 6e+12', expected an interval that holds the value
  gpubench: row.csv: line 2: columns lo and hi, of a roof: found '-1 ... 6e+12', expected an interval that holds the value

Files that are no tables:

  $ for i in {1..1000}; do printf '\x7fELF,'; done >elf.csv; gpubench-fake roofs elf.csv
  gpubench: elf.csv: line 1: the row: found 'no end', expected at most 256 fields and 64 KiB
  gpubench: elf.csv: line 1: the file ends in this row, which is left out
  gpubench: elf.csv: is empty, expected a header with the columns of gpubench-1
  gpubench: no GPU in these files
  [2]
  $ { printf '"'; head -c 100000 /dev/zero | tr '\0' x; printf '"\n'; } >quote.csv; gpubench-fake roofs quote.csv
  gpubench: quote.csv: line 1: the row: found 'no end', expected at most 256 fields and 64 KiB
  gpubench: quote.csv: is empty, expected a header with the columns of gpubench-1
  gpubench: no GPU in these files
  [2]
