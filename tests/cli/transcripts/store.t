Stores: what goes in and comes out, and what is refused.

  $ GPUBENCH_FAKE=devices=2 gpubench-fake --all --quick -o one.csv 2>/dev/null
  $ GPUBENCH_FAKE=devices=3 gpubench-fake -b toy --quick -o two.csv 2>/dev/null

Two files are stored, and come back with every field. A row is taken once.

  $ gpubench-fake store fleet.db one.csv two.csv
  gpubench: one.csv: 12 new rows
  gpubench: two.csv: 9 new rows
  $ gpubench-fake store fleet.db --csv -o back.csv; diff <({ cat one.csv; tail -n +2 two.csv; } | sort) <(sort back.csv)
  $ gpubench-fake store fleet.db one.csv
  gpubench: one.csv: 0 new rows

One GPU's roofs, and how roofs and compare read it, the newest run of each GPU:

  $ gpubench-fake store fleet.db --csv --roofs --gpu GPU-c0 | fields gpu_uuid roof | sort -u
  GPU-c0000000-1111-2222-3333-444444444444 toy.add
  $ gpubench-fake roofs fleet.db | grep GPU-c0
  Fake GPU, GPU-c0000000-1111-2222-3333-444444444444, host host, PCI 0000:38:00.0, driver 580.00, VBIOS 99.00.00.00.01, board 900-FAKE0-0000-000, ECC on
  $ gpubench-fake compare fleet.db --csv | fields gpu_uuid roof runs
  GPU-a0000000-1111-2222-3333-444444444444 toy.add 1
  GPU-b0000000-1111-2222-3333-444444444444 toy.add 1
  GPU-c0000000-1111-2222-3333-444444444444 toy.add 1

A torn row, files that are not there or are none, and nothing to do:

  $ head -c -40 one.csv >torn.csv; gpubench-fake store torn.db torn.csv
  gpubench: torn.csv: line 13: the file ends in this row, which is left out
  gpubench: torn.csv: 11 new rows
  [2]
  $ gpubench-fake store fleet.db none.csv
  gpubench: none.csv: cannot be read: No such file or directory
  [2]
  $ gpubench-fake store none.db --csv
  gpubench: none.db: No such file or directory
  [2]
  $ gpubench-fake store one.csv --csv
  gpubench: one.csv: is not a store
  [2]
  $ gpubench-fake store fleet.db fleet.db
  gpubench: fleet.db: is a store, expected CSV
  [2]
  $ gpubench-fake peaks --update fleet.db
  gpubench: fleet.db: is a database, such as a store, expected CSV
  [2]
  $ gpubench-fake store fleet.db
  gpubench: nothing to do: name files to store, or --csv
  [1]

Stores of another layout, by SQLite's user version, of an old one, and one that is cut off:

  $ cp fleet.db other.db; printf '\000\000\000\007' | dd of=other.db bs=1 seek=60 conv=notrunc status=none
  $ gpubench-fake roofs other.db
  gpubench: other.db: is not a store of this version of gpubench (layout 7, expected 2)
  gpubench: no GPU in these files
  [2]
  $ cp fleet.db old.db; printf '\000\000\000\001' | dd of=old.db bs=1 seek=60 conv=notrunc status=none
  $ gpubench-fake compare old.db
  gpubench: old.db: is a store of an older version of gpubench (layout 1), which lost rows of pairs and curves. 'gpubench store --upgrade old.db NEW' makes a new one from its rows
  gpubench: old.db: no row could be read
  gpubench: no GPU in these files
  [2]
  $ head -c 5000 fleet.db >short.db; gpubench-fake roofs short.db
  gpubench: short.db: database disk image is malformed
  gpubench: no GPU in these files
  [2]

A trigger or a view of its own, and a database of somebody else's, which stays as it was:

  $ echo 'import sqlite3, sys; store = sqlite3.connect(sys.argv[1], isolation_level=None); [print(*row) for sql in sys.argv[2:] for row in store.execute(sql)]' >sql.py
  $ cp fleet.db hand.db; python3 sql.py hand.db "CREATE TRIGGER t AFTER INSERT ON visit BEGIN DELETE FROM value; END"
  $ gpubench-fake store hand.db one.csv
  gpubench: hand.db: its tables are not those of this version of gpubench. 'gpubench store --upgrade hand.db NEW' makes a store from its rows
  [2]
  $ cp fleet.db hand.db; python3 sql.py hand.db "DROP VIEW runs" "CREATE VIEW runs AS SELECT 1"
  $ gpubench-fake roofs hand.db
  gpubench: hand.db: its tables are not those of this version of gpubench. 'gpubench store --upgrade hand.db NEW' makes a store from its rows
  gpubench: no GPU in these files
  [2]
  $ python3 sql.py elsewhere.db "CREATE TABLE mine(x)"; gpubench-fake store elsewhere.db one.csv
  gpubench: elsewhere.db: is not a store: it is a database with other tables
  [2]
  $ python3 sql.py elsewhere.db "SELECT name FROM sqlite_master"
  mine

