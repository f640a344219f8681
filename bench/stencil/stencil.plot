# What stencil.gp draws: harness/plot/kinds.h tells how to read this.
summary a wave equation that spills, over its registers
panel rate  bandwidth      registers - {variant-}, L1 {l1}
panel local local_bytes    registers - {variant-}, L1 {l1}
panel warps resident_warps registers - {variant-}, L1 {l1}
finding {x of rate max} registers a thread are fastest: {rate max}, {rate max / rate[ca, L1 large] last} times the rate of {x of rate[ca, L1 large] last}
