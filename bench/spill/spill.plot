# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary the cost of spilled registers
size 1000 460
columns 2
name large, ca = large L1, loads cached
name large, cg = large L1, loads that bypass it
name small, ca = small L1, loads cached
name small, cg = small L1, loads that bypass it
xlabel local memory per thread (B)
xrange 0:*
yrange 0:top*1.1
ends 19
draw rings
panel equal slowdown local_bytes array=registers,resident=equal {l1}, {build-}
    title equal: 16 warps per SM in every build
    ylabel slowdown relative to no spills
panel full slowdown local_bytes array=registers,resident=full {l1}, {build-}
    title full: as many warps as the registers allow
finding Spilling {x of equal[small, ca] last} bytes takes {equal[small, ca] last} times as long at equal occupancy, {full[small, ca] last} times at maximum occupancy
