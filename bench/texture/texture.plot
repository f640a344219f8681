# The pictures of texture.gp; harness/plot/kinds.h describes the format.
summary texels per clock through textures and plain loads
panel random texels_per_clock window pattern=random {path}
panel row    texels_per_clock window pattern=row    {path}
panel column texels_per_clock window pattern=column {path}
panel patch  texels_per_clock window pattern=patch  {path}
finding Along rows plain loads read {row[plain] at 64 / row[array] at 64} times as fast as textures, down columns {column[plain] at 64 / column[array] at 64} times
