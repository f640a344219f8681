$ gpubench report h200.csv -o h200.html   # is written
--- 80 x 24
gpubench: h200.html is written: #
$ gpubench report h200.csv h100.csv -o h200-h100.html   # is written
--- 80 x 24
gpubench: h200-h100.html is written: #
$ gpubench report 16.csv -o 16.html   # is written
--- 80 x 24
gpubench: 16.html is written: #
$ gpubench report 100.csv -o 100.html   # is written
--- 80 x 24
gpubench: 100.html is written: #
$ gpubench report 1000.csv -o 1000.html   # is written
--- 80 x 24
gpubench: 1000.html is written: #
$ gpubench report h200.csv
--- 80 x 24
gpubench: the page would go to the terminal: name a file with -o report.html
