# The pictures of streams.gp; harness/plot/kinds.h describes the format.
summary concurrent kernels, priorities, copies with kernels, reserved SMs
panel concurrent time      streams    op=concurrent -
panel partition  bandwidth sms        op=partition  -
panel parts      time      {part}     op=part       -
panel together   time      {op}       op=overlap    -
panel priority   time      {priority} op=priority   -
finding 128 concurrent kernels take {concurrent at 128 / concurrent at 1} times as long as one, 256 take {concurrent at 256 / concurrent at 1} times
