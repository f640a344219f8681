# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of a scheduler by register banks and by pipes, and the shares of its warps
size 1200 430
columns 3
name 1 = 1 warp
name 4 = 4 warps
panel banks cycles {operands} measure=banks {warps}
    title registers that FFMAs read
    ylabel cycles per step
    room 0.1
    key top left
    draw points
panel mix cycles {mix} measure=mix {warps}
    title operations per step
    ylabel cycles per step
    xwords 60
    room 0.1
    key off
    draw points
panel most share_most contenders measure=turns -
    title until the first warp finishes
    xlabel warps of the scheduler
    ylabel share of a warp
    xrange 1:9
    yrange 0:1
    xtics 2, 4, 6, 8
    key top right
    line 1 most
panel least share_least contenders measure=turns -
    over most
    line 2 least
finding An FFMA that reads two registers issues every {banks[4] at two}, one that reads three every {banks[4] at three}
