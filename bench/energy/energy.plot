# The pictures of energy.gp; harness/plot/kinds.h describes the format.
summary energy of instructions and of bits by data, and FLOP per joule by the SMs at work
panel thread energy_per_thread             {op} load=100                                {data}
panel flop   energy_per_flop|energy_per_op {op} load=100,op=mma_fp16|mma_bf16|mma_tf32|mma_fp8|mma_int8|mma_fp64|wgmma_fp16|wgmma_bf16|wgmma_tf32|wgmma_fp8|wgmma_int8 {data}
panel bit    energy_per_bit                {op} -                                       {data}
panel load   flop_per_joule                load data=random                             {op}
finding An FFMA of a thread takes {thread[random] at ffma} on random numbers, {thread[zeros] at ffma} on zeros; a bit from DRAM {bit[random] at dram_read}
finding An FFMA of a thread takes {thread[random] at ffma} on random numbers, {thread[zeros] at ffma} on zeros
