Runs over several GPUs on the fake device.

  $ mkdir plugins; ln -s "$PWD/build/tests/plugins/toy_pair.so" plugins

One GPU: every row says what it needs:

  $ GPUBENCH_PLUGIN_PATH=plugins gpubench-fake -b toy_pair --quick | fields point status reason
  toy_pair   3 points   3 skipped: needs a second GPU, and this run has one
  op=copy skipped needs a second GPU, and this run has one
  op=both skipped needs a second GPU, and this run has one
  op=kernel skipped needs a second GPU, and this run has one

One GPU of three:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick -d 1 | fields reason
  toy_pair   3 points   3 skipped: needs a second GPU, and this run has one
  needs a second GPU, and this run has one
  needs a second GPU, and this run has one
  needs a second GPU, and this run has one

Three GPUs: every point, every pair:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --every-point | fields point status | sort | uniq -c
        6 op=both ok
        6 op=copy ok
        6 op=kernel ok

All at once: pairs are skipped:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick --concurrent | fields point status | sort | uniq -c
  gpubench: toy_pair: 1 of 3 points are measured for all 6 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
  GPU 0 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
  GPU 1 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
  GPU 2 toy_pair   4 points   4 skipped: needs exclusive use of its GPUs; --concurrent measures all of them at once
        3 op=both skipped
        6 op=copy skipped
        3 op=kernel skipped

Eight GPUs: 56 pairs of one point, 8 of two:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=8 gpubench-fake -b toy_pair --quick | fields point status | sort | uniq -c
  gpubench: toy_pair: 1 of 3 points are measured for all 56 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
        8 op=both ok
       56 op=copy ok
        8 op=kernel ok

A deadline that is too early is told:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=8 gpubench-fake -b toy_pair --quick --plan --deadline 1
  gpubench: toy_pair: 1 of 3 points are measured for all 56 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
  all GPUs          points   roofs   seconds
  toy_pair              72      56        63
  
  all points        points   roofs   seconds
  GPU 0                  9       7         8
  GPU 1                  9       7         8
  GPU 2                  9       7         8
  GPU 3                  9       7         8
  GPU 4                  9       7         8
  GPU 5                  9       7         8
  GPU 6                  9       7         8
  GPU 7                  9       7         8
  
  about 63 s, one GPU after another; --deadline ends it after 1 s, with a failed row for each point that is left

A plan of nothing:

  $ GPUBENCH_PLUGIN_PATH=plugins gpubench-fake --plan
  gpubench: nothing to run: name benchmarks with -b, or use --all; see gpubench --help
  [1]

Links are down: they are named:

  $ GPUBENCH_PLUGIN_PATH=plugins GPUBENCH_FAKE=devices=2,linksdown=3 gpubench-fake -b toy_pair --quick | fields status reason
  GPU 0 toy_pair   3 points in #   best 30.29 GB/s toy_pair.copy   3 suspect: the benchmark's own doubt (3)
  GPU 1 toy_pair   3 points in #   best 30.29 GB/s toy_pair.copy   3 suspect: the benchmark's own doubt (3)
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 0: 3 of 18 NVLinks are down: 0, 1, 2; GPU 1: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2
  suspect GPU 1: 3 of 18 NVLinks are down: 0, 1, 2; GPU 0: 3 of 18 NVLinks are down: 0, 1, 2

