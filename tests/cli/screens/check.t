$ gpubench check h200.csv   # OK:
--- 80 x 24
32 of 32 roofs judged; OK: 1 GPU of vm matches its reference
$ gpubench check h200.csv h100.csv   # OK:
--- 80 x 24
32 of 32 roofs judged; OK: 2 GPUs of vm match their reference
$ gpubench check 16.csv   # slow:
--- 80 x 24
gpubench: node00001: GPU 7 (GPU-00000001-0000-4000-8000-00000000000f) matrix
    units 5.8 % below its reference
gpubench: node00000: GPU 2 (GPU-00000001-0000-4000-8000-000000000002) matrix
    units 5.5 % below its reference
gpubench: node00001: GPU 2 (GPU-00000001-0000-4000-8000-00000000000a) matrix
    units 5.5 % below its reference
29 of 40 roofs judged; slow: node00000: GPU 2
    (GPU-00000001-0000-4000-8000-000000000002) tensor.bf16 6.5 % below its
    reference: clock under load -5.3 %, work per clock -1.2 %, and 17 more of
    16 GPUs; 176 without a verdict
gpubench: not shown: 51 notes (--rows)
--- 120 x 40
gpubench: node00001: GPU 7 (GPU-00000001-0000-4000-8000-00000000000f) matrix units 5.8 % below its reference
gpubench: node00000: GPU 2 (GPU-00000001-0000-4000-8000-000000000002) matrix units 5.5 % below its reference
gpubench: node00001: GPU 2 (GPU-00000001-0000-4000-8000-00000000000a) matrix units 5.5 % below its reference
29 of 40 roofs judged; slow: node00000: GPU 2 (GPU-00000001-0000-4000-8000-000000000002) tensor.bf16 6.5 % below its
    reference: clock under load -5.3 %, work per clock -1.2 %, and 17 more of 16 GPUs; 176 without a verdict
gpubench: not shown: 51 notes (--rows)
$ gpubench check 100.csv   # slow:
--- 80 x 24
gpubench: node00003: GPU 2 (GPU-00000001-0000-4000-8000-00000000000e) matrix
    units 5.7 % below its reference
gpubench: node00019: GPU 1 (GPU-00000001-0000-4000-8000-00000000004d) matrix
    units 5.5 % below its reference
gpubench: node00016: GPU 2 (GPU-00000001-0000-4000-8000-000000000042) matrix
    units 5.5 % below its reference
29 of 40 roofs judged; slow: node00011: GPU 0
    (GPU-00000001-0000-4000-8000-00000000002c) matrix units 5.8 % below its
    reference, and 101 more of 100 GPUs; 1100 without a verdict
gpubench: not shown: 59 notes (--rows)
--- 120 x 40
gpubench: node00003: GPU 2 (GPU-00000001-0000-4000-8000-00000000000e) matrix units 5.7 % below its reference
gpubench: node00019: GPU 1 (GPU-00000001-0000-4000-8000-00000000004d) matrix units 5.5 % below its reference
gpubench: node00016: GPU 2 (GPU-00000001-0000-4000-8000-000000000042) matrix units 5.5 % below its reference
29 of 40 roofs judged; slow: node00011: GPU 0 (GPU-00000001-0000-4000-8000-00000000002c) matrix units 5.8 % below its
    reference, and 101 more of 100 GPUs; 1100 without a verdict
gpubench: not shown: 59 notes (--rows)
$ gpubench check 1000.csv   # slow:
--- 80 x 24
gpubench: node00006: GPU 1 (GPU-00000001-0000-4000-8000-000000000031) matrix
    units 5.9 % below its reference
gpubench: node00069: GPU 7 (GPU-00000001-0000-4000-8000-00000000022f) matrix
    units 5.9 % below its reference
gpubench: node00117: GPU 0 (GPU-00000001-0000-4000-8000-0000000003a8) matrix
    units 5.9 % below its reference
29 of 40 roofs judged; slow: node00037: GPU 1
    (GPU-00000001-0000-4000-8000-000000000129) matrix units 6.0 % below its
    reference, and 1004 more of 1000 GPUs; 11000 without a verdict
