# What map.gp draws: harness/plot/kinds.h tells how to read this.
summary latency from every SM to the slices of L2, as a heat map; bandwidth by which SMs read
panel a    slices_0  place view=sm   -
panel b    slices_1  place view=sm   -
panel c    slices_2  place view=sm   -
panel d    slices_3  place view=sm   -
panel e    slices_4  place view=sm   -
panel f    slices_5  place view=sm   -
panel g    slices_6  place view=sm   -
panel h    slices_7  place view=sm   -
panel dram bandwidth share view=dram {which}
panel l2   bandwidth share view=l2   {which}
