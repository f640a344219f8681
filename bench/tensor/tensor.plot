# What tensor.gp draws: harness/plot/kinds.h tells how to read this.
summary operations a clock of tensor units
panel dense  ops_per_clock {type}{>acc} data=normal,sparsity=dense  {variant}
panel sparse ops_per_clock {type}{>acc} data=normal,sparsity=sparse {variant}
