$ gpubench --all --plan=90   # about
--- 80 x 24
all GPUs          points   roofs   seconds
tensor               138      38        53
cache                187       6        12
gemm                  18       7         9
ffma                   6       6         8
dram                  16       4         7
bank                 511       0         7
random                63       3         6
transfer              68       3         5
offset               312       0         4
instr                250       0         4
shared                 9       2         4
map                  214       0         3
l1                   204       0         3
occupancy            197       0         3
stride               187       0         3

all points        points   roofs   seconds
GPU 0               3861      72       150

about 150 s
for one GPU of compute capability 9.0, with assumed memory and caches
gpubench: not shown: 34 rows (--rows)
--- 120 x 40
all GPUs          points   roofs   seconds
tensor               138      38        53
cache                187       6        12
gemm                  18       7         9
ffma                   6       6         8
dram                  16       4         7
bank                 511       0         7
random                63       3         6
transfer              68       3         5
offset               312       0         4
instr                250       0         4
shared                 9       2         4
map                  214       0         3
l1                   204       0         3
occupancy            197       0         3
stride               187       0         3
clocks                 2       2         3
latency              182       0         3
prefetch             180       0         3
divergence           164       0         3
launch                37       1         2
intensity            108       0         2
texture              140       0         2
spill                112       0         2
overlap              100       0         2
constant              86       0         2
transpose             54       0         2
sampling              78       0         2
async                 36       0         1
loaded                51       0         1
dsmem                 27       0         1
sync                  27       0         1

all points        points   roofs   seconds
GPU 0               3861      72       150

