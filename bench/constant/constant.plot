# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of constant loads by distinct words and working set, of multiply-adds by operand and code size
size 900 760
columns 2
panel divided cycles distinct measure=divided {apart} B apart
    title loads by distinct words per request
    xlabel distinct words per warp
    ylabel cycles per request
    xrange 0:33
    xtics every 4
    key top left
panel ladder cycles set measure=ladder -
    title broadcasts by working set
    ylabel cycles per request
    xlog 2
    xscale 1024
    xrange 0.2:80
    xtics 256 B=0.25, 2 KiB=2, 16 KiB=16, 64 KiB=64
    key off
panel code cycles body measure=code {warps} warps
    title multiply-adds by the size of their loop
    ylabel cycles per warp multiply-add
    xlog 2
    xscale 1024
    xrange 0.8:640
    xtics 1 KiB=1, 8 KiB=8, 32 KiB=32, 128 KiB=128, 512 KiB=512
    ends 6
panel operand cycles {operand} measure=operand -
    title multiply-adds by source of the operand
    ylabel cycles per warp multiply-add
    xwords 30
    key off
    draw bars
finding A constant load takes {divided at 1} for one word of a warp, {divided at 32} for 32; a broadcast from {x of ladder last as KiB} takes {ladder last}
