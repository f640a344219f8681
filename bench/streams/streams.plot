# What streams.gp draws: harness/plot/kinds.h tells how to read this.
summary kernels at once, priorities, copies with kernels, SMs set apart
panel concurrent time      streams    op=concurrent -
panel partition  bandwidth sms        op=partition  -
panel parts      time      {part}     op=part       -
panel together   time      {op}       op=overlap    -
panel priority   time      {priority} op=priority   -
finding 128 kernels at the same time take {concurrent at 128 / concurrent at 1} times as long as one, 256 take {concurrent at 256 / concurrent at 1} times
