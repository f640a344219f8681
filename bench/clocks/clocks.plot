# The pictures of clocks.gp; harness/reading/plot/kinds.h describes the format.
summary the clock of working SMs, by their number and by duty cycle
#     panel metric   over points                 the line of a point
panel zeros  sm_clock sms  data=zeros,duty=100    {load}
panel normal sm_clock sms  data=normal,duty=100   {load}
panel duty   sm_clock duty data=zeros,sms=4       {load}
finding SMs run at {normal[fp16] last} with FP16 matrices on {x of normal[fp16] last} SMs, at {normal[ffma] last} with FMAs
