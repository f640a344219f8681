$ gpubench show results/h200-sxm/all.csv stride   # point
--- 80 x 24
stride: copy, read and write with a stride between threads; reach of the
    address translation

GPU 0 on vm, NVIDIA H200

bandwidth over stride, bytes=4
  op     form        first  at  to                        at        last
  copy   wide   4.257 TB/s   1  █▆▅▄▃▃▃▃▃▂▂▂▂▂▁▁▁▁▁▁  262144  92.92 GB/s
  copy   naive  2.712 TB/s   1  █▆▅▄▄▄▃▃▃▃▃▃▂▂▂▁▁▁▁▁  262144  95.02 GB/s
  read          4.605 TB/s   1  █▆▅▄▃▃▂▂▂▂▂▂▂▂▁▁▁▁▁▁  262144  164.0 GB/s
  write         4.636 TB/s   1  █▅▄▄▃▃▃▃▂▂▂▂▂▁▁▁▁▁▁▁  262144  63.41 GB/s
187 points: 187 ok
gpubench: not shown: 140 rows (--rows), columns (--wide)
--- 120 x 40
stride: copy, read and write with a stride between threads; reach of the address translation

GPU 0 on vm, NVIDIA H200

bandwidth over stride, bytes=4
  op     form        first  at  to                        at        last     ratio  points  status
  copy   wide   4.257 TB/s   1  █▆▅▄▃▃▃▃▃▂▂▂▂▂▁▁▁▁▁▁  262144  92.92 GB/s  x 0.0218      45  ok
  copy   naive  2.712 TB/s   1  █▆▅▄▄▄▃▃▃▃▃▃▂▂▂▁▁▁▁▁  262144  95.02 GB/s   x 0.035      45  ok
  read          4.605 TB/s   1  █▆▅▄▃▃▂▂▂▂▂▂▂▂▁▁▁▁▁▁  262144  164.0 GB/s  x 0.0356      45  ok
  write         4.636 TB/s   1  █▅▄▄▃▃▃▃▂▂▂▂▂▁▁▁▁▁▁▁  262144  63.41 GB/s  x 0.0137      45  ok

bandwidth over span, op=reach
         span   bandwidth      +-  % of limit    ratio  sectors_per_request  lines_per_request  efficiency  status
   1073741824  173.5 GB/s  0.31 %      57.7 %      x 1                   32                 32       0.125  ok
   2147483648  168.8 GB/s  0.30 %      56.1 %  x 0.973                   32                 32       0.125  ok
   4294967296  172.5 GB/s  0.30 %      57.3 %  x 0.994                   32                 32       0.125  ok
   8589934592  169.9 GB/s  0.30 %      56.4 %  x 0.979                   32                 32       0.125  ok
  17179869184  167.4 GB/s  0.50 %      55.6 %  x 0.965                   32                 32       0.125  ok
  34359738368  168.5 GB/s  0.30 %      56.0 %  x 0.971                   32                 32       0.125  ok
  68719476736  167.0 GB/s  0.39 %      55.5 %  x 0.963                   32                 32       0.125  ok

concluded: useful_fraction over stride, bytes=4
  op      first  at  to                        at     last     ratio  points  status
  copy   0.3467   2  █▄▃▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  0.02183   x 0.063      44  ok
  read    0.503   2  █▄▃▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  262144  0.03561  x 0.0708      44  ok
  write  0.2284   2  █▅▃▂▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁  262144  0.01368  x 0.0599      44  ok

  concluded     value  of        status
  tlb_reach  68.72 GB  op=reach  ok
187 points: 187 ok
gpubench: not shown: 1 note (--rows), columns (--wide)
