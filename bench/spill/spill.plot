# The pictures of spill.gp; harness/plot/kinds.h describes the format.
summary the cost of spilled registers
panel equal slowdown local_bytes array=registers,resident=equal {l1}, {build-}
panel full  slowdown local_bytes array=registers,resident=full  {l1}, {build-}
finding Spilling {x of equal[small, ca] last} bytes takes {equal[small, ca] last} times as long at equal occupancy, {full[small, ca] last} times at maximum occupancy