Damage is told, and nothing is made of it:

  $ echo 'cp fleet.db hand.db; python3 sql.py hand.db "$1"; gpubench-fake store hand.db --csv >/dev/null; gpubench-fake compare hand.db >/dev/null' >damage
  $ . ./damage "UPDATE value SET value = 2 * value WHERE id = (SELECT max(id) FROM value)"
  gpubench: hand.db: the rows of run # on GPU GPU-c0000000-1111-2222-3333-444444444444 are damaged: their checksum differs
  gpubench: hand.db: the rows of run # on GPU GPU-c0000000-1111-2222-3333-444444444444 are damaged: their checksum differs
  [2]
  $ . ./damage "DELETE FROM value WHERE id = (SELECT max(id) FROM value)"
  gpubench: hand.db: the rows of run # on GPU GPU-c0000000-1111-2222-3333-444444444444 are damaged: rows are missing, or too many
  gpubench: hand.db: the rows of run # on GPU GPU-c0000000-1111-2222-3333-444444444444 are damaged: rows are missing, or too many
  [2]
  $ . ./damage "UPDATE point SET unit = 'Hz'"
  gpubench: hand.db: entry 1 of the table 'point' is damaged
  gpubench: hand.db: entry 7 of the table 'point' is damaged
  gpubench: hand.db: no row could be read
  gpubench: no GPU in these files
  [2]
  $ . ./damage "DELETE FROM scale"
  gpubench: hand.db: is damaged: the table 'scale' has no entry 1
  gpubench: hand.db: is damaged: the table 'scale' has no entry 2
  gpubench: hand.db: no row could be read
  gpubench: no GPU in these files
  [2]

The same rows of a GPU that was found otherwise are the same rows:

  $ tests/shared/set_columns.py one.csv power_limit_w 123 >limit.csv; gpubench-fake store fleet.db limit.csv
  gpubench: limit.csv: 0 new rows

A row that is there with another value: its file is not taken, also if both are in one file, which no gate passes.

  $ gpubench-fake store fleet.db --csv >before.csv; tests/shared/set_columns.py one.csv value '*2' lo '*2' hi '*2' >twice.csv; gpubench-fake store fleet.db twice.csv
  gpubench: note: twice.csv: line 4: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=double,block=256, bandwidth
  gpubench: note: twice.csv: line 5: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy_cycles stride=4, cycles
  gpubench: note: twice.csv: line 6: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=1,block=256, bandwidth
  gpubench: note: twice.csv: line 7: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=4,block=256, bandwidth
  gpubench: note: twice.csv: line 10: is already stored with other values: run # of GPU-b0000000-1111-2222-3333-444444444444: toy op=double,block=256, bandwidth
  gpubench: twice.csv: 8 rows are left out: the point is already stored with other values
  [2]
  $ gpubench-fake store fleet.db --csv | cmp - before.csv
  $ { cat one.csv; tail -n +2 twice.csv; } >both.csv; gpubench-fake store both.db both.csv
  gpubench: note: both.csv: line 16: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=double,block=256, bandwidth
  gpubench: note: both.csv: line 17: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy_cycles stride=4, cycles
  gpubench: note: both.csv: line 18: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=1,block=256, bandwidth
  gpubench: note: both.csv: line 19: is already stored with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=4,block=256, bandwidth
  gpubench: note: both.csv: line 22: is already stored with other values: run # of GPU-b0000000-1111-2222-3333-444444444444: toy op=double,block=256, bandwidth
  gpubench: both.csv: 8 rows are left out: the point is already stored with other values
  [2]
  $ python3 sql.py both.db 'SELECT count(*) FROM value'
  0
  $ gpubench-fake compare both.csv --max-drop 5% >/dev/null
  gpubench: both.csv: line 18: repeats an earlier row with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=1,block=256, bandwidth
  gpubench: both.csv: line 19: repeats an earlier row with other values: run # of GPU-a0000000-1111-2222-3333-444444444444: toy op=add,parts=4,block=256, bandwidth
  gpubench: both.csv: line 24: repeats an earlier row with other values: run # of GPU-b0000000-1111-2222-3333-444444444444: toy op=add,parts=1,block=256, bandwidth
  gpubench: both.csv: line 25: repeats an earlier row with other values: run # of GPU-b0000000-1111-2222-3333-444444444444: toy op=add,parts=4,block=256, bandwidth
  gpubench: --max-drop 5%: 1 of 1 roof judged; OK: 2 GPUs of host match their peers
  [2]

