# The pictures of map.gp; harness/reading/plot/kinds.h describes the format.
summary latency from every SM to the slices of L2, as a heat map of GPCs and halves; bandwidth by choice of SMs
panel of   group    place view=sm   -
panel side half     place view=sm   -
panel dram bandwidth share view=dram {which}
panel l2   bandwidth share view=l2   {which}
panel gpcs bandwidth sms view=gpc_dram|gpc_l2 {view}
panel random access_rate span view=random {assign}
panel r0   slices_0  place view=sm   -
panel r1   slices_1  place view=sm   -
panel r2   slices_2  place view=sm   -
panel r3   slices_3  place view=sm   -
panel r4   slices_4  place view=sm   -
panel r5   slices_5  place view=sm   -
panel r6   slices_6  place view=sm   -
panel r7   slices_7  place view=sm   -
panel r8   slices_8  place view=sm   -
panel r9   slices_9  place view=sm   -
panel r10  slices_10 place view=sm   -
panel r11  slices_11 place view=sm   -
panel r12  slices_12 place view=sm   -
panel r13  slices_13 place view=sm   -
panel r14  slices_14 place view=sm   -
panel r15  slices_15 place view=sm   -
panel r16  slices_16 place view=sm   -
panel r17  slices_17 place view=sm   -
panel r18  slices_18 place view=sm   -
panel r19  slices_19 place view=sm   -
panel r20  slices_20 place view=sm   -
panel r21  slices_21 place view=sm   -
panel r22  slices_22 place view=sm   -
panel r23  slices_23 place view=sm   -
finding Half the SMs reach {dram[spread] at 50 / dram[spread] at 100 as %} of the DRAM bandwidth and {l2[spread] at 50 / l2[spread] at 100 as %} of the L2 bandwidth of all SMs
