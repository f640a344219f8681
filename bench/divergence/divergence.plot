# What divergence.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles over the paths of a warp
panel equal   cycles paths  kind=equal            {by}
panel unequal cycles paths  kind=unequal|loop     {kind}
panel short   cycles length kind=short,taken=half {form}
