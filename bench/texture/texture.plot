# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary texels per clock through textures and plain loads
size 1000 740
columns 2
name plain = loads
name readonly = loads, __ldg
name linear = texture, linear
name pitch = texture, pitch
name pitch_filter = texture, pitch, filtered
name array = texture, array
name array_filter = texture, array, filtered
xlabel window (texels per side)
ylabel texels per clock
xlog 2
ylog 10
xrange 40:13000
yrange low*0.667:top*1.5
xtics 64, 1024, 8192
panel row texels_per_clock window pattern=row {path}
    title a warp reads a row
    key off
panel column texels_per_clock window pattern=column {path}
    # Loads along a column are the slowest, so there is space for the key.
    title a column
    key bottom left maxrows 4 width -8 font 13
panel patch texels_per_clock window pattern=patch {path}
    title a patch of 8 x 4
    key off
panel random texels_per_clock window pattern=random {path}
    title random texels
    key off
finding Along rows plain loads read {row[plain] at 64 / row[array] at 64} times as fast as textures, down columns {column[plain] at 64 / column[array] at 64} times
