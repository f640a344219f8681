# The pictures of stencil.gp; harness/plot/kinds.h describes the format.
summary a wave equation that spills, by number of registers
panel rate  bandwidth      registers - {variant-}, L1 {l1}
panel local local_bytes    registers - {variant-}, L1 {l1}
panel warps resident_warps registers - {variant-}, L1 {l1}
finding {x of rate max} registers per thread are fastest: {rate max}, {rate max / rate[ca, L1 large] last} times the rate with {x of rate[ca, L1 large] last}
