# harness/reading/plot/kinds.h and panel_settings.h describe the format. All panels have one scale, so that a step has
# the same height in each.
summary the clock of working SMs, by their number and by duty cycle
size 1050 420
columns 3
yscale 1e9
yrange low*0.97:top*1.1
draw rings
panel zeros sm_clock sms data=zeros,duty=100 {load}
    title zeros
    xlabel working SMs
    ylabel SM clock (GHz)
    xlog 2
    xrange 0.8:320
    xtics 1, 4, 16, 64, 256
    key top center vertical maxrows 3 width 0
panel normal sm_clock sms data=normal,duty=100 {load}
    title normal numbers
    xlabel working SMs
    xlog 2
    xrange 0.8:320
    xtics 1, 4, 16, 64, 256
    key off
panel duty sm_clock duty data=zeros,sms=4,duty!=100 {load}
    title duty cycle
    xlabel share of the time that 4 SMs work (%)
    xrange 0:105
    xtics every 25
    key off
finding SMs run at {normal[fp16] last} with FP16 matrices on {x of normal[fp16] last} SMs, at {normal[ffma] last} with FMAs
