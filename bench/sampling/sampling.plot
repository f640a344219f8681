# What sampling.gp draws: harness/plot/kinds.h tells how to read this.
summary reads a clock of texture units, and of plain loads that do the same
panel shape   reads_per_clock {shape}   subject=shape,mode=wrap      {filter}
panel mode    reads_per_clock {mode}    subject=shape,shape=2d       {filter}
panel hand    reads_per_clock {guard}   subject=hand                 {filter}
panel format  reads_per_clock {format}  subject=format,channels=4    {filter}
panel nearest reads_per_clock {outside} subject=border,filter=point  {path}
panel linear  reads_per_clock {outside} subject=border,filter=linear {path}
finding Textures give {shape[point] at 2d as number} reads a clock and SM unfiltered and {shape[linear] at 2d as number} filtered, {shape[linear] at 3d as number} in a volume
