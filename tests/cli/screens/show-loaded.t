$ gpubench show results/h200-sxm/all.csv loaded   # point
--- 80 x 24
loaded: latency of DRAM under load: reads, writes and both, from idle to
    saturation

GPU 0 on vm, NVIDIA H200

cycles over offered
  op     offered         cycles      +-   ratio   latency  status   note
  read         0  683.87 cycles   1.6 %     x 1  345.6 ns  ok
  read        10  687.68 cycles  0.63 %  x 1.01  347.3 ns  ok
  read        20  686.73 cycles  0.69 %     x 1  346.9 ns  ok
  read        30  692.32 cycles  0.73 %  x 1.01  349.7 ns  ok
  read        40  705.46 cycles  0.67 %  x 1.03  356.4 ns  ok
  read        50  722.27 cycles  0.73 %  x 1.06  365.2 ns  ok
  read        60  743.13 cycles  0.72 %  x 1.09  376.0 ns  ok
  read        65  762.24 cycles  0.78 %  x 1.11  387.2 ns  ok
  read        70  781.69 cycles  0.64 %  x 1.14  395.7 ns  ok
  read        75  802.83 cycles  0.73 %  x 1.17  407.7 ns  ok
  read        80  834.89 cycles  0.74 %  x 1.22  425.4 ns  ok
  write       95  1701.3 cycles   2.9 %  x 2.47  861.0 ns  suspect     1

note 1: its visits gave 1678 and 1754 cycles
51 points: 50 ok, 1 suspect
gpubench: not shown: 3 notes, 60 rows (--rows), columns (--wide)
--- 120 x 40
loaded: latency of DRAM under load: reads, writes and both, from idle to saturation

GPU 0 on vm, NVIDIA H200

cycles over offered
  op     offered         cycles      +-   ratio   latency   bandwidth  status   note
  read         0  683.87 cycles   1.6 %     x 1  345.6 ns       0 B/s  ok
  read        10  687.68 cycles  0.63 %  x 1.01  347.3 ns  481.4 GB/s  ok
  read        20  686.73 cycles  0.69 %     x 1  346.9 ns  963.3 GB/s  ok
  read        30  692.32 cycles  0.73 %  x 1.01  349.7 ns  1.445 TB/s  ok
  read        40  705.46 cycles  0.67 %  x 1.03  356.4 ns  1.925 TB/s  ok
  read        50  722.27 cycles  0.73 %  x 1.06  365.2 ns  2.404 TB/s  ok
  read        60  743.13 cycles  0.72 %  x 1.09  376.0 ns  2.872 TB/s  ok
  read        65  762.24 cycles  0.78 %  x 1.11  387.2 ns  3.107 TB/s  ok
  read        70  781.69 cycles  0.64 %  x 1.14  395.7 ns  3.342 TB/s  ok
  read        75  802.83 cycles  0.73 %  x 1.17  407.7 ns  3.585 TB/s  ok
  read        80  834.89 cycles  0.74 %  x 1.22  425.4 ns  3.818 TB/s  ok
  read        85  879.62 cycles  0.96 %  x 1.29  447.0 ns  4.055 TB/s  ok
  read        90  941.49 cycles   1.4 %  x 1.38  479.8 ns  4.293 TB/s  ok
  read        95  1120.6 cycles   3.1 %  x 1.64  568.6 ns  4.540 TB/s  ok
  read       100  1927.3 cycles   4.8 %  x 2.82  975.5 ns  4.713 TB/s  ok
  read       120  2152.7 cycles  0.90 %  x 3.15  1.093 µs  4.686 TB/s  ok
  read       200  2153.3 cycles  0.71 %  x 3.15  1.089 µs  4.691 TB/s  ok
  write        0  690.14 cycles  0.64 %     x 1  348.8 ns       0 B/s  ok
  write       10  707.32 cycles  0.79 %  x 1.02  357.3 ns  481.8 GB/s  ok
  write       20  740.17 cycles  0.74 %  x 1.07  373.8 ns  963.5 GB/s  ok
  write       30  789.52 cycles  0.67 %  x 1.14  398.8 ns  1.445 TB/s  ok
  write       40  859.52 cycles  0.72 %  x 1.25  434.2 ns  1.927 TB/s  ok
  write       50  965.75 cycles  0.71 %   x 1.4  488.0 ns  2.407 TB/s  ok
  write       60  1100.1 cycles   1.1 %  x 1.59  556.5 ns  2.886 TB/s  ok
  write       65    1164 cycles  0.99 %  x 1.69  590.6 ns  3.127 TB/s  ok
  write       70  1233.5 cycles  0.64 %  x 1.79  624.2 ns  3.366 TB/s  ok
  write       75  1295.9 cycles  0.76 %  x 1.88  658.9 ns  3.596 TB/s  ok
  write       80  1348.9 cycles  0.71 %  x 1.95  683.3 ns  3.828 TB/s  ok
  write       95  1701.3 cycles   2.9 %  x 2.47  861.0 ns  4.568 TB/s  suspect     1

note 1: its visits gave 1678 and 1754 cycles
51 points: 50 ok, 1 suspect
gpubench: not shown: 3 notes, 43 rows (--rows)
