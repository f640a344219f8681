Refused pictures.

No picture:

  $ gpubench-fake plot roofline tests/data/every-roof.csv
  gpubench: no output file: use -o FILE.svg (or .png, .pdf)
  [1]

Data that cannot be written:

  $ gpubench-fake plot roofline tests/data/every-roof.csv --data /nowhere/x.dat
  gpubench: /nowhere/x.dat: cannot be written: No such file or directory
  [2]

Another format:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.gif
  gpubench: x.gif: expected a name that ends in .svg, .png or .pdf
  [2]

No format:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o svg
  gpubench: svg: expected a name that ends in .svg, .png or .pdf
  [2]

A picture that cannot be written:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o /nowhere/x.svg
  gpubench: /nowhere/x.svg: cannot be written: No such file or directory
  [2]

A kind that is none, and one that is nearly one:

  $ gpubench-fake plot pie tests/data/every-roof.csv -o x.svg
  gpubench: 'pie' is not a plot; gpubench plot lists them
  [1]
  $ gpubench-fake plot limts tests/data/every-roof.csv -o x.svg
  gpubench: 'limts' is not a plot; did you mean 'limits'?; gpubench plot lists them
  [1]

Options of another kind:

  $ gpubench-fake plot compare tests/data/fleet.csv -o x.svg --kernels x
  gpubench: --kernels cannot be combined with the plot compare
  [1]
  $ gpubench-fake plot roofline tests/data/every-roof.csv --relative-to H200 --data x.dat
  gpubench: --relative-to cannot be combined with the plot roofline
  [1]
  $ GPUBENCH_PLUGIN_PATH=build/plugins gpubench-fake plot offset tests/data/every-roof.csv -o x.svg --xlim 2:1
  gpubench: --xlim: found '2:1', expected A:B, two ascending numbers
  [1]

Files that are not there, are torn in their header, or have nothing to draw:

  $ GPUBENCH_PLUGIN_PATH=build/plugins gpubench-fake plot offset none.csv -o x.svg
  gpubench: none.csv: cannot be read: No such file or directory
  [2]
  $ gpubench-fake plot roofline none.csv -o x.svg
  gpubench: none.csv: cannot be read: No such file or directory
  gpubench: no GPU in these files
  [2]
  $ head -c 300 tests/data/every-roof.csv >header.csv
  $ GPUBENCH_PLUGIN_PATH=build/plugins gpubench-fake plot bank header.csv -o x.svg
  gpubench: header.csv: line 1: the file ends in this row, which is left out
  gpubench: header.csv: is empty, expected a header with the columns of gpubench-1
  [2]
  $ GPUBENCH_PLUGIN_PATH=build/plugins gpubench-fake plot offset tests/data/every-roof.csv -o x.svg
  gpubench: no rows of the benchmark 'offset' with the metric 'bandwidth' in these files
  [2]
  $ gpubench-fake plot history tests/data/every-roof.csv -o x.svg
  gpubench: no GPU of these files was measured more than once
  [2]
  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg --gpu nobody
  gpubench: --gpu 'nobody' matches none of the 1 GPUs, such as Test GPU "T1", 80\GB, GPU-aaaaaaaa-0000-0000-0000-000000000001 on node1
  [2]
  $ echo schema,host,gpu_name,gpu_uuid,benchmark,variant,roof,metric,unit,value,lo,hi,status >nolimit.csv
  $ echo gpubench-1,n1,Model A,GPU-1,dram,default,dram.read,bandwidth,B/s,1e12,1e12,1e12,ok >>nolimit.csv
  $ gpubench-fake plot limits nolimit.csv --data x.dat
  gpubench: no roof with a known limit in these files
  [2]
  $ ls x.*
  ls: cannot access 'x.*': No such file or directory
  [2]

No gnuplot, and no scripts:

  $ PATH=/nowhere "$(type -p gpubench-fake)" plot roofline tests/data/every-roof.csv -o x.svg
  gpubench: gnuplot cannot be run: No such file or directory (Debian: apt-get install gnuplot-nox)
  [2]
  $ GPUBENCH_PLOTS=/nowhere gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg
  gpubench: common.gp was not found next to the program; GPUBENCH_PLOTS names its folder
  [2]

Bad kernels, a quote that is not closed, and no kernels:

  $ printf 'name,flop,byte,seconds\nsaxpy,536870912,3221225472,0.001\nbad,1,2\n' >kernels.csv
  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg --kernels kernels.csv
  gpubench: kernels.csv: line 3: found 'bad,1,2', expected name,flop,byte,seconds, numbers above 0
  [2]
  $ printf 'name,flop,byte,seconds\n"torn,1,2,3\n' >kernels.csv
  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg --kernels kernels.csv
  gpubench: kernels.csv: line 2: found '"torn,1,2,3', expected name,flop,byte,seconds, numbers above 0
  [2]
  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg --kernels none.csv
  gpubench: none.csv: cannot be read: No such file or directory
  [2]

A base that is not there, and nothing but the base:

  $ gpubench-fake plot compare results/h200-sxm/quick.csv results/h100-sxm/quick.csv --relative-to V100 --data x.dat
  gpubench: --relative-to 'V100' is neither a file nor a model here; there is NVIDIA H100 80GB HBM3, board 695-2G520-0200-000; NVIDIA H200, board 692-2G520-0282-000
  [2]
  $ gpubench-fake plot compare results/h200-sxm/quick.csv --relative-to H200 --data x.dat
  gpubench: no other model in these files has a roof that NVIDIA H200 has
  [2]

Data of pictures. A roof that changed has its steps: the day, the size, the confidence, the cause.

  $ tests/simulate/simulate_history.py 60 >days.csv
  $ gpubench-fake plot history days.csv --data days.dat
  $ grep -E '^#|certain' days.dat
  # runs1
  # medians1
  # steps1
  1767247200 "-3.9 %, 99.95 % certain; -24.4 % a year"
  # runs2
  # medians2
  # steps2
  1769839200 "-3.0 %, 99.95 % certain; driver 580 -> 590"

The part of its limit that a roof reaches, as median and range of its GPUs, in bars of each model:

  $ gpubench-fake plot limits tests/data/fleet.csv --data limits.dat
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  $ grep -E '^#|DRAM read' limits.dat
  # bars
  2 79.96 79.84 83.2832 1 "DRAM read"
  # bars
  2 48 48 48 1 "DRAM read"

The name of a template has commas:

  $ printf '\xef\xbb\xbfname,flop,byte,seconds\n"gemm<float, 4>(""a"", int)",2e12,1e10,0.05\r\n' >kernels.csv
  $ gpubench-fake plot roofline tests/data/every-roof.csv --data template.dat --kernels kernels.csv
  $ grep gemm template.dat
  200 4e+13 "gemm<float, 4>('a', int)" 0.7 200 5.148e+13 0
