$ gpubench peaks --update h200.csv   # remembered in
--- 80 x 24
gpubench: remembered in 1 file
$ gpubench peaks --update h200.csv h100.csv   # remembered in
--- 80 x 24
gpubench: remembered in 2 files
$ gpubench peaks --update 16.csv
--- 80 x 24
gpubench: 560 rows do not state the board, driver or power limit of their card
gpubench: no measured roof of a GPU in these files
$ gpubench peaks --update 100.csv
--- 80 x 24
gpubench: 3500 rows do not state the board, driver or power limit of their card
gpubench: no measured roof of a GPU in these files
$ gpubench peaks --update 1000.csv
--- 80 x 24
gpubench: 35000 rows do not state the board, driver or power limit of their
    card
gpubench: no measured roof of a GPU in these files
--- 120 x 40
gpubench: 35000 rows do not state the board, driver or power limit of their card
gpubench: no measured roof of a GPU in these files
$ gpubench peaks
--- 80 x 24
NVIDIA H200, driver 580.159.04, 700 W   65 roofs, full   # old
    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
NVIDIA H100 80GB HBM3, driver 580.159.04, 700 W   67 roofs, full   # old
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1
These files are in /tmp/#/cache/gpubench/peaks
gpubench peaks --gpu UUID shows the roofs of a card; programs read them with
    gpubench.peaks() in Python or with gpubench_peaks.h.
--- 120 x 40
NVIDIA H200, driver 580.159.04, 700 W   65 roofs, full   # old   GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c
NVIDIA H100 80GB HBM3, driver 580.159.04, 700 W   67 roofs, full   # old
    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1
These files are in /tmp/#/cache/gpubench/peaks
gpubench peaks --gpu UUID shows the roofs of a card; programs read them with gpubench.peaks() in Python or with
    gpubench_peaks.h.
