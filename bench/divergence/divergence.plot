# The pictures of divergence.gp; harness/plot/kinds.h describes the format.
summary cycles by number of paths in a warp
panel equal   cycles paths  kind=equal            {by}
panel unequal cycles paths  kind=unequal|loop     {kind}
panel short   cycles length kind=short,taken=half {form}
finding 32 paths in a warp take {equal[lane] at 32 / equal[lane] at 1} times as long as one, 32 paths with one per warp {equal[warp] at 32 / equal[warp] at 1} times
