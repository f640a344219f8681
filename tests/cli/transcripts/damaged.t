Plug-ins that are damaged, or that end the process that loads them, cost a line in every command, and other plug-ins
work. tests/unit/test_loader.c damages every page.

  $ mkdir more; cat >each <<'END'
  > export GPUBENCH_PLUGIN_PATH=more
  > for command in "--list" "--help" "check --help" "--man" "--describe skeleton" "--dry-run -b skeleton" "-b skeleton --quick"; do
  >   gpubench-fake $command >out 2>err; echo "$command: $? $(grep -c 'is not used: ' err) $(grep -qE 'skeleton|Exit status' out && echo shown)"
  > done
  > gpubench-fake check --baseline tests/data/every-roof.csv --seconds 20 2>&1 | grep -c 'is not used: '
  > gpubench-fake --complete -- gpubench -b toy; gpubench-fake --list 2>&1 >/dev/null
  > END

A page of zeros in the code:

  $ cp build/tests/plugins/toy_curve.so more; dd if=/dev/zero of=more/toy_curve.so bs=4096 seek=1 count=1 conv=notrunc status=none; . ./each 2>&1 | sed 's/checksum is .*/checksum is #/'
  --list: 0 1 shown
  --help: 0 1 shown
  check --help: 0 1 shown
  --man: 0 1 shown
  --describe skeleton: 0 1 shown
  --dry-run -b skeleton: 0 1 shown
  -b skeleton --quick: 0 1 shown
  1
  toy
  toy_cycles
  gpubench: plug-in more/toy_curve.so is not used: the file is damaged: its checksum is #

A plug-in that aborts, or that exits:

  $ rm more/*; cp build/tests/plugins/dies.so more; . ./each
  --list: 0 1 shown
  --help: 0 1 shown
  check --help: 0 1 shown
  --man: 0 1 shown
  --describe skeleton: 0 1 shown
  --dry-run -b skeleton: 0 1 shown
  -b skeleton --quick: 0 1 shown
  1
  toy
  toy_cycles
  gpubench: plug-in more/dies.so is not used: loading it ended a process by signal 6 (Aborted)
  $ GPUBENCH_DIES=exit GPUBENCH_PLUGIN_PATH=more gpubench-fake --list | grep toy
  gpubench: plug-in more/dies.so is not used: loading it ended a process with status 3
  toy              GPU   a plug-in for the tests, over the fake device
  toy_cycles       GPU   a plug-in for the tests that observes cycles

Changes made by packaging tools are no damage:

  $ rm more/*; cp build/tests/plugins/toy_curve.so more; strip more/toy_curve.so; readelf -n more/toy_curve.so | grep -c ' gpubench '; GPUBENCH_PLUGIN_PATH=more gpubench-fake --list | grep curve
  1
  toy_curve        GPU   a plug-in for the tests with metrics and conclusions
  $ dd if=/dev/zero of=more/toy_curve.so bs=4096 seek=1 count=1 conv=notrunc status=none; GPUBENCH_PLUGIN_PATH=more gpubench-fake --list 2>&1 >/dev/null | sed 's/checksum is .*/checksum is #/'
  gpubench: plug-in more/toy_curve.so is not used: the file is damaged: its checksum is #
