$ gpubench plot roofline h200.csv -o h200.svg   # is written
--- 80 x 24
gpubench: h200.svg is written: #
$ gpubench plot roofline h200.csv h100.csv -o h200-h100.svg   # is written
--- 80 x 24
gpubench: h200-h100.svg is written: #
$ gpubench plot roofline 16.csv -o 16.svg   # is written
--- 80 x 24
gpubench: 16.svg is written: #
$ gpubench plot roofline 100.csv -o 100.svg   # is written
--- 80 x 24
gpubench: 100.svg is written: #
$ gpubench plot roofline 1000.csv -o 1000.svg   # is written
--- 80 x 24
gpubench: 1000.svg is written: #
$ gpubench plot compare h200.csv -o h200-2.svg   # is written
--- 80 x 24
gpubench: h200-2.svg is written: #
$ gpubench plot compare h200.csv h100.csv -o h200-h100-2.svg   # is written
--- 80 x 24
gpubench: h200-h100-2.svg is written: #
$ gpubench plot compare 16.csv -o 16-2.svg   # is written
--- 80 x 24
gpubench: 16-2.svg is written: #
$ gpubench plot compare 100.csv -o 100-2.svg   # is written
--- 80 x 24
gpubench: 100-2.svg is written: #
$ gpubench plot compare 1000.csv -o 1000-2.svg   # is written
--- 80 x 24
gpubench: 1000-2.svg is written: #
$ gpubench plot
--- 80 x 24
compare          each GPU's distance from the median of its peers, or models
                 against one of them
history          roofs of the same GPUs over time, with their steps
limits           how much of its physical limit each roof reaches
node             this host: NUMA nodes, PCIe, GPUs and their links; takes no
                 file
pairs            a matrix of the rates from each GPU of a host to every other
roofline         roofs of memory and arithmetic over the intensity, and kernels
                 under them
async            copies into shared memory by bytes in flight to an SM
atomic           atomic operations per second by address pattern, and cycles in
                 shared memory
bank             cycles per request against the degree of its bank conflicts
cache            bandwidth over the working set
case             the steps of the worked example: their rates, and their
                 positions under the roof of L1
clocks           the clock of working SMs, by their number and by duty cycle
collective       NCCL's collective operations by size, and small all-reduces by
                 NCCL's protocols and over peer memory
constant         cycles of constant loads by distinct words and working set, of
                 multiply-adds by operand and code size
divergence       cycles by number of paths in a warp
gpubench: not shown: 53 lines (--rows)
--- 120 x 40
compare          each GPU's distance from the median of its peers, or models against one of them
history          roofs of the same GPUs over time, with their steps
limits           how much of its physical limit each roof reaches
node             this host: NUMA nodes, PCIe, GPUs and their links; takes no file
pairs            a matrix of the rates from each GPU of a host to every other
roofline         roofs of memory and arithmetic over the intensity, and kernels under them
async            copies into shared memory by bytes in flight to an SM
atomic           atomic operations per second by address pattern, and cycles in shared memory
bank             cycles per request against the degree of its bank conflicts
cache            bandwidth over the working set
case             the steps of the worked example: their rates, and their positions under the roof of L1
clocks           the clock of working SMs, by their number and by duty cycle
collective       NCCL's collective operations by size, and small all-reduces by NCCL's protocols and over peer memory
constant         cycles of constant loads by distinct words and working set, of multiply-adds by operand and code size
divergence       cycles by number of paths in a warp
dram             the memory's bandwidth by the mix of reads and writes
dsmem            bytes per clock between SMs of a cluster, and cycles to one of them
energy           energy of instructions and of bits by data, and FLOP per joule by the SMs at work
fused            rates of the matrix unit and of another pipe, both at once, by their ratio
gemm             matrix products by cuBLAS, by size
instr            operations per clock and latency of instructions
intensity        FLOP/s by FLOP per byte of memory
interfere        slowdown of work on a part of the SMs by other work on the rest, as heat maps of victims and
                 aggressors
issue            cycles of a scheduler by register banks and by pipes, and the shares of its warps
l1               reuse with and without L1
latency          cycles of a dependent access by working set, pages, kind of memory, and home of a line
launch           the cost of starting work: on the host, on the device, in graphs, with a wait
ldmatrix         cycles of ldmatrix and stmatrix by row pitch
lines            hits by distance, stride, conflicting lines and set size; bits of the hash of L2; bandwidth by stride;
                 lines of a set of L2
loaded           latency of DRAM against the bandwidth used by other SMs
map              latency from every SM to the slices of L2, as a heat map of GPCs and halves; bandwidth by choice of
                 SMs
mma              operations per clock and latency of matrix instructions by shape
numerics         bits that matrix units keep in a sum
occupancy        bandwidth and FMAs by warps per SM
offset           copies and sums of misaligned arrays
gpubench: not shown: 18 lines (--rows)
$ gpubench plot limts h200.csv -o limits.svg   # did you mean
--- 80 x 24
gpubench: 'limts' is not a plot; did you mean 'limits'?; gpubench plot lists
    them
--- 120 x 40
gpubench: 'limts' is not a plot; did you mean 'limits'?; gpubench plot lists them
