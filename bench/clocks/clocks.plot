# What clocks.gp draws: harness/plot/kinds.h tells how to read this.
summary the clock of SMs that work, over their number and over the duty cycle
#     panel metric   over points                 the line of a point
panel zeros  sm_clock sms  data=zeros,duty=100    {load}
panel normal sm_clock sms  data=normal,duty=100   {load}
panel duty   sm_clock duty data=zeros,sms=4       {load}
finding {normal[fp16] last} with FP16 matrices on {x of normal[fp16] last} SMs, {normal[ffma] last} with FMAs
