# What stencil.gp draws: harness/plot/kinds.h tells how to read this.
summary a wave equation that spills, over its registers
panel rate  bandwidth      registers - {variant-}, L1 {l1}
panel local local_bytes    registers - {variant-}, L1 {l1}
panel warps resident_warps registers - {variant-}, L1 {l1}
