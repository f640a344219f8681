Files with code that others could have placed are refused with one line, and accepted with --allow-foreign.

  $ mkdir open; cp build/tests/plugins/toy_curve.so open; cp open/toy_curve.so open/toy_copy.so; chmod 777 open
  $ echo 'export GPUBENCH_PLUGIN_PATH=open; gpubench-fake "$@" --list | cut -d " " -f 1' >list

An open folder: one line for it, not one for each plug-in. It is open if it is sticky, too.

  $ . ./list
  gpubench: plug-ins in open are not used: anyone can write to open (--allow-foreign accepts it anyway)
  skeleton
  toy
  toy_cycles
  $ GPUBENCH_PLUGIN_PATH=open gpubench-fake -b toy_curve --quick
  gpubench: plug-ins in open are not used: anyone can write to open (--allow-foreign accepts it anyway)
  gpubench: no benchmark 'toy_curve'; there are skeleton, toy, toy_cycles
  [1]
  $ chmod 1777 open; . ./list
  gpubench: plug-ins in open are not used: anyone can write to open (--allow-foreign accepts it anyway)
  skeleton
  toy
  toy_cycles

One that is allowed; completion takes it with the option, and not without:

  $ rm open/toy_copy.so; . ./list --allow-foreign
  skeleton
  toy
  toy_curve
  toy_cycles
  $ GPUBENCH_PLUGIN_PATH=open gpubench-fake --complete -- gpubench --allow-foreign -b toy_
  toy_curve
  toy_cycles
  $ GPUBENCH_PLUGIN_PATH=open gpubench-fake --complete -- gpubench -b toy_
  toy_cycles

One that was closed, and an open file in it:

  $ chmod 755 open; . ./list
  skeleton
  toy
  toy_curve
  toy_cycles
  $ chmod 666 open/toy_curve.so; . ./list
  gpubench: plug-in open/toy_curve.so is not used: anyone can write to open/toy_curve.so (--allow-foreign accepts it anyway)
  skeleton
  toy
  toy_cycles

An open file that is named, and allowed:

  $ gpubench-fake --plugin open/toy_curve.so --list
  gpubench: plug-in open/toy_curve.so is not used: anyone can write to open/toy_curve.so (--allow-foreign accepts it anyway)
  skeleton         GPU   adds a constant to an array: a benchmark to start your own from
  toy              GPU   a plug-in for the tests, over the fake device
  toy_cycles       GPU   a plug-in for the tests that observes cycles
  $ gpubench-fake --plugin open/toy_curve.so --allow-foreign -b toy_curve --quick 2>/dev/null | fields status | sort | uniq -c
       13 ok

For a link, its target counts; a file in a sticky folder belongs to its owner.

  $ mkdir -m 755 links; ln -s ../open/toy_curve.so links; GPUBENCH_PLUGIN_PATH=links gpubench-fake --list >/dev/null
  gpubench: plug-in links/toy_curve.so is not used: anyone can write to open/toy_curve.so (--allow-foreign accepts it anyway)
  $ chmod 644 open/toy_curve.so; chmod 777 open; GPUBENCH_PLUGIN_PATH=links gpubench-fake --list >/dev/null
  gpubench: plug-in links/toy_curve.so is not used: anyone can write to open (--allow-foreign accepts it anyway)
  $ chmod 1777 open; gpubench-fake --plugin open/toy_curve.so --list | cut -d ' ' -f 1; chmod 755 open
  skeleton
  toy
  toy_curve
  toy_cycles

An open model fails the dry run:

  $ cp build/tests/plugins/skeleton.model .; chmod 666 skeleton.model; gpubench-fake --dry-run -b skeleton --model skeleton.model | grep -E 'WRONG: models'
          WRONG: models skeleton.model: anyone can write to skeleton.model (--allow-foreign accepts it anyway)
  [2]