The pairs of two GPUs, and of three: each pair of the points that are worth it, the next GPU of the others.

  $ echo 'export GPUBENCH_PLUGIN_PATH=plugins' >pairs
  $ . ./pairs; GPUBENCH_FAKE=devices=2 gpubench-fake -b toy_pair --quick | fields device peer_uuid point status | sort
  0 GPU-b0000000-1111-2222-3333-444444444444 op=both ok
  0 GPU-b0000000-1111-2222-3333-444444444444 op=copy ok
  0 GPU-b0000000-1111-2222-3333-444444444444 op=kernel ok
  1 GPU-a0000000-1111-2222-3333-444444444444 op=both ok
  1 GPU-a0000000-1111-2222-3333-444444444444 op=copy ok
  1 GPU-a0000000-1111-2222-3333-444444444444 op=kernel ok
  $ . ./pairs; GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick -o whole.csv 2>/dev/null
  $ fields device peer_uuid point status <whole.csv | sort
  0 GPU-b0000000-1111-2222-3333-444444444444 op=both ok
  0 GPU-b0000000-1111-2222-3333-444444444444 op=copy ok
  0 GPU-b0000000-1111-2222-3333-444444444444 op=kernel ok
  0 GPU-c0000000-1111-2222-3333-444444444444 op=copy ok
  1 GPU-a0000000-1111-2222-3333-444444444444 op=copy ok
  1 GPU-c0000000-1111-2222-3333-444444444444 op=both ok
  1 GPU-c0000000-1111-2222-3333-444444444444 op=copy ok
  1 GPU-c0000000-1111-2222-3333-444444444444 op=kernel ok
  2 GPU-a0000000-1111-2222-3333-444444444444 op=both ok
  2 GPU-a0000000-1111-2222-3333-444444444444 op=copy ok
  2 GPU-a0000000-1111-2222-3333-444444444444 op=kernel ok
  2 GPU-b0000000-1111-2222-3333-444444444444 op=copy ok
  $ fields device point_number points <whole.csv | sort | uniq -c
        1 0 1 4
        1 0 2 4
        1 0 3 4
        1 0 4 4
        1 1 1 4
        1 1 2 4
        1 1 3 4
        1 1 4 4
        1 2 1 4
        1 2 2 4
        1 2 3 4
        1 2 4 4

A resumed run keeps each pair's own rows, and has those of all pairs:

  $ sed 6,9d whole.csv >cut.csv
  $ . ./pairs; GPUBENCH_FAKE=devices=3 gpubench-fake -b toy_pair --quick --resume cut.csv 2>&1 | grep kept
  gpubench: cut.csv: 8 points are kept, 4 measured anew
  $ fields device peer_uuid point status <cut.csv | sort | diff - <(fields device peer_uuid point status <whole.csv | sort)

A GPU is lost as a peer: its pairs alone fail.

  $ . ./pairs; GPUBENCH_FAKE=devices=3,lostpeer=1 gpubench-fake -b toy_pair --quick 2>/dev/null | fields device peer_uuid point status reason | sort
  0 GPU-b0000000-1111-2222-3333-444444444444 op=both failed cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)
  0 GPU-b0000000-1111-2222-3333-444444444444 op=copy failed cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)
  0 GPU-b0000000-1111-2222-3333-444444444444 op=kernel failed cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)
  0 GPU-c0000000-1111-2222-3333-444444444444 op=copy ok 
  1 GPU-a0000000-1111-2222-3333-444444444444 op=copy ok 
  1 GPU-c0000000-1111-2222-3333-444444444444 op=both ok 
  1 GPU-c0000000-1111-2222-3333-444444444444 op=copy ok 
  1 GPU-c0000000-1111-2222-3333-444444444444 op=kernel ok 
  2 GPU-a0000000-1111-2222-3333-444444444444 op=both ok 
  2 GPU-a0000000-1111-2222-3333-444444444444 op=copy ok 
  2 GPU-a0000000-1111-2222-3333-444444444444 op=kernel ok 
  2 GPU-b0000000-1111-2222-3333-444444444444 op=copy failed cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)
  [2]

A kernel of a peer hangs: its row, and what comes after it with that peer.

  $ . ./pairs; GPUBENCH_FAKE=devices=3,hungpeer=1 gpubench-fake -b toy_pair --quick --patience 3 2>/dev/null | fields device peer_uuid point status | grep failed
  0 GPU-b0000000-1111-2222-3333-444444444444 op=kernel failed
  0 GPU-b0000000-1111-2222-3333-444444444444 op=copy failed
  [2]

Peer access is refused:

  $ . ./pairs; GPUBENCH_FAKE=devices=3,nopeers=1 gpubench-fake -b toy_pair --quick 2>/dev/null | fields status reason | sort | uniq -c
       12 skipped the two GPUs have no access to each other's memory

A slow pair among 56 is found, and no other; the table names it by both GPUs.

  $ . ./pairs; GPUBENCH_FAKE=devices=8,slowpair=25 gpubench-fake -b toy_pair --quick -o fleet.csv 2>/dev/null
  $ gpubench-fake compare fleet.csv
  Outliers: 1 GPU outside the scatter of healthy GPUs
    rank  verdict  deviation  z  worst roof          value  more roofs  host  GPU                                                                                   PCI           differs in
       1  slow        -7.0 %  -  toy_pair.copy  28.16 GB/s           -  host  GPU-c0000000-1111-2222-3333-444444444444 to GPU-f0000000-1111-2222-3333-444444444444  0000:38:00.0
  
  Fake GPU, pairs, board 900-FAKE0-0000-000: 56 GPUs on 1 host
    roof           GPUs      median  robust sd   worst    best  slow  fast
    toy_pair.copy    56  30.29 GB/s     0.00 %  -7.0 %  +0.0 %     1     -
  $ gpubench-fake compare --csv fleet.csv | fields gpu_uuid verdict | grep -v normal
  GPU-c0000000-1111-2222-3333-444444444444 to GPU-f0000000-1111-2222-3333-444444444444 slow

