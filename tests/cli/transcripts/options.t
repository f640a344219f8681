Lines of options that are refused, each with one message.

Of a run:

  $ while read -r line; do eval "gpubench-fake $line"; done <<'END'
  > --quick
  > --al1
  > -x
  > --all -b
  > --all --json
  > --deep -b x
  > --all --quick --every-point
  > --every-point --all --quick
  > --all -b dram
  > --all --max-noise 0
  > --all --max-noise 2
  > --all --max-noise 1x
  > --all --timeout nan
  > --all --timeout inf
  > --all --timeout -3
  > --all --min-time 0
  > --all --watch 0
  > --all --min-samples 1.5
  > --all --min-samples 100000
  > --all --launches 0.5
  > --all --launches 1e30
  > --all --max-memory 0.5
  > --all --max-memory 1e30
  > --all --max-memory 1XB
  > --all --max-memory 1iB
  > --all --max-memory 1GBB
  > --all --max-memory GB
  > --all --max-memory 0.3KiB
  > --all --points a.csv -o a.csv
  > --all --points a.csv --json a.csv
  > roofs a.csv b.csv -o b.csv
  > roofs a.csv --export superbench --baseline a.csv
  > compare a.csv --baseline b.csv -o b.csv
  > plot cache a.csv --data a.csv
  > --all -o a.csv --json a.csv
  > --all --json -
  > --all --json - -o -
  > --all --resume -
  > roofs a.csv --export superbench --rules -
  > roofs a.csv --export superbench -o x --baseline y --rules y
  > plot roofline a.csv -o x.svg --data x.svg
  > measure
  > info extra
  > --all --work 1
  > -xl
  > --all -zq
  > END
  gpubench: nothing to run: name benchmarks with -b, or use --all; see gpubench --help
  gpubench: '--al1' is not an option; did you mean '--all'? See gpubench --help
  gpubench: '-x' is not an option; see gpubench --help
  gpubench: '-b' lacks its value; see gpubench --help
  gpubench: '--json' lacks its value; see gpubench --help
  gpubench: --deep needs --all: -b always measures all points of its benchmarks
  gpubench: --quick and --every-point are mutually exclusive
  gpubench: --quick and --every-point are mutually exclusive
  gpubench: --all and -b are mutually exclusive
  gpubench: --max-noise '0': expected a part such as 5% or 0.05
  gpubench: --max-noise '2': expected a part such as 5% or 0.05
  gpubench: --max-noise '1x': expected a part such as 5% or 0.05
  gpubench: --timeout 'nan': expected a number above 0
  gpubench: --timeout 'inf': expected a number above 0
  gpubench: --timeout '-3': expected a number above 0
  gpubench: --min-time '0': expected a number above 0
  gpubench: --watch '0': expected a number above 0
  gpubench: --min-samples '1.5': expected a whole number up to 10000
  gpubench: --min-samples '100000': expected a whole number up to 10000
  gpubench: --launches '0.5': expected a whole number up to 1000000000
  gpubench: --launches '1e30': expected a whole number up to 1000000000
  gpubench: --max-memory '0.5': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory '1e30': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory '1XB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory '1iB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory '1GBB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory 'GB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: --max-memory '0.3KiB': expected bytes, such as 1500000, 1.5MB or 2GiB, up to 1000000000000000
  gpubench: 'a.csv' is an input and would be overwritten
  gpubench: 'a.csv' is an input and would be overwritten
  gpubench: 'b.csv' is an input and would be overwritten
  gpubench: 'a.csv' is an input and would be overwritten
  gpubench: 'b.csv' is an input and would be overwritten
  gpubench: 'a.csv' is an input and would be overwritten
  gpubench: -o and --json name the same file: 'a.csv'
  gpubench: -o and --json would both go to standard output: name a file for one
  gpubench: -o and --json would both go to standard output: name a file for one
  gpubench: --resume -: expected a file, not standard output
  gpubench: -o and --rules would both go to standard output: name a file for one
  gpubench: --baseline and --rules name the same file: 'y'
  gpubench: -o and --data name the same file: 'x.svg'
  gpubench: 'measure' is not a command; there are run (the default), info, show, roofs, peaks, compare, check, history, store, plot, profile, ab and report
  gpubench: 'extra' is not a command; there are run (the default), info, show, roofs, peaks, compare, check, history, store, plot, profile, ab and report
  gpubench: --work '1': expected a part such as 5% or 0.05
  gpubench: '-x' is not an option; see gpubench --help
  gpubench: '-z' is not an option; see gpubench --help
  [1]

