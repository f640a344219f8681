# The pictures of interfere.gp; harness/reading/plot/kinds.h describes the format.
summary slowdown of work on a part of the SMs by other work on the rest, as heat maps of victims and aggressors
panel s25 slowdown {aggressor} share=25 {victim}
panel s50 slowdown {aggressor} share=50 {victim}
panel s75 slowdown {aggressor} share=75 {victim}
finding Next to DRAM reads on the other half of the SMs, DRAM reads take {s50[dram] at dram} times as long, L2 reads {s50[l2] at dram} times, FP32 additions {s50[issue] at dram} times