An open folder of pictures has none, and a report is without them. They can be allowed.

  $ mkdir pictures; cp build/plugins/bank.plot build/plugins/cache.plot pictures; chmod 777 pictures; echo 'GPUBENCH_PLUGIN_PATH=pictures command gpubench-fake "$@"' >pictured
  $ . ./pictured plot | grep -E '^(bank|cache) '
  gpubench: no picture of pictures is drawn: anyone can write to pictures (--allow-foreign accepts it anyway)
  [1]
  $ . ./pictured plot bank tests/data/every-roof.csv -o bank.svg
  gpubench: no picture of pictures is drawn: anyone can write to pictures (--allow-foreign accepts it anyway)
  gpubench: 'bank' is not a plot; gpubench plot lists them
  [1]
  $ . ./pictured report tests/data/every-roof.csv -o report.html
  gpubench: no picture of pictures is drawn: anyone can write to pictures (--allow-foreign accepts it anyway)
  [2]
  $ . ./pictured plot --allow-foreign | grep -E '^(bank|cache) '
  bank             cycles per request against the degree of its bank conflicts
  cache            bandwidth over the working set
  $ chmod 755 pictures; chmod 666 pictures/bank.plot; . ./pictured plot bank tests/data/every-roof.csv --data data
  gpubench: pictures/bank.plot: anyone can write to pictures/bank.plot (--allow-foreign accepts it anyway)
  [2]

A folder that cannot be read, even by root, may hold the requested file:

  $ ln -s loop loop
  $ for command in --list plot; do GPUBENCH_PLUGIN_PATH=loop gpubench-fake $command 2>&1 >/dev/null; done
  gpubench: plug-ins in loop are not used: it cannot be read: Too many levels of symbolic links
  gpubench: GPUBENCH_PLUGIN_PATH=loop: no plug-in (NAME.so) there: name folders such as build/plugins, ':' between them
  gpubench: no picture of loop is drawn: it cannot be read: Too many levels of symbolic links
  $ GPUBENCH_REFERENCE=loop gpubench-fake compare tests/data/every-roof.csv --baseline reference 2>&1 >/dev/null
  gpubench: loop: it cannot be read: Too many levels of symbolic links
  gpubench: there is no reference for these GPUs: each is compared with its peers
  [2]

An open reference, and an open folder of references:

  $ mkdir -m 755 reference; cp tests/data/every-roof.csv reference/site.csv; chmod 666 reference/site.csv
  $ GPUBENCH_REFERENCE=reference gpubench-fake compare tests/data/every-roof.csv --baseline reference 2>&1 >/dev/null
  gpubench: reference/site.csv: anyone can write to reference/site.csv (--allow-foreign accepts it anyway)
  gpubench: there is no reference for these GPUs: each is compared with its peers
  [2]
  $ chmod 644 reference/site.csv; chmod 777 reference; GPUBENCH_REFERENCE=reference gpubench-fake compare tests/data/every-roof.csv --baseline reference 2>&1 >/dev/null
  gpubench: reference: anyone can write to reference (--allow-foreign accepts it anyway)
  gpubench: there is no reference for these GPUs: each is compared with its peers
  [2]
  $ GPUBENCH_REFERENCE=reference gpubench-fake compare tests/data/every-roof.csv --baseline reference --allow-foreign 2>&1 >/dev/null
  gpubench: reference of Test GPU "T1", 80\GB: 1 GPU

Scripts of pictures, and one that they load:

  $ cp tests/../plots/roofline.gp mine.gp; chmod 666 mine.gp; gpubench-fake plot roofline tests/data/every-roof.csv --script mine.gp -o x.svg
  gpubench: mine.gp: anyone can write to mine.gp (--allow-foreign accepts it anyway)
  [2]
  $ gpubench-fake plot roofline tests/data/every-roof.csv --script mine.gp --allow-foreign -o x.svg 2>&1 | grep anyone
  [1]
  $ cp -r tests/../plots plots; chmod 666 plots/common.gp; GPUBENCH_PLOTS=plots gpubench-fake plot roofline tests/data/every-roof.csv -o x.svg
  gpubench: plots/common.gp: anyone can write to plots/common.gp (--allow-foreign accepts it anyway)
  [2]