Of commands that read results:

  $ while read -r line; do eval "gpubench-fake $line"; done <<'END'
  > roofs
  > compare --csv
  > roofs --all x.csv
  > compare x.csv --max-drop
  > compare x.csv --max-drop 5
  > compare x.csv --max-drop 5%%
  > compare x.csv --max-drop %
  > compare x.csv --margin 0
  > compare x.csv --margin 100%
  > compare x.csv --margin nan
  > roofs x.csv --csv --json
  > roofs x.csv --csv --export ncu
  > roofs x.csv --export excel
  > roofs x.csv --export ncu --rules y
  > roofs x.csv --rules y
  > roofs x.csv --export prometheus --baseline y
  > -d 0 roofs
  > END
  gpubench: no file: name result files, or - for standard input; see gpubench roofs --help
  gpubench: no file: name result files, or - for standard input; see gpubench compare --help
  gpubench: '--all' is not an option; see gpubench roofs --help
  gpubench: '--max-drop' lacks its value; see gpubench compare --help
  gpubench: --max-drop '5': expected a part such as 5% or 0.05
  gpubench: --max-drop '5%%': expected a part such as 5% or 0.05
  gpubench: --max-drop '%': expected a part such as 5% or 0.05
  gpubench: --margin '0': expected a part such as 5% or 0.05
  gpubench: --margin '100%': expected a part such as 5% or 0.05
  gpubench: --margin 'nan': expected a part such as 5% or 0.05
  gpubench: --csv, --json and --markdown are mutually exclusive
  gpubench: --export cannot be combined with --csv, --json or --markdown
  gpubench: --export 'excel': expected ncu, ert, nersc, superbench, aiconfigurator or prometheus
  gpubench: --rules needs --export superbench or --export prometheus
  gpubench: --rules needs --export superbench or --export prometheus
  gpubench: --baseline needs --export superbench
  gpubench: 'roofs' is not a command here: put it first
  [1]

Of pictures:

  $ while read -r line; do eval "gpubench-fake $line"; done <<'END'
  > plot roofline
  > plot pie x.csv -o x.svg
  > plot limts x.csv -o x.svg
  > plot roofline x.csv
  > plot roofline x.csv -o -
  > report
  > END
  gpubench: no file: name result files, or - for standard input; see gpubench plot --help
  gpubench: 'pie' is not a plot; gpubench plot lists them
  gpubench: 'limts' is not a plot; did you mean 'limits'?; gpubench plot lists them
  gpubench: no output file: use -o FILE.svg (or .png, .pdf)
  gpubench: -o -: expected a file whose name ends in .svg, .png or .pdf
  gpubench: no file: name result files, or - for standard input; see gpubench report --help
  [1]

An option that is given too often:

  $ gpubench-fake --all $(printf ' -ax=1%.0s' {1..64}) -h >/dev/null; gpubench-fake --all $(printf ' -ax=1%.0s' {1..65})
  gpubench: --axis is given more than 64 times
  [1]

Of a picture that shows no kernels:

  $ gpubench plot offset x.csv -o x.svg --kernels k
  gpubench: --kernels cannot be combined with the plot offset
  [1]

Every option in the help of a command is one of its options:

  $ for command in $(gpubench-fake --complete -- ''); do for option in $(gpubench-fake $command --help | grep -oE -e '^  (-.,|   ) --[a-z-]+' | grep -oE -e '--.*'); do gpubench-fake $command $option 1 -h 2>&1 | grep 'is not an option'; done; done; gpubench-fake --alles -h
  gpubench: '--alles' is not an option; see gpubench --help
  [1]

The same words are no mistake where the outputs differ:

  $ gpubench-fake roofs tests/data/before.csv --export superbench -o x --rules - | head -1
  # SuperBench rules: a GPU that fails, or is 5 % worse than the baseline
  $ gpubench-fake report - -o - <tests/data/before.csv 2>/dev/null >page; head -1 page
  <!doctype html>
