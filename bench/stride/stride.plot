# What stride.gp draws: harness/plot/kinds.h tells how to read this.
summary copies that leave elements out
panel stride bandwidth         stride op=copy|read|write,form=wide,bytes=4 {op}
panel reach  bandwidth         span   op=reach                             {op}