gpubench: not shown: 59 notes (--rows)
--- 120 x 40
gpubench: node00006: GPU 1 (GPU-00000001-0000-4000-8000-000000000031) matrix units 5.9 % below its reference
gpubench: node00069: GPU 7 (GPU-00000001-0000-4000-8000-00000000022f) matrix units 5.9 % below its reference
gpubench: node00117: GPU 0 (GPU-00000001-0000-4000-8000-0000000003a8) matrix units 5.9 % below its reference
29 of 40 roofs judged; slow: node00037: GPU 1 (GPU-00000001-0000-4000-8000-000000000129) matrix units 6.0 % below its
    reference, and 1004 more of 1000 GPUs; 11000 without a verdict
gpubench: not shown: 59 notes (--rows)
$ gpubench check 16.csv --baseline h200.csv   # slow:
--- 80 x 24
gpubench: the runs differ in version (0.1.0-0696da0, 0.2.0-c51f2d4e)
gpubench: no verdict: node00000: GPU 0
    (GPU-00000001-0000-4000-8000-000000000000) dram.latency_near is not
    measured
gpubench: no verdict: node00000: GPU 0
    (GPU-00000001-0000-4000-8000-000000000000) dram.latency_far is not measured
gpubench: no verdict: node00000: GPU 0
    (GPU-00000001-0000-4000-8000-000000000000) l2.latency_near is not measured
29 of 38 roofs judged; slow: node00000: GPU 4
    (GPU-00000001-0000-4000-8000-000000000004) dram.copy 4.6 % below its
    baseline; 144 without a verdict
gpubench: not shown: 34 notes (--rows)
--- 120 x 40
gpubench: the runs differ in version (0.1.0-0696da0, 0.2.0-c51f2d4e)
gpubench: no verdict: node00000: GPU 0 (GPU-00000001-0000-4000-8000-000000000000) dram.latency_near is not measured
gpubench: no verdict: node00000: GPU 0 (GPU-00000001-0000-4000-8000-000000000000) dram.latency_far is not measured
gpubench: no verdict: node00000: GPU 0 (GPU-00000001-0000-4000-8000-000000000000) l2.latency_near is not measured
29 of 38 roofs judged; slow: node00000: GPU 4 (GPU-00000001-0000-4000-8000-000000000004) dram.copy 4.6 % below its
    baseline; 144 without a verdict
gpubench: not shown: 34 notes (--rows)
$ gpubench check h200.csv --baseline h100.csv   # no verdict:
--- 80 x 24
gpubench: no verdict: vm: GPU 0 (GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1) is
    in the baseline but not in these files
0 of 46 roofs judged; no verdict: vm: GPU 0
    (GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c) cannot be judged: there is no
    baseline for NVIDIA H200, board 692-2G520-0282-000, 700 W, and 1 more
--- 120 x 40
gpubench: no verdict: vm: GPU 0 (GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1) is in the baseline but not in these files
0 of 46 roofs judged; no verdict: vm: GPU 0 (GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c) cannot be judged: there is no
    baseline for NVIDIA H200, board 692-2G520-0282-000, 700 W, and 1 more
$ gpubench compare 100.csv --judge   # slow:
--- 80 x 24
  verdict  deviation  worst roof  host       GPU
  slow        -5.0 %  dram.copy   node00004  GPU-00000001-0000-400...0000000011
  slow        -5.0 %  int32       node00018  GPU-00000001-0000-400...0000000048
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: node00018: GPU 0 (GPU-00000001-0000-4000-8000-000000000048) int32 5.0
    % below its peers
gpubench: note: node00000: GPU 0 (GPU-00000001-0000-4000-8000-000000000000)
    tensor.tf32 (suspect: the GPU warmed by 16 degrees during the point)
gpubench: note: node00000: GPU 1 (GPU-00000001-0000-4000-8000-000000000001)
    tensor.tf32 (suspect: the GPU warmed by 16 degrees during the point)
gpubench: --judge: 29 of 29 roofs judged; slow: node00004: GPU 1
    (GPU-00000001-0000-4000-8000-000000000011) dram.copy 5.0 % below its peers,
    and 1 more of 2 GPUs
