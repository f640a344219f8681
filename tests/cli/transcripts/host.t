The processors of a host are a device of their own.

  $ gpubench-fake --device host -b toy
  gpubench: 'toy' measures GPUs: leave out --device host
  [1]
  $ gpubench-fake -b toy -d 0,host
  gpubench: 'host' cannot be combined with GPUs: measure them in separate runs
  [1]
  $ GPUBENCH_FAKE=devices=0 gpubench-fake --all
  gpubench: no CUDA device: the driver (CUDA 12.8) finds no GPU; --device host measures this host's processors
  [2]
  $ mkdir -p alone/plugins; cp "$(type -P gpubench-fake)" alone; ln -s "$PWD/build/tests/plugins/toy_host.so" alone/plugins; alone/gpubench-fake --all
  gpubench: no plug-in here measures GPUs; --device host measures this host's processors
  [1]
  $ alone/gpubench-fake -b toy_host
  gpubench: 'toy_host' measures the host's processors: add --device host
  [1]
  $ alone/gpubench-fake --list
  toy_host         host  adds a number to each word of an array, on the host

The host is one device, which tells of itself:

  $ echo 'command gpubench-fake --plugin build/tests/plugins/toy_host.so "$@" --device host' >here
  $ . ./here --list-devices | sed -E 's/^host .+  CPU-[0-9a-f-]{36}  [0-9]+ cores  [0-9.]+ GB$/host, its name, identity, cores and memory/'
  host, its name, identity, cores and memory
  $ . ./here info | grep -oE -e '^  L1 data cache, a core +[0-9]' -e '^  PCI' | tr -d 0-9
    L data cache, a core      
  $ gpubench-fake info --device host | grep -o '^host: '
  host: 
  $ . ./here --describe toy_host | head -1
  toy_host (host): adds a number to each word of an array, on the host
  $ . ./here --plan -b toy_host | grep -oE 'if nothing else runs'
  if nothing else runs

A run has a row, with the identity of that list, a value and a clock. On a busy machine a row may be suspect.

  $ . ./here --all --quick 2>/dev/null >host.csv; fields device compute_capability cuda benchmark metric unit <host.csv; fields value sm_clock_hz <host.csv | awk '{ print ($1 > 1e7 && $2 > 2e8 && $2 < 8e9) }'; [ "$(fields gpu_uuid <host.csv)" = "$(. ./here --list-devices | grep -oE 'CPU-[0-9a-f-]{36}')" ]
  host   toy_host bandwidth B/s
  1
  $ cp host.csv whole.csv; . ./here --all --quick --resume whole.csv 2>/dev/null; cmp whole.csv host.csv

A wrong result and a crash cost a row each:

  $ . ./here -b toy_host -a op=add,wrong,crash --quick 2>err | fields point status | sed 's/,threads=[0-9]*//; s/ suspect$/ ok/'; grep -oE 'verify: word [0-9]*|signal 11' err | sort -u
  op=add ok
  op=wrong failed
  op=crash failed
  signal 11
  verify: word 262143
