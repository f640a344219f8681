$ gpubench -h
--- 80 x 24
gpubench measures the real performance of GPUs. Commands have their own --help.

  gpubench --all > gpu.csv  measure everything on every GPU
  gpubench -b dram -a op=copy -d 0
                            one benchmark, one axis, one GPU
  gpubench --sdc 60 -o sdc.csv
                            look for silent data corruption, a minute per GPU

      --all                 every benchmark
  -b, --benchmark REGEX     benchmarks whose whole name matches
  -a, --axis NAME=VALUES    use these values: 1,2,4
  -d, --device LIST         indices, UUID prefixes or PCI ids of GPUs, or all
      --quick               measure few values per axis
      --plan[=CC]           print what would be measured, and for how long
      --sdc SECONDS         watch for silent data corruption
  -o, --output FILE         CSV into FILE instead of standard output
      --resume FILE         complete the CSV of an interrupted run
      --json FILE           also write JSON lines with raw samples
  -l, --list                the benchmarks
      --describe NAME       method, axes and metrics of a benchmark
Commands: info, show, roofs, peaks, compare, check, history, store, plot,
    profile, ab, report; gpubench COMMAND -h explains one
gpubench --help explains all options
--- 120 x 40
gpubench measures the real performance of GPUs. Commands have their own --help.

  gpubench --all > gpu.csv  measure everything on every GPU
  gpubench -b dram -a op=copy -d 0
                            one benchmark, one axis, one GPU
  gpubench --sdc 60 -o sdc.csv
                            look for silent data corruption, a minute per GPU

      --all                 every benchmark
  -b, --benchmark REGEX     benchmarks whose whole name matches
  -a, --axis NAME=VALUES    use these values: 1,2,4
  -d, --device LIST         indices, UUID prefixes or PCI ids of GPUs, or all
      --quick               measure few values per axis
      --plan[=CC]           print what would be measured, and for how long
      --sdc SECONDS         watch for silent data corruption
  -o, --output FILE         CSV into FILE instead of standard output
      --resume FILE         complete the CSV of an interrupted run
      --json FILE           also write JSON lines with raw samples
  -l, --list                the benchmarks
      --describe NAME       method, axes and metrics of a benchmark
Commands: info, show, roofs, peaks, compare, check, history, store, plot, profile, ab, report; gpubench COMMAND -h
    explains one
gpubench --help explains all options
