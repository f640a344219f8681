$ gpubench store h200.db h200.csv   # new rows
--- 80 x 24
gpubench: h200.csv: 21736 new rows
--- 120 x 40
gpubench: h200.csv: 0 new rows
$ gpubench store h200-h100.db h200.csv h100.csv   # new rows
--- 80 x 24
gpubench: h200.csv: 21736 new rows
gpubench: h100.csv: 21690 new rows
--- 120 x 40
gpubench: h200.csv: 0 new rows
gpubench: h100.csv: 0 new rows
$ gpubench store 16.db 16.csv   # new rows
--- 80 x 24
gpubench: 16.csv: 560 new rows
--- 120 x 40
gpubench: 16.csv: 0 new rows
$ gpubench store 100.db 100.csv   # new rows
--- 80 x 24
gpubench: 100.csv: 3500 new rows
--- 120 x 40
gpubench: 100.csv: 0 new rows
$ gpubench store 1000.db 1000.csv   # new rows
--- 80 x 24
gpubench: 1000.csv: 35000 new rows
--- 120 x 40
gpubench: 1000.csv: 0 new rows
