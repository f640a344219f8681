# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles by number of paths in a warp
size 900 440
columns 3
name lane = lanes of a warp differ
name warp = whole warps differ
name loop = trips of a loop
name unequal = paths
xrange 0:33
yrange 0:top*1.3
xtics every 8
key top left
panel equal cycles paths kind=equal {by}
    title paths of equal length
    xlabel paths
    ylabel cycles
panel unequal cycles paths kind=unequal|loop {kind}
    title paths of unequal length
    xlabel paths
panel short cycles length kind=short,taken=half {form}
    title if, with half of the lanes
    xlabel instructions
finding 32 paths in a warp take {equal[lane] at 32 / equal[lane] at 1} times as long as one, 32 paths with one per warp {equal[warp] at 32 / equal[warp] at 1} times
