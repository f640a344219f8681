# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary reads per clock of texture units, and of equivalent plain loads
size 1100 760
columns 3
name point = nearest texel
name linear = filtered
name plain = plain loads, if
yrange 0:top*1.3
xwords 30
draw bars
panel shape reads_per_clock {shape} subject=shape,mode=wrap {filter}
    title textures by their dimensions
    ylabel reads per clock and SM
panel mode reads_per_clock {mode} subject=shape,shape=2d {filter}
    title half of the lanes outside: textures
panel hand reads_per_clock {guard} subject=hand {filter}
    title the same by plain loads
panel format reads_per_clock {format} subject=format,channels=4 {filter}
    title formats, four channels
    ylabel reads per clock and SM
panel nearest reads_per_clock {outside} subject=border,filter=point {path}
    title zeros outside, nearest texel
panel linear reads_per_clock {outside} subject=border,filter=linear {path}
    title zeros outside, filtered
finding Textures deliver {shape[point] at 2d as number} reads per clock and SM unfiltered, {shape[linear] at 2d as number} filtered and {shape[linear] at 3d as number} filtered in a volume