It is in the matrix of a picture:

  $ gpubench-fake plot pairs fleet.csv --data pairs.dat
  $ grep -cE '^[0-7] [0-7] [0-9.]+$' pairs.dat; grep '^2 5' pairs.dat
  56
  2 5 28.1551
  $ gpubench-fake plot pairs tests/data/fleet.csv --data none.dat
  gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
  gpubench: no roof of a pair of GPUs in these files
  [2]

A check against a baseline with pairs judges the GPUs alone:

  $ . ./pairs; GPUBENCH_FAKE=devices=3 gpubench-fake -b 'toy|toy_pair' --quick -o both.csv --plugin build/tests/plugins/toy.so 2>/dev/null
  $ . ./pairs; GPUBENCH_FAKE=devices=3 gpubench-fake check --baseline both.csv --max-drop 5%
  gpubench: baseline of Fake GPU, board 900-FAKE0-0000-000: 3 GPUs; spread 0.0 to 0.0 %
  1 of 1 roof judged; OK: 3 GPUs of host match their baseline

SuperBench: one line a node, with names of its own. Prometheus: both GPUs of a pair. Exports of one GPU's peaks leave pairs out.

  $ sed 's/toy_pair\.copy/p2p.copy/; s/toy\.add/dram.read/' both.csv >named.csv
  $ gpubench-fake roofs named.csv --export superbench
  {"node":"host","gpubench/dram_read:0":0.1024,"gpubench/dram_read:1":0.1024,"gpubench/dram_read:2":0.1024,"gpu-copy-bw/gpu0_to_gpu1_write_by_dma_bw":30.2868974,"gpu-copy-bw/gpu0_to_gpu2_write_by_dma_bw":30.2868974,"gpu-copy-bw/gpu1_to_gpu0_write_by_dma_bw":30.2868974,"gpu-copy-bw/gpu1_to_gpu2_write_by_dma_bw":30.2868974,"gpu-copy-bw/gpu2_to_gpu0_write_by_dma_bw":30.2868974,"gpu-copy-bw/gpu2_to_gpu1_write_by_dma_bw":30.2868974,"gpubench/return_code":0}
  $ gpubench-fake roofs named.csv --export prometheus | awk "/p2p/ && !n++"
  gpubench_bandwidth_bytes_per_second{uuid="GPU-a0000000-1111-2222-3333-444444444444",peer="GPU-b0000000-1111-2222-3333-444444444444",gpu="0 to 1",pci="0000:18:00.0",model="Fake GPU, pairs",board="900-FAKE0-0000-000",roof="p2p.copy"} 30286897400
  $ gpubench-fake roofs named.csv --export ert | grep -E 'p2p|DRAM'
            "DRAM read",
            "DRAM read",

Facts about the host: links, peers and the network.

  $ unset HWLOC_COMPONENTS; HWLOC_XMLFILE=tests/data/node.xml GPUBENCH_FAKE=devices=2,linksdown=1 gpubench-fake info | grep -E 'NVLinks|PCIe now|network|each way;'
    PCIe now (idle: slower)    generation 5 x 16 lanes, 63.02 GB/s each way
    NVLinks                    17 of 18 up, version 4.0, to switches, 425.0 GB/s each way
                               1 of 18 NVLinks is down: 0
    PCIe now (idle: slower)    generation 5 x 16 lanes, 63.02 GB/s each way
    NVLinks                    17 of 18 up, version 4.0, to switches, 425.0 GB/s each way
                               1 of 18 NVLinks is down: 0
            network, 0000:17:00.0, mlx5_0
    0 to 1: 17 NVLinks, 425.0 GB/s each way; peer access, with atomics
  $ GPUBENCH_FAKE=devices=2,nopeers=1 gpubench-fake info | grep ' to 1:'
    0 to 1: 18 NVLinks, 450.0 GB/s each way; no peer access
  $ GPUBENCH_FAKE=devices=2,fail=peer_can:2 gpubench-fake info | grep ' to 1:'
    0 to 1: 18 NVLinks, 450.0 GB/s each way; peer access is not known

