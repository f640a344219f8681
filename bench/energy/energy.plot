# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary energy of instructions and of bits by data, and FLOP per joule by the SMs at work
size 1200 860
columns 2
xwords 60 11
draw bars
panel thread energy_per_thread {op} load=100 {data}
    title instructions of a thread
    ylabel energy (pJ)
    yscale 1e-12
    room 0.1
    key top left
panel flop energy_per_flop|energy_per_op {op} load=100,op=mma_fp16|mma_bf16|mma_tf32|mma_fp8|mma_int8|mma_fp64|wgmma_fp16|wgmma_bf16|wgmma_tf32|wgmma_fp8|wgmma_int8 {data}
    title matrix instructions
    ylabel energy per FLOP or OP (pJ)
    yscale 1e-12
    room 0.1
    key off
panel bit energy_per_bit {op} - {data}
    title memory
    ylabel energy per bit (pJ)
    yscale 1e-12
    room 0.1
    key off
panel load flop_per_joule load data=random {op}
    title random numbers, all power of the card
    xlabel SMs at work (%)
    ylabel FLOP per joule (10^9)
    yscale 1e9
    xrange 0:105
    xtics every 25
    key top left
    draw rings
finding An FFMA of a thread takes {thread[random] at ffma} on random numbers, {thread[zeros] at ffma} on zeros; a bit from DRAM {bit[random] at dram_read}
finding An FFMA of a thread takes {thread[random] at ffma} on random numbers, {thread[zeros] at ffma} on zeros
