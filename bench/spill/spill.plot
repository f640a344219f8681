# What spill.gp draws: harness/plot/kinds.h tells how to read this.
summary what spilled registers cost
panel equal slowdown local_bytes array=registers,resident=equal {l1}, {build-}
panel full  slowdown local_bytes array=registers,resident=full  {l1}, {build-}
finding {x of equal[small, ca] last} bytes spilled: {equal[small, ca] last} times the time with as many warps, {full[small, ca] last} times with all that the registers allow