gpubench: not shown: 19 notes, 59 rows (--rows), columns (--wide)
--- 120 x 40
  rank  verdict  deviation  worst roof        value  more roofs  host       GPU
     1  slow        -5.0 %  dram.copy    4.090 TB/s           -  node00004  GPU-00000001-0000-4000-8000-000000000011
     2  slow        -5.0 %  int32       31.76 TOP/s           1  node00018  GPU-00000001-0000-4000-8000-000000000048
Outliers: 2 GPUs outside the scatter of healthy GPUs
gpubench: node00018: GPU 0 (GPU-00000001-0000-4000-8000-000000000048) int32 5.0 % below its peers
gpubench: note: node00000: GPU 0 (GPU-00000001-0000-4000-8000-000000000000) tensor.tf32 (suspect: the GPU warmed by 16
    degrees during the point)
gpubench: note: node00000: GPU 1 (GPU-00000001-0000-4000-8000-000000000001) tensor.tf32 (suspect: the GPU warmed by 16
    degrees during the point)
gpubench: --judge: 29 of 29 roofs judged; slow: node00004: GPU 1 (GPU-00000001-0000-4000-8000-000000000011) dram.copy
    5.0 % below its peers, and 1 more of 2 GPUs
gpubench: not shown: 19 notes, 59 rows (--rows), columns (--wide)
$ gpubench compare 1000.csv --max-drop 3%   # slow:
--- 80 x 24
  verdict  deviation  worst roof         host       GPU
  slow        -5.0 %  tensor.int8.zeros  node00097  GPU-00000001-000...0000030e
  slow        -5.0 %  dram.triad         node00108  GPU-00000001-000...00000363
  slow        -5.0 %  l1.read            node00102  GPU-00000001-000...00000335
  slow        -5.0 %  dram.copy          node00017  GPU-00000001-000...00000089
  slow        -5.0 %  int32              node00072  GPU-00000001-000...00000246
Outliers: 5 GPUs outside the scatter of healthy GPUs, and by 3 % at least
gpubench: node00108: GPU 3 (GPU-00000001-0000-4000-8000-000000000363)
    dram.triad 5.0 % below its peers
gpubench: node00102: GPU 5 (GPU-00000001-0000-4000-8000-000000000335) l1.read
    5.0 % below its peers
gpubench: --max-drop 3%: 29 of 29 roofs judged; slow: node00097: GPU 6
    (GPU-00000001-0000-4000-8000-00000000030e) tensor.int8.zeros 5.0 % below
    its peers: clock under load +0.0 %, work per clock -5.0 %, and 4 more of 5
    GPUs
gpubench: not shown: 23 notes, 59 rows (--rows), columns (--wide)
--- 120 x 40
  rank  verdict  deviation  worst roof               value  host       GPU
     1  slow        -5.0 %  tensor.int8.zeros  1.792 POP/s  node00097  GPU-00000001-0000-4000-8000-00000000030e
     2  slow        -5.0 %  dram.triad          4.189 TB/s  node00108  GPU-00000001-0000-4000-8000-000000000363
     3  slow        -5.0 %  l1.read             31.48 TB/s  node00102  GPU-00000001-0000-4000-8000-000000000335
     4  slow        -5.0 %  dram.copy           4.090 TB/s  node00017  GPU-00000001-0000-4000-8000-000000000089
     5  slow        -5.0 %  int32              31.75 TOP/s  node00072  GPU-00000001-0000-4000-8000-000000000246
Outliers: 5 GPUs outside the scatter of healthy GPUs, and by 3 % at least
gpubench: node00108: GPU 3 (GPU-00000001-0000-4000-8000-000000000363) dram.triad 5.0 % below its peers
gpubench: node00102: GPU 5 (GPU-00000001-0000-4000-8000-000000000335) l1.read 5.0 % below its peers
gpubench: node00017: GPU 1 (GPU-00000001-0000-4000-8000-000000000089) dram.copy 5.0 % below its peers
gpubench: --max-drop 3%: 29 of 29 roofs judged; slow: node00097: GPU 6 (GPU-00000001-0000-4000-8000-00000000030e)
    tensor.int8.zeros 5.0 % below its peers: clock under load +0.0 %, work per clock -5.0 %, and 4 more of 5 GPUs
gpubench: not shown: 22 notes, 59 rows (--rows), columns (--wide)