about 150 s
for one GPU of compute capability 9.0, with assumed memory and caches
gpubench: not shown: 18 rows (--rows)
$ gpubench --describe tensor
--- 80 x 24
tensor (GPU): Tensor Cores: every number format, dense and sparse, on normal
    numbers and on zeros

    Every SM multiplies small matrices repeatedly, D = D + A B. Variant mma
    keeps the operands in registers (mma.sync: m8n8k4 on sm_70, m16n8 since).
    Variant wgmma reads them from shared memory with a swizzle of 128 bytes
    (Hopper's warpgroup instructions, m64n256, four of them a group); A may
    come from registers. Variant tcgen05, for compute capability 10.x and 11.x,
    is tcgen05.mma of one SM (m128n256) or two (m256n256), with sums of FP32,
    FP16 or INT32 in tensor memory. Variant scaled, for compute capability
    12.x, is mma.sync in FP6 and FP4 and with scales of blocks. The types mx
    and nv have a scale, whose value is 1 or 2, for each block of 32 elements
    along k (nvfp4: 16). Where A is sparse, blocks are twice as long. Sums
    restart every 8 passes over k, as in a matrix product, so they neither
    overflow nor absorb small terms. Operands are standard normal numbers
    rounded to the format (int8: in steps of 1/32), or zeros, which take less
    power and allow a higher clock. e4m3 has one more mantissa bit than e5m2,
    which costs power; data=coarse gives it the numbers of e5m2. The compiler
    implements mma.sync in FP8 on Hopper with FP16, and its limit is that of
    FP16.
    Value: a multiply-add is two operations. With a sparse A, which omits two
    of four elements, the products with its zeros count too. Dense matrices
gpubench: not shown: 59 lines (--rows)
--- 120 x 40
tensor (GPU): Tensor Cores: every number format, dense and sparse, on normal numbers and on zeros

    Every SM multiplies small matrices repeatedly, D = D + A B. Variant mma keeps the operands in
    registers (mma.sync: m8n8k4 on sm_70, m16n8 since). Variant wgmma reads them from shared memory
    with a swizzle of 128 bytes (Hopper's warpgroup instructions, m64n256, four of them a group); A
    may come from registers. Variant tcgen05, for compute capability 10.x and 11.x, is tcgen05.mma
    of one SM (m128n256) or two (m256n256), with sums of FP32, FP16 or INT32 in tensor memory.
    Variant scaled, for compute capability 12.x, is mma.sync in FP6 and FP4 and with scales of
    blocks. The types mx and nv have a scale, whose value is 1 or 2, for each block of 32 elements
    along k (nvfp4: 16). Where A is sparse, blocks are twice as long. Sums restart every 8 passes
    over k, as in a matrix product, so they neither overflow nor absorb small terms. Operands are
    standard normal numbers rounded to the format (int8: in steps of 1/32), or zeros, which take
    less power and allow a higher clock. e4m3 has one more mantissa bit than e5m2, which costs
    power; data=coarse gives it the numbers of e5m2. The compiler implements mma.sync in FP8 on
    Hopper with FP16, and its limit is that of FP16.
    Value: a multiply-add is two operations. With a sparse A, which omits two of four elements, the
    products with its zeros count too. Dense matrices with wide sums set the roofs.
    Verified on poisoned output: the last sums, element by element, in double precision on the host.
    The tolerance covers truncated low-order bits.
    Limit: the rate of the units at the SM clock measured over the timed interval.
    Status: the variants tcgen05 and scaled are audited, never run. Their machine code was examined,
    and their descriptors and layouts were compared with those of CUTLASS. A run of tcgen05 verifies
    every format before any is timed; please send the file of the first run to the project.

    metric   flop_rate, FLOP/s
    variant  mma: nvcc (no further flags) [sm_90], of type=fp16,bf16,tf32,e4m3,e5m2,int8,fp64
    variant  wgmma: nvcc -DTENSOR_WGMMA [sm_90a], of type=fp16,bf16,tf32,e4m3,e5m2,int8,fp64
    variant  tcgen05: nvcc -DTENSOR_TCGEN05 [sm_90]
    variant  scaled: nvcc -DTENSOR_SCALED [sm_90], of type=fp6_e3m2, fp6_e2m3, fp4_e2m1, mxfp8_e4m3, mxfp6_e3m2,
             mxfp6_e2m3, mxfp4, nvfp4
    watch    points of --sdc: type=fp16,bf16,tf32,e4m3,int8,fp64 acc=fp32 data=normal sparsity=dense

Axes
    type (every value is a row)
        number format of both operands; mx and nv have a scale for every 32 or 16 elements
        quick    fp16 bf16 e4m3 fp64 nvfp4
        default  fp16 bf16 tf32 e4m3 e5m2 int8 fp64 fp6_e3m2 fp6_e2m3 fp4_e2m1 mxfp8_e4m3 mxfp6_e3m2 mxfp6_e2m3 mxfp4
                 nvfp4
gpubench: not shown: 30 lines (--rows)
$ gpubench --describe stride
--- 80 x 24
stride (GPU): copy, read and write with a stride between threads; reach of the
    address translation

    Thread i accesses element i x stride. Up to a distance of 256 bytes the
    elements are spread over 1 GiB, so their number falls with the stride.
    Beyond that they are spread over up to 32 GiB, or 40 % of the memory; at
    its end the pattern starts again 128 bytes further on, so no line is
    touched twice. In the form `wide` a thread has 16 bytes in flight (32 where
    it only reads), so the pattern is the bottleneck. In `naive` it has one
    element, as in the sources. reach reads one line of each 2 MiB page in
    turn, the next line in each round. The rate falls where the translations of
    the span are no longer cached.
    Value: useful bytes. sectors_per_request and lines_per_request are the
    32-byte sectors and 128-byte lines that a warp's request touches, computed
    from the addresses. efficiency is the ratio of useful bytes to the bytes of
    all sectors touched, which moved_bandwidth counts; excess_sectors is 1 -
    efficiency. memory_bytes is the traffic of a launch on a card whose L2
    fetches 64 bytes at once (before 8.0: 32), writes back 32 and first fetches
    any sector that is partly written; memory_efficiency is the ratio of useful
    bytes to memory_bytes.
    Verified: every element written, on poisoned output; for reads the sum of
    all elements.
gpubench: not shown: 37 lines (--rows)
--- 120 x 40
stride (GPU): copy, read and write with a stride between threads; reach of the address translation

    Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over
    1 GiB, so their number falls with the stride. Beyond that they are spread over up to 32 GiB, or
    40 % of the memory; at its end the pattern starts again 128 bytes further on, so no line is
    touched twice. In the form `wide` a thread has 16 bytes in flight (32 where it only reads), so
    the pattern is the bottleneck. In `naive` it has one element, as in the sources. reach reads one
    line of each 2 MiB page in turn, the next line in each round. The rate falls where the
    translations of the span are no longer cached.
    Value: useful bytes. sectors_per_request and lines_per_request are the 32-byte sectors and
    128-byte lines that a warp's request touches, computed from the addresses. efficiency is the
    ratio of useful bytes to the bytes of all sectors touched, which moved_bandwidth counts;
    excess_sectors is 1 - efficiency. memory_bytes is the traffic of a launch on a card whose L2
    fetches 64 bytes at once (before 8.0: 32), writes back 32 and first fetches any sector that is
    partly written; memory_efficiency is the ratio of useful bytes to memory_bytes.
    Verified: every element written, on poisoned output; for reads the sum of all elements.
    Limit: 2 x memory clock x bus width / 8 x memory_efficiency.
    Source: strideCopy of the CUDA C Best Practices Guide and of "CUDA optimization in depth".

    metric   bandwidth, B/s
    variant  default: nvcc (no further flags) [sm_90]

Axes
    op (every value is a row)
        copy, read or write with a stride; reach: read lines of a growing number of pages in turn
        quick    copy read write
        default  copy read write reach
        every    copy read write reach
    stride (every value is a row, elements; where op=copy,read,write)
        distance between the elements of neighbouring threads
        quick    1 2 8 32
        default  1 2 3 4 5 6 7 8 9 10 11 12 ... 262144 (45 values)
        every    1 2 3 4 5 6 7 8 9 10 11 12 ... 262144 (45 values)
    span (every value is a row, B; where op=reach)
        memory over which the elements of `reach` are spread, 2 MiB apart
        quick    1073741824 2147483648 4294967296 8589934592 17179869184 34359738368 68719476736
        default  1073741824 2147483648 4294967296 8589934592 17179869184 34359738368 68719476736
        every    268435456 536870912 1073741824 2147483648 4294967296 8589934592 17179869184 34359738368 68719476736
gpubench: not shown: 10 lines (--rows)
$ gpubench --dry-run -b dram   # correctly fail
--- 80 x 24
dram: dry run of #dram.so
dram: ok: 4 points in 125 shapes, 58 kernels launched; 4 verified; all 4
    correctly fail on a device that does nothing; 28 mistakes tried; work of 4
    points counted
gpubench: not shown: 23 rows (--rows)
--- 120 x 40
dram: dry run of #dram.so
dram: ok: 4 points in 125 shapes, 58 kernels launched; 4 verified; all 4 correctly fail on a device that does nothing;
    28 mistakes tried; work of 4 points counted
gpubench: not shown: 23 rows (--rows)
$ gpubench --dry-run -b clocks -b unroll   # benchmarks: ok
--- 80 x 24
2 benchmarks: ok
gpubench: not shown: 28 rows (--rows)
