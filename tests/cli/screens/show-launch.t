$ gpubench show results/h200-sxm/all.csv launch   # point
--- 80 x 24
launch: time to start work: calls, gaps, round trips, events, graphs and memory

GPU 0 on vm, NVIDIA H200

host_clock_step over args, op=enqueue
  args  host_clock_step     +-    ratio      time  host_away  status   note
     8         44.00 ns  8.6 %      x 1  3.285 µs    0.01211  suspect     1
   256         35.00 ns  7.9 %  x 0.795  3.223 µs          0  suspect     2
  1024         34.00 ns  7.4 %  x 0.773  3.453 µs    0.04548  suspect     3
  4000         37.00 ns  6.7 %  x 0.841  3.378 µs          0  suspect     4

time over args, op=period
  args      time     +-    ratio  status   note  found best
     8  1.505 µs  9.7 %      x 1  suspect     5  stream=14
   256  1.514 µs  9.6 %   x 1.01  suspect     6  stream=14
  1024  1.457 µs  6.6 %  x 0.968  ok             stream=10
  4000  1.427 µs  8.5 %  x 0.948  suspect     7  stream=14

note 1: its visits gave 3.182e-06 and 3.493e-06 s
note 2: its visits gave 3.161e-06 and 3.409e-06 s
note 3: its visits gave 3.345e-06 and 3.547e-06 s
37 points: 13 ok, 22 suspect, 2 skipped
gpubench: not shown: 4 notes, 29 rows (--rows)
--- 120 x 40
launch: time to start work: calls, gaps, round trips, events, graphs and memory

GPU 0 on vm, NVIDIA H200

host_clock_step over args, op=enqueue
  args  host_clock_step     +-    ratio      time  host_away  status   note
     8         44.00 ns  8.6 %      x 1  3.285 µs    0.01211  suspect     1
   256         35.00 ns  7.9 %  x 0.795  3.223 µs          0  suspect     2
  1024         34.00 ns  7.4 %  x 0.773  3.453 µs    0.04548  suspect     3
  4000         37.00 ns  6.7 %  x 0.841  3.378 µs          0  suspect     4

time over args, op=period
  args      time     +-    ratio  status   note  found best
     8  1.505 µs  9.7 %      x 1  suspect     5  stream=14
   256  1.514 µs  9.6 %   x 1.01  suspect     6  stream=14
  1024  1.457 µs  6.6 %  x 0.968  ok             stream=10
  4000  1.427 µs  8.5 %  x 0.948  suspect     7  stream=14

time over op
wait    nodes        op                time      +-    ratio   fastest  slowest_of_100  host_clock_step  status   note
                     early_period  587.5 ns    11 %      x 1         -               -                -  suspect     8
                     gap           1.467 µs   6.6 %    x 2.5         -               -                -  ok
                     early_gap     515.9 ns    11 %  x 0.878         -               -                -  suspect     9
                     hop           1.558 µs   6.6 %   x 2.65         -               -                -  ok
driver               round_trip    8.677 µs  0.89 %      x 1  6.899 µs        13.64 µs         37.00 ns  ok
        chain        graph         681.0 ns   6.6 %      x 1         -               -                -  ok
        branches_4   graph         237.1 ns   6.6 %      x 1         -               -                -  ok
        branches_32  graph         184.9 ns   6.7 %      x 1         -               -                -  ok
        copy         graph         2.202 µs   6.6 %      x 1         -               -                -  ok
        fill         graph         847.4 ns   6.6 %      x 1         -               -                -  ok
        if           graph         6.974 µs   6.6 %      x 1         -               -                -  ok

note 1: its visits gave 3.182e-06 and 3.493e-06 s
note 2: its visits gave 3.161e-06 and 3.409e-06 s
note 3: its visits gave 3.345e-06 and 3.547e-06 s
37 points: 13 ok, 22 suspect, 2 skipped
gpubench: not shown: 6 notes, 18 rows (--rows), columns (--wide)