The same rows twice are rows once:

  $ { cat one.csv; tail -n +2 one.csv; } >both.csv; gpubench-fake store both.db both.csv
  gpubench: both.csv: 12 new rows

A column twice:

  $ sed -E '1s/,metric,/,metric,value,/; 2,$s/,bandwidth,/,bandwidth,1,/' one.csv >columns.csv
  $ gpubench-fake store columns.db columns.csv
  gpubench: columns.csv: line 1: column value: found 'it twice', expected each column once
  gpubench: columns.csv: 0 new rows
  [2]
  $ gpubench-fake compare columns.csv
  gpubench: columns.csv: line 1: column value: found 'it twice', expected each column once
  gpubench: columns.csv: no row could be read
  gpubench: no GPU in these files
  [2]

Two cards under one UUID, in files and in a store:

  $ tests/shared/set_columns.py one.csv host n2 pci_bus_id 0000:99:00.0 run_id ffff >twin.csv; cat one.csv twin.csv >twins.csv
  $ gpubench-fake compare twins.csv --max-drop 5% 2>&1 >/dev/null | grep UUID
  gpubench: GPU GPU-a0000000-1111-2222-3333-444444444444 was measured in two places at once, host (0000:18:00.0) and n2 (0000:99:00.0): two cards have the same UUID, so a slow one cannot be identified
  gpubench: GPU GPU-b0000000-1111-2222-3333-444444444444 was measured in two places at once, host (0000:28:00.0) and n2 (0000:99:00.0): two cards have the same UUID, so a slow one cannot be identified
  [2]
  $ gpubench-fake store twins.db twins.csv; gpubench-fake compare twins.db --max-drop 5% 2>&1 >/dev/null | grep UUID
  gpubench: twins.csv: 24 new rows
  gpubench: twins.db: GPU GPU-a0000000-1111-2222-3333-444444444444 was measured in two places at once, n2 (0000:99:00.0) and host (0000:18:00.0): two cards have the same UUID, so a slow one cannot be identified
  gpubench: twins.db: GPU GPU-b0000000-1111-2222-3333-444444444444 was measured in two places at once, n2 (0000:99:00.0) and host (0000:28:00.0): two cards have the same UUID, so a slow one cannot be identified
  [2]

An old store is converted. All that it had is there, and its files bring back what it lost. Nothing is replaced.

  $ tests/simulate/old_store.py one.csv v1.db; gpubench-fake store --upgrade v1.db v2.db
  gpubench: v2.db: has the 11 rows of v1.db. Rows that the old store dropped cannot be recovered from it: store their files again
  $ gpubench-fake store v2.db --csv | sort | comm -23 - <(sort one.csv)
  $ gpubench-fake store v2.db one.csv
  gpubench: one.csv: 1 new row
  $ gpubench-fake store --upgrade v1.db v2.db
  gpubench: v2.db: already exists; an upgrade makes a new file
  [2]
  $ gpubench-fake store --upgrade one.csv v3.db
  gpubench: one.csv: is not a store
  [2]
  $ ls v3.db
  ls: cannot access 'v3.db': No such file or directory
  [2]

One of 0.2.0-4cf1b465, whose rows have no number of SMs:

  $ python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[2]).executescript(open(sys.argv[1]).read())' tests/data/release-0.2.0/store.sql kept.db
  $ gpubench-fake store kept.db tests/data/release-0.2.0/rows.csv
  gpubench: kept.db: its tables are not those of this version of gpubench. 'gpubench store --upgrade kept.db NEW' makes a store from its rows
  [2]
  $ gpubench-fake store --upgrade kept.db new.db
  gpubench: new.db: has the 6 rows of kept.db. Rows that the old store dropped cannot be recovered from it: store their files again
  $ gpubench-fake store new.db tests/data/release-0.2.0/rows.csv
  gpubench: tests/data/release-0.2.0/rows.csv: 0 new rows
