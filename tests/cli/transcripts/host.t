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
