# The pictures of sampling.gp; harness/plot/kinds.h describes the format.
summary reads per clock of texture units, and of equivalent plain loads
panel shape   reads_per_clock {shape}   subject=shape,mode=wrap      {filter}
panel mode    reads_per_clock {mode}    subject=shape,shape=2d       {filter}
panel hand    reads_per_clock {guard}   subject=hand                 {filter}
panel format  reads_per_clock {format}  subject=format,channels=4    {filter}
panel nearest reads_per_clock {outside} subject=border,filter=point  {path}
panel linear  reads_per_clock {outside} subject=border,filter=linear {path}
finding Textures deliver {shape[point] at 2d as number} reads per clock and SM unfiltered, {shape[linear] at 2d as number} filtered and {shape[linear] at 3d as number} filtered in a volume