And as a picture:

  $ unset HWLOC_COMPONENTS; HWLOC_XMLFILE=tests/data/node.xml GPUBENCH_FAKE=devices=2,linksdown=1 gpubench-fake plot node --data node.dat
  $ grep '"' node.dat
  0 0 0 0 0 "host"
  1 1 0 0 1 "NUMA node 0, 1 cores, 256.0 GB"
  2 2 1 1 2 "PCIe root, domain 0000, buses 10 to 1f"
  3 3 2 2 2 "PCIe bridge 0000:10:01.0"
  4 4 3 3 3 "GPU 0, Fake GPU, 0000:18:00.0"
  4 5 3 3 4 "network, 0000:17:00.0, mlx5_0"
  1 6 0 0 1 "NUMA node 1, 1 cores, 128.0 GB"
  2 7 1 6 2 "PCIe root, domain 0000, buses 28 to 28"
  3 8 2 7 3 "GPU 1, Fake GPU, 0000:28:00.0"
  4 8 "17 NVLinks, 425.0 GB/s each way"
  $ unset HWLOC_COMPONENTS; HWLOC_XMLFILE=tests/data/node.xml GPUBENCH_FAKE=devices=0 gpubench-fake plot node --data node.dat
  $ grep '"' node.dat
  0 0 0 0 0 "host"
  1 1 0 0 1 "NUMA node 0, 1 cores, 256.0 GB"
  2 2 1 1 2 "PCIe root, domain 0000, buses 10 to 1f"
  3 3 2 2 2 "PCIe bridge 0000:10:01.0"
  4 4 3 3 3 "display, 0000:18:00.0"
  4 5 3 3 4 "network, 0000:17:00.0, mlx5_0"
  1 6 0 0 1 "NUMA node 1, 1 cores, 128.0 GB"
  2 7 1 6 2 "PCIe root, domain 0000, buses 28 to 28"
  3 8 2 7 3 "display, 0000:28:00.0"
  $ gpubench-fake plot node some.csv --data node.dat
  gpubench: 'some.csv': node takes no file
  [1]

Faults cost a row, and no other: a peer's kernel that hangs, and calls between peers.

  $ GPUBENCH_FAKE=devices=3,hungpeer=1 gpubench-fake --plugin build/tests/plugins/toy_pair.so -b toy_pair --quick --patience 3 2>&1 >/dev/null | grep -o 'failed: hung: no answer for' | sort -u
  failed: hung: no answer for
  [2]
  $ for operation in peer_can peer_access peer_copy peer_wait; do for nth in 2 9+; do GPUBENCH_FAKE=devices=3,fail=$operation:$nth gpubench-fake --plugin build/tests/plugins/toy_pair.so -b toy_pair --quick 2>/dev/null | fields status | wc -l; done; done | sort | uniq -c
        8 12
  [2]

A plan of eight GPUs measures nothing, and takes longer than one by less than their number:

  $ GPUBENCH_FAKE=devices=8 gpubench-fake --plugin build/tests/plugins/toy_pair.so -b toy_pair --quick --plan -o unmeasured.csv | awk '/^GPU 0/ { one = $NF } /^toy_pair/ { all = $NF } END { print (all >= 4 * one && all <= 8 * one) }'; ls unmeasured.csv
  gpubench: toy_pair: 1 of 3 points are measured for all 56 ordered pairs of GPUs, the others from each GPU to the next; --every-point measures all points for all pairs
  1
  ls: cannot access 'unmeasured.csv': No such file or directory
  [2]

Another host of the same name has its own matrix:

  $ GPUBENCH_FAKE=devices=8,slowpair=25 gpubench-fake --plugin build/tests/plugins/toy_pair.so -b toy_pair --quick -o eight.csv 2>/dev/null; GPUBENCH_FAKE=devices=3 gpubench-fake --plugin build/tests/plugins/toy_pair.so -b toy_pair --quick 2>/dev/null | sed 's/GPU-/GPU-f/g' >other.csv
  $ gpubench-fake plot pairs eight.csv other.csv --data pairs.dat; awk '/^#/ { printf "%s ", n; n = 0 } /^[0-9]/ { n++ } END { print n }' pairs.dat
   56 6
